import { describe, expect, it } from 'vitest'
import {
  noUsage,
  type Decision,
  type EventBody,
  type RaiderEvent,
  type RunOutcome,
  type Source,
} from '@raider/contracts'
import { createEvent, createSessionOpen } from '@raider/testing'
import { createWire, type Frame, type WireOptions } from './index.js'

const options: WireOptions = {
  version: '0.1.0',
  apiKeySource: 'none',
  hookFrames: false,
  maxRetries: 10,
  price: () => ({ input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }),
}

const at = (body: EventBody, session = 'root', second = 0): RaiderEvent =>
  createEvent(body, {
    session,
    agent: session === 'root' ? 'main' : 'main/Explore',
    time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  })

const open = createSessionOpen({ mode: 'plan' })

const decision = (allowed: boolean, kind: Source['kind']): Decision => ({
  allowed,
  reason: 'because',
  source: { kind, name: 'x' },
  votes: [],
  considered: [],
})

const result = (over: Partial<Extract<EventBody, { type: 'tool-result' }>> = {}): EventBody => ({
  type: 'tool-result',
  id: 't1',
  name: 'Bash',
  status: 'ok',
  content: [{ type: 'text', text: 'hi' }],
  isError: false,
  structured: { stdout: 'hi' },
  notes: [],
  decision: decision(true, 'rule'),
  ...over,
})

const block = (text: string): EventBody => ({ type: 'block', messageId: 'm1', block: { type: 'text', text } })

const done: RunOutcome = {
  kind: 'done',
  sessionId: 'root',
  runId: 'r',
  text: 'bye',
  turns: 1,
  usage: { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 0, cacheWriteTokens: 0 },
  usageByModel: { m: { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 0, cacheWriteTokens: 0 } },
  costUsd: 0.002,
  durationMs: 7,
  denials: [],
  toolEvents: [],
}

function play(events: readonly RaiderEvent[], over: Partial<WireOptions> = {}) {
  const wire = createWire({ ...options, ...over })
  return { wire, frames: events.flatMap((event) => wire.frames(event)) }
}

