import { expect, it } from 'vitest'
import { deadlineOf } from './deadline.js'
import type { HookEvent } from './events.js'
import { testHook } from './session.fixture.js'

const of = (event: HookEvent, handler: object = {}): number => {
  const hook = testHook({ event, command: 'x', ...handler })
  return deadlineOf(event, hook, {})
}

it.each([
  ['PreToolUse', {}, 600_000],
  ['UserPromptSubmit', {}, 30_000],
  ['MessageDisplay', {}, 10_000],
  ['PreToolUse', { timeout: 0.5 }, 500],
  ['PreToolUse', { timeout: 1e9 }, 2 ** 31 - 1],
  ['PreToolUse', { type: 'prompt', prompt: 'x' }, 30_000],
  ['Stop', { type: 'agent', prompt: 'x' }, 60_000],
] as const)('of %s with %o is %i ms', (event, handler, ms) => expect(of(event, handler)).toBe(ms))

it.each([
  [{}, 1500],
  [{ timeout: 1 }, 1000],
  [{ timeout: 5 }, 5000],
  [{ timeout: 100 }, 60_000],
])("at the end of a session is the hook's own, a minute at most: %o", (handler, ms) =>
  expect(of('SessionEnd', handler)).toBe(ms),
)

it.each([
  [{}, 700],
  [{ timeout: 5 }, 700],
  [{ timeout: 0.5 }, 500],
])('at the end of a session can be set from outside: %o', (handler, ms) => {
  const hook = testHook({ event: 'SessionEnd', command: 'x', ...handler })
  expect(deadlineOf('SessionEnd', hook, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '700' })).toBe(ms)
})
