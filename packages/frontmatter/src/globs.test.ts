import { describe, expect, it } from 'vitest'
import { createMatcher, globsOf } from './globs.js'

describe('globsOf', () => {
  it.each<[unknown, readonly string[] | undefined]>([
    [
      ['a/*.x', 'b'],
      ['a/*.x', 'b'],
    ],
    ['a.c, b.c', ['a.c', 'b.c']],
    ['{a,b}/*.{x,y}, *.md', ['a/*.x', 'a/*.y', 'b/*.x', 'b/*.y', '*.md']],
    ['src/{a,{b,c}}.ts', ['src/a.ts', 'src/b.ts', 'src/a.ts', 'src/c.ts']],
    ['src/**', ['src']],
    ['{a', ['{a']],
    ['**', undefined],
    ['**/**', undefined],
    [[], undefined],
    [5, undefined],
    [undefined, undefined],
  ])('reads paths %j as %j', (paths, globs) => {
    expect(globsOf({ paths })).toEqual(globs)
  })

  it('leaves a pattern alone that would expand without end', () => {
    const bomb = '{a,b}'.repeat(40)
    expect(globsOf({ paths: [bomb, '*.ts'] })).toEqual([bomb, '*.ts'])
  })
})

describe('createMatcher', () => {
  it.each<[string[], string, boolean]>([
    [['*.py'], '/p/sub/.x.py', true],
    [['src'], '/p/lib/src/b.js', true],
    [['src/*.js'], '/p/src/a.js', true],
    [['src/*.js'], '/p/lib/src/a.js', false],
    [['/src/a.js'], '/p/src/a.js', true],
    [['SRC/*.js'], '/p/src/a.js', true],
    [['src/*.js', '!src/a.js'], '/p/src/a.js', false],
    [['./src/a.js'], '/p/src/a.js', false],
    [['/p/src/a.js'], '/p/src/a.js', false],
    [['[z-a', '*.js'], '/p/a.js', true],
    [['*'], '/elsewhere/a.js', false],
    [['*'], '/p', false],
  ])('%j for %s is %s', (globs, file, expected) => {
    expect(createMatcher(globs, '/p')(file)).toBe(expected)
  })
})