describe('a wire', () => {
  it('opens each run with the session as it is by then', () => {
    const events: EventBody[] = [
      open,
      { type: 'mode-change', mode: 'default', by: { kind: 'user', name: 'x' } },
      { type: 'cwd-change', from: '/p', to: '/p/q' },
      { type: 'run-start', prompt: [], promptId: 'p' },
    ]
    const { frames } = play(events.map((event) => at(event)))
    expect(frames).toMatchObject([
      { subtype: 'status', permissionMode: 'default' },
      { subtype: 'init', cwd: '/p/q', permissionMode: 'default', tools: ['Bash'], session_id: 'root' },
    ])
  })

  it('sends one assistant frame a block, all with the id of their reply', () => {
    const { frames } = play([at(open), at(block('a')), at(block('b'))])
    expect(frames).toMatchObject([
      { type: 'assistant', message: { id: 'm1', content: [{ type: 'text', text: 'a' }] } },
      { type: 'assistant', message: { id: 'm1', content: [{ type: 'text', text: 'b' }] } },
    ])
    expect(new Set(frames.map((frame) => frame.uuid)).size).toBe(2)
  })

  it('tells of shell commands in the background, from start to end', () => {
    const task = { id: 'b1', kind: 'shell', description: 'wait', command: 'sleep 1' } as const
    const end = { id: 'b1', callId: 't1', outputFile: '/o', status: 'failed', summary: 'it failed' } as const
    const { frames } = play([at(open), at({ type: 'task-start', call: 't1', task }), at({ type: 'task-end', end })])
    expect(frames).toMatchObject([
      { subtype: 'background_tasks_changed', tasks: [{ task_id: 'b1', task_type: 'local_bash' }] },
      { subtype: 'task_started', task_id: 'b1', tool_use_id: 't1', description: 'wait', is_backgrounded: true },
      { subtype: 'task_updated', task_id: 'b1', patch: { status: 'failed' } },
      { subtype: 'task_notification', tool_use_id: 't1', output_file: '/o', summary: 'it failed' },
      { subtype: 'background_tasks_changed', tasks: [] },
    ])
  })

  it('unwraps blocks it does not know', () => {
    const opaque: EventBody = {
      type: 'block',
      messageId: 'm1',
      block: { type: 'opaque', block: { type: 'server_tool_use', id: 's' } },
    }
    expect(play([at(open), at(opaque)]).frames).toMatchObject([
      { message: { content: [{ type: 'server_tool_use', id: 's' }] } },
    ])
  })

  it('sends a result with its structured form and who allowed it', () => {
    expect(play([at(open), at(result())]).frames).toMatchObject([
      {
        type: 'user',
        message: { content: [{ tool_use_id: 't1', content: 'hi', is_error: false }] },
        tool_use_result: { stdout: 'hi' },
        tool_result_meta: [
          { id: 't1', permission_decision: { decision: 'accept', source: 'config', reason_type: 'rule' } },
        ],
      },
    ])
  })

  it('announces a refusal by rule before its result, one by a hook not', () => {
    const refused = (kind: Source['kind']) =>
      at(result({ status: 'refused', isError: true, decision: decision(false, kind) }))
    expect(play([at(open), refused('rule')]).frames).toMatchObject([
      { subtype: 'permission_denied', tool_use_id: 't1', message: 'because', decision_reason_type: 'rule' },
      { type: 'user', tool_use_result: 'Error: hi', tool_result_meta: [{ non_execution_kind: 'permission-rule' }] },
    ])
    expect(play([at(open), refused('hook')]).frames).toHaveLength(1)
  })

  it('puts frames of a subagent under the call that made it', () => {
    const child = at({ ...open, parent: { session: 'root', call: 't9' } } as EventBody, 'child')
    const { frames } = play([at(open), child, at(block('inner'), 'child')])
    expect(frames).toMatchObject([{ session_id: 'root', parent_tool_use_id: 't9' }])
  })

  it('sends hooks only where they were asked for, those of SessionStart always', () => {
    const hook = (event: string): EventBody => ({
      type: 'hook-run',
      event,
      hook: 'guard',
      source: { kind: 'hook', name: 'guard' },
      ...(event === 'PreToolUse' ? { callId: 't1' } : {}),
      outcome: 'blocked',
      exitCode: 2,
      durationMs: 1,
    })
    const call: EventBody = { type: 'tool-call', id: 't1', name: 'Bash', input: {} }
    const events = [at(open), at(hook('SessionStart')), at(call), at(hook('PreToolUse'))]
    const start = { hook_name: 'SessionStart:startup' }
    expect(play(events).frames).toMatchObject([start, start])
    expect(play(events, { hookFrames: true }).frames).toMatchObject([
      start,
      start,
      { subtype: 'hook_started', hook_name: 'PreToolUse:Bash' },
      { subtype: 'hook_response', outcome: 'error', exit_code: 2 },
    ])
  })

  it('stands in for a reply that never came, but not for one that was cancelled', () => {
    const fault = (kind: 'overloaded' | 'cancelled'): EventBody => ({
      type: 'model-fault',
      fault: { kind, message: 'busy', status: 529, attempts: 3 },
    })
    expect(play([at(open), at(fault('overloaded'))]).frames).toMatchObject([
      { error: 'overloaded', is_api_error_message: true, message: { model: '<synthetic>' } },
    ])
    expect(play([at(open), at(fault('cancelled'))]).frames).toEqual([])
  })

  it('says who speaks before each line of a hook message', () => {
    const message: EventBody = {
      type: 'hook-message',
      event: 'PreToolUse',
      hook: 'h',
      source: { kind: 'hook', name: 'h' },
      callId: 't1',
      text: 'one\ntwo',
    }
    const call: EventBody = { type: 'tool-call', id: 't1', name: 'Bash', input: {} }
    expect(play([at(open), at(call), at(message)]).frames).toMatchObject([
      { subtype: 'informational', content: 'PreToolUse:Bash says: one\nPreToolUse:Bash says: two' },
    ])
  })
})

