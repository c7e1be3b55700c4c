import { createProject, isAlive, until, type Project } from '@raider/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  onEvent,
  openSession,
  pidIn,
  specifically,
  testCall,
  testEnding,
  type TestSession,
} from '../session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

const answer = specifically('PostToolUse', { additionalContext: 'ctx' }, { systemMessage: 'msg', continue: false })
const waiting = (what: string): string => `while ! test -e go; do sleep 0.01; done; ${what}`

const ended = ({ scope }: TestSession) =>
  until('the hook is over', () =>
    scope.events.find((event) => event.type === 'hook-run' && event.outcome !== 'background'),
  )

describe.each([
  ['declared async', { command: waiting(answer), async: true }],
  ['that prints {"async":true} first', { command: `echo '{"async":true}'; ${waiting(answer)}` }],
])('a hook %s', (_, handler) => {
  it('lets the event go on, and its texts come later', async () => {
    const session = await openSession(project, onEvent('PostToolUse', handler))
    const { steps, scope } = session
    const ending = await steps.afterTool(testEnding('out'), scope)
    expect(ending.stop).toBeUndefined()
    expect(scope.events).toMatchObject([{ type: 'hook-run', outcome: 'background' }])
    expect(await steps.pending()).toEqual([])
    await project.write({ go: '' })
    await ended(session)
    expect((await steps.pending()).map(({ kind, text }) => [kind, text])).toEqual([
      ['background', 'ctx'],
      ['background', 'msg'],
    ])
    expect(await steps.pending()).toEqual([])
  })

  it('is killed when the session closes', async () => {
    const session = await openSession(
      project,
      onEvent('PostToolUse', { ...handler, command: `echo $$ > pid; ${handler.command}` }),
    )
    const { steps, scope } = session
    await steps.afterTool(testEnding('out'), scope)
    const pid = await pidIn(project, 'pid')
    await steps.close('other', scope)
    expect(isAlive(pid)).toBe(false)
    expect(await ended(session)).toMatchObject({ outcome: 'cancelled' })
    expect(await steps.pending()).toEqual([])
  })
})

it('gets its word out where it is nearly over when the session closes', async () => {
  const session = await openSession(
    project,
    onEvent('PostToolUse', { command: 'sleep 0.1; echo x > rang', async: true }),
  )
  await session.steps.afterTool(testEnding('out'), session.scope)
  await session.steps.close('other', session.scope)
  expect(await project.read('rang')).toBe('x\n')
})

it('tells the model what it says on stderr with exit 2 where it may wake it', async () => {
  const handler = { command: 'echo look >&2; exit 2', async: true }
  const hooks = onEvent(
    'PostToolUse',
    { ...handler, asyncRewake: true },
    { ...handler, command: 'echo no >&2; exit 2' },
  )
  const session = await openSession(project, hooks)
  await session.steps.afterTool(testEnding('out'), session.scope)
  await session.steps.close('other', session.scope)
  expect((await session.steps.pending()).map((note) => note.text)).toEqual(['look'])
})

it('outlives the signal of the step it belongs to', async () => {
  const abort = new AbortController()
  const session = await openSession(project, onEvent('PostToolUse', `echo '{"async":true}'; ${waiting(answer)}`))
  await session.steps.afterTool(testEnding('out'), { ...session.scope, signal: abort.signal })
  abort.abort()
  await project.write({ go: '' })
  expect(await ended(session)).toMatchObject({ outcome: 'success' })
})

it('cannot decide anything', async () => {
  const deny = specifically('PreToolUse', { permissionDecision: 'deny', updatedInput: { command: 'x' } })
  const session = await openSession(
    project,
    onEvent('PreToolUse', { command: deny, async: true }, { command: 'exit 2', async: true, onFailure: 'block' }),
  )
  const verdict = await session.steps.beforeTool(testCall('ls'), session.scope)
  expect(verdict).toMatchObject({ votes: [{}, {}], notes: [] })
  expect(verdict?.stance ?? verdict?.revised).toBeUndefined()
  await session.steps.close('other', session.scope)
})

it('drops a wrongly typed field and keeps the other', async () => {
  const said = `echo '{"systemMessage":7,"hookSpecificOutput":{"additionalContext":"ctx"}}'`
  const session = await openSession(project, onEvent('PostToolUse', { command: said, async: true }))
  await session.steps.afterTool(testEnding('out'), session.scope)
  await ended(session)
  expect((await session.steps.pending()).map((note) => note.text)).toEqual(['ctx'])
})

it.each([
  ['raider', 'sleep 60', 'timeout'],
  ['claude', 'sleep 0.3', 'success'],
] as const)('has a deadline by profile: %s', async (profile, command, outcome) => {
  const handler = { command, async: true, timeout: 0.1 }
  const session = await openSession(project, onEvent('PostToolUse', handler), { profile })
  await session.steps.afterTool(testEnding('out'), session.scope)
  expect(await ended(session)).toMatchObject({ outcome })
})
