import { describe, expect, it } from 'vitest'
import type { PermissionDecision, Tally } from '@raider/contracts'
import { createBench, type BenchOptions } from './bench.fixture.js'
import { mentionsIn } from './mention.js'
import { piecesOf } from './shell.js'

const body = async (text: string, args = '', options: BenchOptions = {}) => {
  await using bench = await createBench({ '.claude/commands/c.md': text, 'doc.md': 'doc text' }, options)
  const typed = await bench.type(`/c ${args}`)
  const shown = typeof typed === 'object' ? { text: typed.texts[1], notes: typed.notes } : { answer: typed }
  return { ...shown, changes: bench.changes }
}

const tally = (more: Partial<Tally>): Tally => ({ notes: [], effects: {}, votes: [], ...more })

describe('commands in a body', () => {
  it('are found behind white space and in blocks of their own', () => {
    const text = 'a !`one` x=!`two`\n```!\nthree\nfour\n```\n`five` ``!`six` ``'
    expect(piecesOf(text).flatMap((piece) => ('command' in piece ? piece.command : []))).toEqual(['one', 'three\nfour'])
  })

  it('leave their output in their place', async () => {
    expect((await body('a !`echo one` b\n```!\necho two\n```\nc')).text).toBe('a one b\ntwo\nc')
  })

  it('get arguments, and are not looked for in arguments or outputs', async () => {
    expect((await body('!`echo $0` $1', "word '!`echo no`'")).text).toBe('word !`echo no`')
    expect((await body("!`printf '!\\140echo no\\140'` end")).text).toBe('!`echo no` end')
  })

  it('end the invocation where they fail', async () => {
    expect((await body('a !`cat nosuchfile` b')).answer).toMatch(
      /^Shell command failed for pattern "!`cat nosuchfile`": Exit code 1/,
    )
  })

  it('end it too where rules would ask or refuse', async () => {
    const decision: PermissionDecision = {
      behavior: 'ask',
      reason: 'not granted',
      reasonType: 'other',
      source: { kind: 'mode', name: 'default' },
      considered: [],
      suggestions: [],
    }
    expect((await body('!`touch x`', '', { scope: { permit: () => decision } })).answer).toBe(
      'Shell command permission check failed for pattern "!`touch x`": not granted',
    )
  })

  it.each<[string, Partial<Tally>, string]>([
    ['refused', { stance: 'deny', reason: 'never' }, '[not run: never]'],
    ['asked about', { stance: 'ask' }, '[not run: refused by a hook]'],
    ['rewritten', { revised: { command: 'ls' } }, '[not run: a hook would have it rewritten]'],
    ['allowed', { stance: 'allow' }, 'one'],
  ])('can be %s by voters', async (_, said, expected) => {
    const found = await body('!`echo one`', '', { vote: () => tally(said) })
    expect(found.text).toBe(expected)
    expect(found.changes.at(-1)).toMatchObject({
      kind: 'PreSkillShellCommand',
      input: { tool_name: 'Bash', tool_input: { command: 'echo one' }, command_name: 'c', invoked_by: 'user' },
    })
  })

  it('can be switched off', async () => {
    const found = await body('!`echo one`', '', { settings: { disableSkillShellExecution: true } })
    expect(found.text).toMatch(/^\[not run:/)
  })
})

describe('mentions', () => {
  it.each<[string, readonly string[]]>([
    ['see @a.md, @"b c.md" and (@d)', ['a.md', 'b c.md']],
    ['me@host @~/x/y. @x?', ['~/x/y', 'x']],
  ])('in %j are %j', (text, paths) => {
    expect(mentionsIn(text)).toEqual(paths)
  })

  it('bring in the files they name, in bodies and arguments', async () => {
    expect((await body('see @doc.md')).notes).toEqual([expect.stringContaining('doc text')])
    expect((await body('see $0', '@doc.md')).notes).toEqual([expect.stringContaining('doc text')])
    expect((await body('see @nosuch and @.')).notes).toEqual([])
  })

  it('bring nothing that rules keep from being read', async () => {
    await using bench = await createBench(
      { 'doc.md': 'secret' },
      { scope: { permit: () => ({ ...refusal, behavior: 'deny' }) } },
    )
    expect(await bench.type('see @doc.md')).toEqual({ texts: ['see @doc.md'], notes: [] })
  })
})

const refusal = {
  reason: '',
  reasonType: 'rule',
  source: { kind: 'rule', name: 'Read' },
  considered: [],
  suggestions: [],
} as const