describe('a result frame', () => {
  const run = (events: readonly RaiderEvent[], outcome: RunOutcome) => play([at(open), ...events]).wire.result(outcome)

  it('counts tool results and the wait for the model, and gives costs by model', () => {
    const request: EventBody = { type: 'model-request', turn: 1, model: 'm', messages: 1, receipts: [] }
    const reply: EventBody = {
      type: 'model-reply',
      turn: 1,
      model: 'm',
      messageId: 'm1',
      content: [],
      stopReason: 'end',
      usage: done.usage,
    }
    const events = [at(request, 'root', 1), at(reply, 'root', 3), at(result()), at(block('bye'))]
    const setBack = [at(request, 'root', 59), at({ ...reply, usage: noUsage }, 'root', 4)]
    expect(run([...events, ...setBack], done)).toMatchObject({
      subtype: 'success',
      is_error: false,
      num_turns: 2,
      duration_api_ms: 2000,
      result: 'bye',
      stop_reason: 'end_turn',
      terminal_reason: 'completed',
      usage: { input_tokens: 1000, output_tokens: 500 },
      modelUsage: { m: { costUSD: 0.002 } },
    })
  })

  it('begins anew for the next run', () => {
    const { wire } = play([at(open), at(result()), at(block('bye'))])
    wire.result(done)
    expect(wire.result(done)).toMatchObject({ num_turns: 1 })
  })

  it('is a success without an error where a hook stopped the run', () => {
    const stopped: RunOutcome = { ...done, kind: 'cancelled', by: 'hook', reason: 'enough', text: 'before' }
    expect(run([at(block('before'))], stopped)).toMatchObject({
      subtype: 'success',
      is_error: false,
      result: 'before',
      terminal_reason: 'hook_stopped',
    })
  })

  const endings: readonly [string, Partial<RunOutcome>, Partial<Extract<Frame, { type: 'result' }>>][] = [
    [
      'a turn limit',
      { kind: 'limit', limit: 'turns', max: 1 },
      { subtype: 'error_max_turns', is_error: true, errors: ['Reached maximum number of turns (1)'] },
    ],
    ['a cost limit', { kind: 'limit', limit: 'cost', max: 0.5 }, { subtype: 'error_max_budget_usd', is_error: true }],
    [
      'a cancel by the user',
      { kind: 'cancelled', by: 'user', reason: 'Ctrl-C' },
      { subtype: 'error_during_execution', is_error: true, errors: ['Ctrl-C'] },
    ],
    [
      'a provider fault',
      { kind: 'failed', fault: { kind: 'server', message: 'boom', status: 500, attempts: 2 } },
      { subtype: 'success', is_error: true, result: 'API Error: 500 boom', api_error_status: 500 },
    ],
    [
      'a refused prompt',
      { kind: 'blocked', reason: 'no', prompt: 'go' },
      {
        subtype: 'success',
        is_error: false,
        num_turns: 0,
        result: 'Prompt blocked by a hook: no\n\nThe prompt was: go',
      },
    ],
    ['a hidden prompt', { kind: 'blocked', reason: 'no' }, { result: 'Prompt blocked by a hook: no' }],
    [
      'a call that waits',
      { kind: 'deferred', call: { id: 't1', name: 'Bash', input: {} } },
      { subtype: 'success', deferred_tool_use: { id: 't1', name: 'Bash', input: {} }, stop_reason: 'tool_deferred' },
    ],
  ]
  it.each(endings)('tells of %s', (_, ending, frame) => {
    expect(run([], { ...done, ...ending } as RunOutcome)).toMatchObject(frame)
  })
})
