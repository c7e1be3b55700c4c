import { expect, it } from 'vitest'
import { deadlineOf } from './deadline.js'
import type { HookEvent } from './events.js'
import { testHook } from './session.fixture.js'

const of = (event: HookEvent, handler: object = {}): number => {
  const hook = testHook({ event, command: 'x', ...handler })
  return deadlineOf(event, hook, [hook], {})
}

it.each([
  ['PreToolUse', {}, 600_000],
  ['UserPromptSubmit', {}, 30_000],
  ['MessageDisplay', {}, 10_000],
  ['PreToolUse', { timeout: 0.5 }, 500],
  ['PreToolUse', { type: 'prompt', prompt: 'x' }, 30_000],
  ['Stop', { type: 'agent', prompt: 'x' }, 60_000],
] as const)('of %s with %o is %i ms', (event, handler, ms) => expect(of(event, handler)).toBe(ms))

it('at the end of a session is one budget, raised by the longest timeout to a minute at most', () => {
  const hooks = [{}, { timeout: 5 }].map((handler) => testHook({ event: 'SessionEnd', command: 'x', ...handler }))
  expect(hooks.map((hook) => deadlineOf('SessionEnd', hook, hooks, {}))).toEqual([5000, 5000])
  expect(of('SessionEnd')).toBe(1500)
  expect(of('SessionEnd', { timeout: 1 })).toBe(1500)
  expect(of('SessionEnd', { timeout: 100 })).toBe(60_000)
})

it('at the end of a session can be set from outside', () => {
  const hook = testHook({ event: 'SessionEnd', command: 'x', timeout: 5 })
  expect(deadlineOf('SessionEnd', hook, [hook], { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '700' })).toBe(700)
})
