import { describe, expect, it } from 'vitest'
import { parseShell } from './shell.js'
import { hole } from './shell-word.js'

const texts = (command: string): readonly string[] => parseShell(command).parts.map((part) => part.command)
const values = (command: string): readonly (readonly string[])[] =>
  parseShell(command).parts.map((part) => part.words.map((word) => word.value))

describe('parseShell', () => {
  it.each([
    ['a && b || c; d | e |& f & g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['a\nb', ['a', 'b']],
    ['(a; b); { c; }', ['a', 'b', 'c']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for i in $(a); do b; done', ['a', 'b']],
    ['while a; do b; done', ['a', 'b']],
    ['case x in x) a;; *) b;; esac', ['a', 'b']],
    ['f() { a; }; f', ['a', 'f']],
    ['! a; time b', ['a', 'b']],
    ['echo $(a `b`) "$(c)" <(d)', ['echo $(a `b`) "$(c)" <(d)', 'a `b`', 'b', 'c', 'd']],
    ['echo ${x:-$(a)} $((1 + $(b)))', ['echo ${x:-$(a)} $((1 + $(b)))', 'a', 'b']],
    ['[[ -n $(a) ]]', ['[[ -n $(a) ]]', 'a']],
    ['x=$(a) b', ['b', 'a']],
    ['cat <<E\n$(a)\nE', ['cat', 'a']],
    ["cat <<'E'\n$(a)\nE", ['cat']],
    ['a > $(b)', ['a', 'b']],
    ['# only a comment\na # b', ['a']],
    ['coproc a', ['a']],
    ['', []],
  ])('finds every command of %j', (command, expected) => {
    expect(texts(command)).toEqual(expected)
  })

  it('unquotes words', () => {
    expect(values(`"r"m 'a b' \\x $'t\\x41' a\\\nb`)).toEqual([['rm', 'a b', 'x', 'tA', 'ab']])
  })

  it('resolves variables that the line assigns or that were given, and leaves a hole for the rest', () => {
    expect(values('A=rm; $A "$B"')).toEqual([[], ['rm', hole]])
    expect(parseShell('ls $HOME', { HOME: '/h' }).parts[0]?.words[1]?.value).toBe('/h')
  })

  it('does not count on a variable that was assigned in the line', () => {
    const word = parseShell('A=ls; $A').parts[1]?.words[0]
    expect([word?.value, word?.open]).toEqual(['ls', hole])
  })

  it('tells a home folder from a file named ~', () => {
    const [home, file] = parseShell(`cd ~/a '~/a'`, { HOME: '/h' }).parts[0]?.words.slice(1) ?? []
    expect([home?.path, file?.path]).toEqual(['~/a', './~/a'])
  })

  it('keeps assignments and redirections apart from the words', () => {
    const [part] = parseShell('A=1 cmd x > out 2>&1 < in y').parts
    expect(part?.command).toBe('cmd x y')
    expect(part?.assignments.map(({ name }) => name)).toEqual(['A'])
    expect(part?.redirects.map(({ access, target }) => [access, target?.value])).toEqual([
      ['write', 'out'],
      ['descriptor', '1'],
      ['read', 'in'],
    ])
  })

  it('gives a redirection of a group to each command in it', () => {
    const { parts } = parseShell('{ a; b; } > out')
    expect(parts.map((part) => part.redirects[0]?.target?.value)).toEqual(['out', 'out'])
  })

  it('remembers the folders that a cd may have led to', () => {
    const { parts } = parseShell('cd a && b; cd "$X"; c')
    expect(parts.map((part) => part.cds)).toEqual([[], ['a'], ['a'], ['a', undefined]])
  })

  it('names the syntax that hides what runs', () => {
    const { syntax } = parseShell('a $(b) & (c); for i in x; do d; done')
    expect([...syntax].toSorted()).toEqual(['background job', 'for loop', 'subshell', 'substitution'])
  })

  it.each(['git push; (((', 'echo "open', 'a &&', 'a\0b', 'x'.repeat(10_001)])(
    'says that %j cannot be understood',
    (command) => {
      expect(parseShell(command).problem).toBeDefined()
    },
  )

  it('notices white space that is none to the shell', () => {
    expect(parseShell('echo a\u00A0b').syntax.has('invisible character')).toBe(true)
    expect(parseShell('echo a\tb\nc é 漢').syntax.has('invisible character')).toBe(false)
  })
})
