import type { JsonObject } from '@raider/contracts'
import { createProject, type Project } from '@raider/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HookFunction, HookFunctions } from './hook-function.js'
import { onEvent, openSession, testCall } from '../session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

const deny = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }

const vote = async (hooks: HookFunctions, settings: JsonObject = {}) => {
  const { steps, scope } = await openSession(project, settings, { hooks })
  return { verdict: await steps.beforeTool(testCall('ls'), scope), events: scope.events }
}

it('gets what a command gets, and votes as one', async () => {
  const seen: unknown[] = []
  const guard: HookFunction = (input, id, { signal }) => {
    seen.push(input['tool_input'], id, signal.aborted)
    return deny
  }
  const { verdict, events } = await vote({ PreToolUse: [{ matcher: 'Bash', hooks: [guard] }] })
  expect(seen).toEqual([{ command: 'ls' }, 't1', false])
  expect(verdict).toMatchObject({ stance: 'deny', source: { kind: 'hook', name: 'guard', layer: 'code' } })
  expect(events).toMatchObject([{ type: 'hook-run', hook: 'guard', outcome: 'success', stance: 'deny' }])
})

it('runs beside the hooks of the settings, each function for itself', async () => {
  let runs = 0
  const count = (): void => void runs++
  const group = { hooks: [count, count] }
  const { verdict } = await vote(
    { PreToolUse: [group, group, { matcher: 'Read', hooks: [count] }] },
    onEvent('PreToolUse', 'true'),
  )
  expect(runs).toBe(4)
  expect(verdict?.votes).toHaveLength(5)
})

it.each<[string, HookFunction]>([
  ['throws', () => Promise.reject(new Error('boom'))],
  [
    'throws at once',
    () => {
      throw new Error('boom')
    },
  ],
  ['gives a field of a wrong type', () => ({ continue: 'no' })],
  ['gives a text', (() => 'no') as unknown as HookFunction],
])('counts as silent when it %s, and as a refusal where failures block', async (_, run) => {
  const open = await vote({ PreToolUse: [{ hooks: [run] }] })
  expect(open.verdict).not.toHaveProperty('stance')
  expect(open.events[0]).toMatchObject({ outcome: 'error' })
  const closed = await vote({ PreToolUse: [{ hooks: [run], onFailure: 'block' }] })
  expect(closed.verdict?.stance).toBe('deny')
})

it('refuses the call when it is late, and is told so', async () => {
  let aborted: unknown
  const slow: HookFunction = (_input, _id, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(void (aborted = signal.reason))))
  const { verdict } = await vote({ PreToolUse: [{ hooks: [slow], timeout: 0.01 }] })
  expect(verdict?.stance).toBe('deny')
  expect(verdict?.reason).toContain('timed out')
  expect(aborted).toMatchObject({ by: 'deadline' })
})

it('lets a turn end though it is late', async () => {
  const never: HookFunction = () => new Promise(() => undefined)
  const { steps, scope } = await openSession(project, {}, { hooks: { Stop: [{ hooks: [never], timeout: 0.01 }] } })
  const verdict = await steps.beforeStop?.({ text: '', active: false, stopReason: 'end', tasks: [] }, scope)
  expect(verdict).not.toHaveProperty('stance')
  expect(scope.events[0]).toMatchObject({ outcome: 'timeout' })
})

it('has no effect where it answers that it goes on by itself', async () => {
  const { verdict, events } = await vote({ PreToolUse: [{ hooks: [() => ({ async: true, decision: 'block' })] }] })
  expect(verdict).not.toHaveProperty('stance')
  expect(events).toMatchObject([{ outcome: 'success' }])
})

it('refuses an event that does not exist', async () => {
  const hooks = { PreToolUs: [{ hooks: [() => undefined] }] } as HookFunctions
  await expect(openSession(project, {}, { hooks })).rejects.toMatchObject({ code: 'bad-option' })
})
