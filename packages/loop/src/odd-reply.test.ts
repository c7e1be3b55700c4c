import {
  plainText,
  profiles,
  text,
  type Engine,
  type EngineEvent,
  type Message,
  type ProfileName,
} from '@raider/contracts'
import { createSessionScope } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { calls, echo, openSession, playing, plugin, says, type Turn } from './session.fixture.js'

const source = { kind: 'hook' as const, name: 'h.sh' }

const cut: Turn = { ...says('half'), stopReason: 'max-tokens' }
const refused: Turn = { ...says('I will'), stopReason: 'refusal' }

const words = (message: Message | undefined): string =>
  plainText((message?.content ?? []).flatMap((block) => (block.type === 'tool_result' ? block.content : block)))

/** Keeps which failures and stops plugins hear of. */
const listening = () => {
  const heard: string[] = []
  const listener = plugin('listener', {
    beforeChange: ({ kind, input }) => void (kind === 'StopFailure' && heard.push(String(input.error))),
    beforeStop: (stop) => void heard.push(`stop ${stop.text}`),
  })
  return { heard, listener }
}

describe('a reply', () => {
  it.each([
    ['blanks', [text(' \n')]],
    ['thinking', [{ type: 'thinking', thinking: 'hm', signature: 's' }]],
    ['nothing', []],
  ] as const)('of %s is asked for again once, and is no part of the conversation', async (_, content) => {
    const engine = playing({ content }, says('here'))
    const { heard, listener } = listening()
    const session = await openSession(engine, { plugins: [listener] })
    expect(await session.run('go').result).toMatchObject({ kind: 'done', text: 'here', turns: 2 })
    expect(engine.requests[1]?.messages).toHaveLength(1)
    expect(heard).toEqual(['stop here'])
  })

  it('that the provider stopped may go on once, and its calls are not run', async () => {
    const engine = playing({ ...calls('a'), stopReason: 'refusal' }, says('fine'))
    const ran: unknown[] = []
    const tool = echo({ run: (input) => Promise.resolve(ran.push(input)) })
    const session = await openSession(engine, { tools: [tool] })
    expect(await session.run('go').result).toMatchObject({ kind: 'done', text: 'fine' })
    expect(ran).toEqual([])
    const answer = engine.requests[1]?.messages.at(-1)
    expect(answer?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'a', is_error: true },
      { type: 'text', text: expect.stringContaining('stopped by a safety check') },
    ])
  })

  it('that the provider stopped again fails the run', async () => {
    const { heard, listener } = listening()
    const session = await openSession(playing(refused, refused), { plugins: [listener] })
    expect(await session.run('go').result).toMatchObject({ kind: 'failed', fault: { kind: 'refusal' } })
    expect(heard).toEqual(['invalid_request'])
  })

  it('that is cut at its token limit may go on three times, then the run fails', async () => {
    const { heard, listener } = listening()
    const session = await openSession(playing(cut, cut, cut, cut), { plugins: [listener] })
    expect(await session.run('go').result).toMatchObject({ kind: 'failed', fault: { kind: 'output-limit' }, turns: 4 })
    expect(heard).toEqual(['max_output_tokens'])
  })

  it('is shown as plugins want it, while those who stop the turn see what the model said', async () => {
    const { heard, listener } = listening()
    const display = plugin('display', {
      beforeChange: ({ kind }) => (kind === 'MessageDisplay' ? { effects: { display: 'shown' }, source } : undefined),
    })
    const session = await openSession(playing(says('said')), { plugins: [display, listener] })
    expect(await session.run('go').result).toMatchObject({ text: 'shown' })
    expect(heard).toEqual(['stop said'])
  })
})

it('tells the model with the next prompt why its turn was ended', async () => {
  const engine = playing(says('one'), says('two'))
  const stop = { reason: 'enough', source }
  const note = { id: 'n', kind: 'stop', text: 'halted: enough', source } as const
  const stopper = plugin('p', {
    beforeStop: () => (engine.requests.length === 1 ? { stop, notes: [note], source } : undefined),
  })
  const session = await openSession(engine, { plugins: [stopper] })
  expect(await session.run('go').result).toMatchObject({ kind: 'cancelled', by: 'hook', text: 'one' })
  await session.run('more').result
  expect(words(engine.requests[1]?.messages.at(-1))).toContain('halted: enough')
})

