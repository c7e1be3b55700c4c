import { describe, expect, it } from 'vitest'
import { classify, judge, type Answer } from './answer.js'
import type { HookEvent } from '../events.js'
import type { HookReturn } from '../configuration/hook.js'
import { testHook } from '../session.fixture.js'

const ran = (more: Partial<HookReturn>): HookReturn => ({
  ended: 'done',
  exitCode: 0,
  stdout: '',
  stderr: '',
  durationMs: 1,
  ...more,
})
const judged = (more: Partial<HookReturn>, event: HookEvent = 'PreToolUse', failClosed = false): Answer =>
  judge(event, testHook({ event, command: 'cmd' }), ran(more), failClosed)

describe('stdout', () => {
  it.each([
    ['', 'none'],
    [' \n ', 'none'],
    ['words', 'plain'],
    ['[1]', 'plain'],
    ['"text"', 'plain'],
    ['{"a":1}', 'json'],
    ['\ufeff \n{"a":1}\n', 'json'],
    ['{"hookSpecificOutput": oops', 'plain'],
    ['{"a":1} and words', 'plain'],
    ['{oops}', 'malformed'],
    ['{"a":1}\n{"b":2}', 'malformed'],
  ])('%o is %s', (stdout, kind) => expect(classify(stdout).kind).toBe(kind))
})

describe('an answer in JSON', () => {
  const problemOf = (value: unknown, event?: HookEvent): string | undefined =>
    judged({ stdout: JSON.stringify(value) }, event).problem

  it.each([
    [{ continue: 'no' }, 'continue must be true or false'],
    [{ decision: 'deny' }, 'decision must be one of approve, block'],
    [{ systemMessage: null }, 'systemMessage must be a string'],
    [{ hookSpecificOutput: null }, 'hookSpecificOutput must be an object'],
    [{ hookSpecificOutput: { permissionDecision: 'deny' } }, 'hookEventName is missing'],
    [
      { hookSpecificOutput: { hookEventName: 'PostToolUse' } },
      'hookEventName is PostToolUse, but the event is PreToolUse',
    ],
    [
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'maybe' } },
      'permissionDecision must be one of',
    ],
    [{ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: [] } }, 'updatedInput must be an object'],
  ])('is refused whole for a field of a wrong type: %o', (value, expected) =>
    expect(problemOf(value)).toContain(expected),
  )

  it('is refused for an event that has no fields of its own', () => {
    expect(problemOf({ hookSpecificOutput: { hookEventName: 'SessionEnd' } }, 'SessionEnd')).toContain('not known')
  })

  it('needs a decision for a permission request', () => {
    const empty = { hookSpecificOutput: { hookEventName: 'PermissionRequest' } }
    expect(problemOf(empty, 'PermissionRequest')).toContain('decision is missing')
  })

  it('may hold unknown keys, which do not count', () => {
    const value = {
      additionalContext: 'x',
      hookSpecificOutput: { hookEventName: 'PostToolUse', permissionDecision: 'deny' },
    }
    const answer = judged({ stdout: JSON.stringify(value) }, 'PostToolUse')
    expect(answer).toMatchObject({ outcome: 'success', output: { specific: {} } })
    expect(answer.output.specific.permissionDecision).toBeUndefined()
  })

  it('counts whatever the exit status is', () => {
    const answer = judged({ exitCode: 1, stdout: '{"decision":"block","reason":"no"}' })
    expect(answer.output).toMatchObject({ decision: 'block', reason: 'no' })
  })
})

describe('an exit status', () => {
  it('of 2 blocks with stderr', () => {
    expect(judged({ exitCode: 2, stderr: 'no\n', stdout: 'ignored' })).toMatchObject({
      outcome: 'blocked',
      block: '[cmd]: no',
    })
    expect(judged({ exitCode: 2 }).block).toBe('[cmd]: No stderr output')
  })

  it('of 2 blocks also after a flood and with an invalid answer', () => {
    expect(judged({ ended: 'failed', problem: 'printed more than 8 MiB', exitCode: 2 }).outcome).toBe('blocked')
    expect(judged({ exitCode: 2, stdout: '{oops}' }).outcome).toBe('blocked')
  })

  it('of a hook that was ended means nothing', () => {
    expect(judged({ ended: 'timeout', exitCode: 2 })).toMatchObject({ outcome: 'timeout', noVerdict: true })
    expect(judged({ ended: 'timeout', exitCode: 2 }).block).toBeUndefined()
  })

  it('of another kind is an error that blocks nothing', () => {
    const answer = judged({ exitCode: 1, stderr: 'first\nsecond' })
    expect(answer).toMatchObject({
      outcome: 'error',
      problem: 'Failed with non-blocking status code: first',
      noVerdict: false,
    })
    expect(answer.block).toBeUndefined()
  })

  it.each([126, 127])('of %i leaves a guard without a verdict', (exitCode) =>
    expect(judged({ exitCode })).toMatchObject({ outcome: 'error', noVerdict: true }),
  )
})

describe('a hook that is to fail closed', () => {
  it.each<Partial<HookReturn>>([
    { exitCode: 1 },
    { exitCode: 1, stdout: '{"continue":true}' },
    { stdout: '{oops}' },
    { stdout: '{"continue":"no"}' },
    { ended: 'failed', problem: 'died of SIGKILL' },
    { ended: 'timeout' },
    { ended: 'cancelled' },
  ])('blocks after %o', (ret) => expect(judged(ret, 'PreToolUse', true).block).toContain('[cmd]: gave no verdict'))

  it('does not block for plain text', () => {
    expect(judged({ stdout: 'fine' }, 'PreToolUse', true).block).toBeUndefined()
  })
})

describe('half an answer, of which a child of the hook may hold the rest,', () => {
  const half = (fields: object, event: HookEvent = 'PreToolUse'): Answer =>
    judged(
      { partial: true, stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } }) },
      event,
    )

  it.each([{ permissionDecision: 'allow' }, { updatedInput: {} }, { additionalContext: 'x' }])(
    'denies when it says %o',
    (fields) => expect(half(fields)).toMatchObject({ output: { specific: {} }, block: expect.anything() as string }),
  )

  it.each(['{"decision":"approve"}', '{oops}', '{"hookSpecificOutput":'])('denies when it is %s', (stdout) =>
    expect(judged({ partial: true, stdout }).block).toBeDefined(),
  )

  it('counts when it only refuses, asks, or says nothing', () => {
    expect(half({ permissionDecision: 'deny' }).output.specific.permissionDecision).toBe('deny')
    expect(half({ permissionDecision: 'ask' }).block).toBeUndefined()
    expect(judged({ partial: true, stdout: '{"systemMessage":"x"}' }).outcome).toBe('success')
    expect(judged({ partial: true, stdout: 'words' }).plain).toBe('words')
  })

  it('is an error after a tool', () => {
    const answer = half({ additionalContext: 'x' }, 'PostToolUse')
    expect(answer).toMatchObject({ outcome: 'error', output: { specific: {} } })
    expect(answer.block).toBeUndefined()
  })
})
