import { profiles, type ProfileName } from '@raider/contracts'
import { createProject } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { judge, type Answer } from './answer/answer.js'
import { hookEvents, type HookEvent } from './events.js'
import { fold } from './answer/fold.js'
import type { HookReturn } from './configuration/hook.js'
import { onEvent, openSession, testCall, testHook } from './session.fixture.js'

/** A seeded generator (mulberry32), so that a failure can be repeated. */
const createRandom = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!
  return { next, pick }
}
type Random = ReturnType<typeof createRandom>

const odd: readonly unknown[] = [null, true, 0, -1, '', 'deny', 'block', [], {}, [[]], { behavior: 'deny' }, '\u0000']
const keys = [
  'continue',
  'stopReason',
  'systemMessage',
  'decision',
  'reason',
  'async',
  'hookSpecificOutput',
  '__proto__',
  'constructor',
]
const inner = [
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'additionalContext',
  'decision',
  'updatedToolOutput',
  'watchPaths',
  'action',
  'toString',
]
const sensible: Readonly<Record<string, readonly unknown[]>> = {
  continue: [true, false],
  decision: ['approve', 'block', { behavior: 'allow' }, { behavior: 'deny' }],
  permissionDecision: ['allow', 'ask', 'defer', 'deny'],
  updatedInput: [{ command: 'x' }],
  hookEventName: hookEvents,
}

const value = (random: Random, key: string): unknown =>
  random.next() < 0.75 ? random.pick(sensible[key] ?? ['text']) : random.pick(odd)

const object = (random: Random, names: readonly string[], event: HookEvent): Record<string, unknown> => {
  const result: Record<string, unknown> = {}
  for (const name of names) {
    if (random.next() < 0.6) continue
    result[name] =
      name === 'hookSpecificOutput' && random.next() < 0.8
        ? { hookEventName: event, ...object(random, inner, event) }
        : value(random, name)
  }
  return result
}

const stdout = (random: Random, event: HookEvent): string => {
  const json = JSON.stringify(object(random, keys, event))
  const cut = json.slice(0, Math.floor(random.next() * json.length))
  return random.pick([
    json,
    json,
    json,
    json,
    `\ufeff ${json}\n`,
    cut,
    `${cut}}`,
    `${json} tail`,
    'words',
    '',
    '{}',
    '\ud800',
  ])
}

const generate = (random: Random, event: HookEvent): HookReturn => ({
  ended: random.pick(['done', 'done', 'done', 'done', 'failed', 'timeout', 'cancelled']),
  exitCode: random.pick([0, 0, 0, 2, 1, 127]),
  stdout: stdout(random, event),
  stderr: random.pick(['', 'err', 'x\ny']),
  durationMs: 1,
})

/** Must this answer stop a call? Said a second time, and more simply. */
const denies = (ret: HookReturn, answer: Answer): boolean => {
  if (ret.ended === 'timeout' || ret.ended === 'cancelled') return false
  if (ret.exitCode === 2) return true
  const { decision, specific } = answer.output
  return decision === 'block' || specific.permissionDecision === 'deny'
}

it('never throws and never lets an allow undo a deny, whatever hooks print', () => {
  const random = createRandom(1)
  const hooks = new Map(hookEvents.map((event) => [event, testHook({ event, command: 'x' })]))
  for (let round = 0; round < 10_000; round++) {
    const event = random.next() < 0.5 ? 'PreToolUse' : random.pick(hookEvents)
    const profile = random.pick<ProfileName>(['raider', 'claude'])
    const returns = [1, 2, 3].slice(0, 1 + Math.floor(random.next() * 3)).map(() => generate(random, event))
    const hook = hooks.get(event)!
    const answers = returns.map((ret) => judge(event, hook, ret, random.next() < 0.1))
    const folded = fold({ event, name: event, profile: profiles[profile] }, answers, { newId: () => 'id' })
    if (folded.votes.length !== answers.length) expect(folded.votes).toHaveLength(answers.length)
    if (event !== 'PreToolUse') continue
    const mustDeny = answers.some((answer, index) => answer.block !== undefined || denies(returns[index]!, answer))
    // A bare comparison first: an expectation for each of 10,000 rounds takes seconds.
    if (mustDeny && folded.stance !== 'deny') expect(folded.stance, JSON.stringify(returns)).toBe('deny')
    if (folded.stance === 'deny' && !folded.reason?.includes('hook error: '))
      expect(folded.reason).toContain('hook error')
  }
})

/** Bytes that a hook of the flood may print. */
const bytes = (random: Random): Buffer => {
  const json = stdout(random, 'PreToolUse')
  return random.pick([
    () => Buffer.from(json),
    () => Buffer.from(json),
    () => Buffer.from(json),
    () => Buffer.from(Array.from({ length: 300 }, () => Math.floor(random.next() * 256))),
    () => Buffer.from(`{"hookSpecificOutput":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    () => Buffer.from(JSON.stringify({ systemMessage: 'x'.repeat(2_000_000) })),
    () => Buffer.from(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`),
    () => Buffer.from('{"async":true}\n'),
  ])()
}

/** How such a hook ends. */
const endings = [
  'exit 0',
  'exit 0',
  'exit 1',
  'exit 127',
  'kill -9 $$',
  'kill -TERM $$',
  'exec <&-; exit 0',
  'no-such-command',
]

describe('two hundred real processes', () => {
  it.each(Array.from({ length: 10 }, (_, round) => round))(
    'keep a deny, whatever they print beside it: round %i',
    async (round) => {
      await using project = await createProject()
      const random = createRandom(100 + round)
      const names = Array.from({ length: 19 }, (_, index) => `out${index}`)
      await project.write(Object.fromEntries(names.map((name) => [name, bytes(random)])))
      const noise = names.map((name) => `cat ${name}; ${random.pick(endings)}`)
      const profile = random.pick<ProfileName>(['raider', 'claude'])
      const { steps, scope } = await openSession(project, onEvent('PreToolUse', ...noise, 'echo no >&2; exit 2'), {
        profile,
      })
      const verdict = await steps.beforeTool(testCall('ls'), scope)
      expect(verdict?.stance).toBe('deny')
      expect(verdict?.votes).toHaveLength(20)
      await steps.close('other', scope)
    },
  )
})
