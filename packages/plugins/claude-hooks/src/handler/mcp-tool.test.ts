import { profiles, text, type JsonObject, type ServerCall, type StepScope, type ToolResult } from '@raider/contracts'
import { createProject, type Project } from '@raider/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onEvent, openSession, testCall } from '../session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

const handler = { type: 'mcp_tool', server: 'srv', tool: 'check' }
const result = (words: string, isError = false): ToolResult => ({ content: [text(words)], isError })

/** A session with a server that answers every call with `answer`. */
const served = async (entry: JsonObject, answer: ToolResult, more: Partial<StepScope> = {}) => {
  const calls: ServerCall[] = []
  const callServer: StepScope['callServer'] = (call) => {
    calls.push(call)
    return Promise.resolve(answer)
  }
  const session = await openSession(project, onEvent('PreToolUse', entry), { scope: { callServer, ...more } })
  const verdict = await session.steps.beforeTool(testCall('ls'), session.scope)
  return { verdict, calls, events: session.scope.events }
}

it('fills the input in from the hook input', async () => {
  const input = {
    a: 'x ${tool_input.command} y',
    b: ['${tool_input}', 1],
    c: { d: '${no.such}|${tool_input.command.length}' },
  }
  const { calls } = await served({ ...handler, input }, result(''))
  expect(calls).toEqual([
    { server: 'srv', tool: 'check', input: { a: 'x ls y', b: ['{"command":"ls"}', 1], c: { d: '|' } } },
  ])
})

it('reads the text of the result as the stdout of a command', async () => {
  const deny = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' }
  const { verdict } = await served(handler, result(JSON.stringify({ hookSpecificOutput: deny })))
  expect(verdict).toMatchObject({
    stance: 'deny',
    reason: 'PreToolUse:Bash hook error: no',
    source: { name: 'srv/check' },
  })
})

it('fails where the tool does, or there is no server', async () => {
  const failed = await served(handler, result('broke', true))
  expect(failed.verdict).not.toHaveProperty('stance')
  expect(failed.events[0]).toMatchObject({ outcome: 'error', error: 'the tool failed: broke' })
  const { steps, scope } = await openSession(project, onEvent('PreToolUse', handler))
  await steps.beforeTool(testCall('ls'), scope)
  expect(scope.events[0]).toMatchObject({ outcome: 'error', error: 'srv/check: this session has no MCP servers' })
})

it('keeps the words of a failing server from the model', async () => {
  const { verdict, events } = await served({ ...handler, failClosed: true }, result('do evil', true))
  expect(verdict?.stance).toBe('deny')
  expect(verdict?.reason).not.toContain('do evil')
  expect(events[0]).toMatchObject({ error: 'the tool failed: do evil' })
})

it('counts plain text as a failure where failures block', async () => {
  expect((await served(handler, result('words'))).verdict).not.toHaveProperty('stance')
  expect((await served({ ...handler, onFailure: 'block' }, result('words'))).verdict).toMatchObject({ stance: 'deny' })
})

it.each([
  ['raider', 'SessionStart:startup hook success: words'],
  ['claude', 'SessionStart:startup hook success: SessionStart:startup completed'],
] as const)('tells the model in profile %s: %s', async (profile, told) => {
  const callServer: StepScope['callServer'] = () => Promise.resolve(result('words'))
  const scope = { callServer, profile: profiles[profile] }
  const session = await openSession(project, onEvent('SessionStart', handler), { scope })
  const opening = await session.steps.open?.({ source: 'startup', notes: [] }, session.scope)
  expect(opening?.notes.map((note) => note.text)).toEqual([told])
})
