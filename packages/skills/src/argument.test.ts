import { describe, expect, it } from 'vitest'
import { fill, splitArguments } from './argument.js'

describe('splitArguments', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    ['a  b\tc', ['a', 'b', 'c']],
    ['a "b c" \'d e\'', ['a', 'b c', 'd e']],
    ['a" b"c', ['a bc']],
    ['"a \\"b\\" c" d\\ e', ['a "b" c', 'd e']],
    ['"" x', ['', 'x']],
    ['"never closed', ['never closed']],
    ["it's", ['its']],
  ])('parts %j', (args, words) => {
    expect(splitArguments(args)).toEqual(words)
  })
})

describe('fill', () => {
  const filling = { args: 'x "y z"', names: ['one', 'two', 'three'], variables: { CLAUDE_SKILL_DIR: '/s' } }

  it.each<[string, string, boolean]>([
    ['all $ARGUMENTS.', 'all x "y z".', true],
    ['$0 and $1', 'x and y z', true],
    ['$ARGUMENTS[1]', 'y z', true],
    ['$one-$two-$three', 'x-y z-', true],
    ['$2 $ARGUMENTS[7]', '$2 $ARGUMENTS[7]', false],
    ['$onerous $HOME $$', '$onerous $HOME $$', false],
    ['\\$1 \\$ARGUMENTS \\$one \\$HOME', '$1 $ARGUMENTS $one \\$HOME', false],
    ['${CLAUDE_SKILL_DIR}/a ${OTHER}', '/s/a ${OTHER}', false],
  ])('makes of %j %j', (text, expected, tookArguments) => {
    expect(fill(text, filling)).toEqual({ text: expected, tookArguments })
  })

  it('does not look again at what it put in', () => {
    expect(fill('$0', { ...filling, args: '$ARGUMENTS' }).text).toBe('$ARGUMENTS')
  })
})
