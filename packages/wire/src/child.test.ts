import { describe, expect, it } from 'vitest'
import { noUsage, text, type EventBody, type RaiderEvent } from '@raider/contracts'
import { createEvent, createSessionOpen } from '@raider/testing'
import { createWire, type Frame, type WireOptions } from './index.js'

const options: WireOptions = {
  version: '0.1.0',
  apiKeySource: 'none',
  hookFrames: false,
  maxRetries: 10,
  price: () => undefined,
}

const at = (session: string, body: EventBody): RaiderEvent =>
  createEvent(body, { session, agent: session === 'root' ? 'main' : 'main/x', time: '2030-01-01T00:00:00.000Z' })

const opened = (more: Parameters<typeof createSessionOpen>[0] = {}): EventBody =>
  createSessionOpen({ tools: ['Agent'], agents: ['x'], ...more })

const child = (id: string, parent: string, facts: { background?: boolean; depth?: number } = {}): EventBody =>
  opened({
    parent: { session: parent, call: `call-${id}` },
    child: { id, type: 'x', description: 'help', background: false, depth: 1, transcript: `/t/${id}.jsonl`, ...facts },
  })

const start: EventBody = { type: 'run-start', prompt: [text('do it')], promptId: 'p' }
const says: EventBody = { type: 'block', messageId: 'm1', block: text('hi') }
const calls: EventBody = {
  type: 'block',
  messageId: 'm1',
  block: { type: 'tool_use', id: 't', name: 'Bash', input: {} },
}
const ends = (more: object = {}): EventBody => ({
  type: 'run-end',
  ending: { kind: 'done' },
  text: 'report',
  turns: 1,
  usage: noUsage,
  durationMs: 7,
  coverage: { calls: 0, before: 0, executed: 0, after: 0, missing: [] },
  ...more,
})

const root = [at('root', opened()), at('root', start)]

const frames = (events: readonly RaiderEvent[], more: Partial<WireOptions> = {}): readonly Frame[] => {
  const wire = createWire({ ...options, ...more })
  return events.flatMap((event) => wire.frames(event))
}

const kinds = (all: readonly Frame[]): readonly string[] =>
  all.map((frame) => ('subtype' in frame ? frame.subtype : frame.type))

describe('a subagent in the stream', () => {
  it('begins and ends as a task of the call that started it', () => {
    const told = frames([...root, at('a1', child('a1', 'root')), at('a1', start), at('a1', ends())])
    expect(kinds(told)).toEqual(['init', 'task_started', 'user', 'task_updated', 'task_notification'])
    expect(told[0]).toMatchObject({ tools: ['Task'], agents: ['x'] })
    expect(told[1]).toMatchObject({ task_id: 'a1', tool_use_id: 'call-a1', prompt: 'do it', spawn_depth: 1 })
    expect(told[2]).toMatchObject({ parent_tool_use_id: 'call-a1', agent_id: 'a1', subagent_type: 'x' })
    expect(told[4]).toMatchObject({ status: 'completed', summary: 'report', output_file: '/t/a1.jsonl' })
    expect(new Set(told.map(({ session_id }) => session_id))).toEqual(new Set(['root']))
  })

  it('that somebody waits for is told by its calls only, and its own subagents not at all', () => {
    const events = [
      ...root,
      at('a1', child('a1', 'root')),
      at('a1', says),
      at('a1', calls),
      at('a2', child('a2', 'a1', { depth: 2 })),
      at('a2', calls),
    ]
    expect(frames(events).filter(({ type }) => type === 'assistant')).toMatchObject([{ agent_id: 'a1' }])
    const all = frames(events, { subagentText: true }).filter(({ type }) => type === 'assistant')
    expect(all).toMatchObject([{ agent_id: 'a1' }, { agent_id: 'a1' }, { agent_id: 'a2' }])
  })

  it('in the background is told whole, and listed while it works', () => {
    const told = frames([
      ...root,
      at('a1', child('a1', 'root', { background: true })),
      at('a1', start),
      at('a1', says),
      at('a1', ends({ ending: { kind: 'cancelled', by: 'shutdown', reason: 'over' } })),
    ])
    expect(kinds(told)).toEqual([
      'init',
      'background_tasks_changed',
      'task_started',
      'assistant',
      'task_updated',
      'task_notification',
      'background_tasks_changed',
    ])
    expect(told[1]).toMatchObject({ tasks: [{ task_id: 'a1', subagent_type: 'x', description: 'help' }] })
    expect(told[4]).toMatchObject({ patch: { status: 'stopped' } })
    expect(told[6]).toMatchObject({ tasks: [] })
  })
})