const inProfile = (name: ProfileName) => ({ facts: { ...createSessionScope(), profile: profiles[name] } })

it.each([
  ['raider', 'overloaded', 529, 'overloaded'],
  ['claude', 'overloaded', 529, 'server_error'],
  ['raider', 'billing', 402, 'billing_error'],
  ['claude', 'billing', 402, 'unknown'],
  ['claude', 'billing', 400, 'billing_error'],
  ['claude', 'server', 408, 'unknown'],
] as const)('names a fault by profile: %s %s %i', async (profile, kind, status, name) => {
  const { heard, listener } = listening()
  const engine = {
    ...playing(),
    async *stream() {
      yield { type: 'fault', fault: { kind, status, message: 'no', attempts: 1 } } as const
    },
  }
  const session = await openSession(engine, { plugins: [listener], ...inProfile(profile) })
  await session.run('go').result
  expect(heard).toEqual([name])
})

it.each([
  ['raider', 'two'],
  ['claude', 'one'],
] as const)('goes on after a pause of the provider, or not, by profile: %s', async (profile, text) => {
  const session = await openSession(playing({ ...says('one'), stopReason: 'pause' }, says('two')), inProfile(profile))
  expect(await session.run('go').result).toMatchObject({ kind: 'done', text })
})

it.each([
  ['raider', []],
  ['claude', ['Echo']],
] as const)('asks voters about calls that a budget leaves pending, or not, by profile: %s', async (profile, heard) => {
  const voted: string[] = []
  const ran: unknown[] = []
  const voter = plugin('voter', { beforeTool: (call) => void voted.push(call.name) })
  const tool = echo({ run: (input) => Promise.resolve(ran.push(input)) })
  const limits = { maxTokens: 14 }
  const session = await openSession(playing(calls('a')), {
    plugins: [voter],
    tools: [tool],
    limits,
    ...inProfile(profile),
  })
  expect(await session.run('go').result).toMatchObject({ kind: 'limit', limit: 'tokens' })
  expect({ voted, ran }).toEqual({ voted: heard, ran: [] })
})

it.each([
  ['raider', 'user', { kind: 'cancelled', by: 'user' }],
  ['claude', 'user', { kind: 'done', text: '' }],
  ['claude', 'shutdown', { kind: 'done', text: 'one' }],
] as const)(
  'keeps an answer when its stop voters are interrupted, or not, by profile: %s %s',
  async (profile, by, outcome) => {
    let interrupt: (() => void) | undefined
    const slow = plugin('slow', {
      beforeStop: () => {
        interrupt?.()
        return undefined
      },
    })
    const session = await openSession(playing(says('one')), { plugins: [slow], ...inProfile(profile) })
    const run = session.run('go')
    interrupt = () => run.cancel({ by, reason: 'enough' })
    expect(await run.result).toMatchObject(outcome)
  },
)

describe('an engine of the host', () => {
  const message = { role: 'assistant', content: [text('hi')] } as const
  it.each([
    ['leaves out the usage', { message, stopReason: 'end', model: 'm' }, 'lacks usage'],
    ['leaves out all', {}, 'lacks message.content, stopReason, usage, model'],
    ['throws', undefined, 'threw: boom'],
  ])('that %s ends the run with a fault that says so', async (_, end, complaint) => {
    const engine: Engine = {
      ...playing(),
      async *stream() {
        if (end === undefined) throw new Error('boom')
        yield Object.assign({ type: 'end' }, end) as unknown as EngineEvent
      },
    }
    const session = await openSession(engine, {})
    const outcome = await session.run('go').result
    expect(outcome).toMatchObject({ kind: 'failed', fault: { kind: 'protocol', attempts: 1 } })
    expect(outcome).toHaveProperty('fault.message', expect.stringContaining(complaint))
  })
})
