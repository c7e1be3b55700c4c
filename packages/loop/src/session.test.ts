import {
  isRaiderError,
  plainText,
  text,
  type Message,
  type Note,
  type Plugin,
  type PluginSteps,
  type RaiderEvent,
} from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { calls, echo, openSession, playing, plugin, says } from './session.fixture.js'
import type { SessionParts } from './parts.js'

const source = { kind: 'hook' as const, name: 'h.sh' }
const note = (id: string, kind: Note['kind'] = 'prompt'): Note => ({ id, kind, text: id, source })

/** Every text of a message, those inside results included. */
const textsOf = (message: Message | undefined): readonly string[] =>
  (message?.content ?? []).flatMap((block) =>
    block.type === 'tool_result' ? plainText(block.content) : block.type === 'text' ? block.text : [],
  )

describe('a run', () => {
  it('calls tools until the model ends, and gives the last text back', async () => {
    const engine = playing(calls('a'), says('all done'))
    const session = await openSession(engine)
    const outcome = await session.run('go').result
    expect(outcome).toMatchObject({ kind: 'done', text: 'all done', turns: 2, denials: [] })
    expect(textsOf(engine.requests[1]?.messages.at(-1))).toEqual(['a'])
  })

  it('gives every event to a reader that begins at once', async () => {
    const session = await openSession(playing(calls('a'), says('end')))
    const types: string[] = []
    for await (const event of session.run('go')) types.push(event.type)
    expect(types).toEqual([
      'run-start',
      'user-message',
      'model-request',
      'block',
      'model-reply',
      'tool-call',
      'tool-start',
      'tool-result',
      'model-request',
      'block',
      'model-reply',
      'run-end',
    ])
  })

  it('tells every plugin, and who owns the session, what plugins said while they were made', async () => {
    const heard: string[] = []
    const speaking = (name: string): Plugin => ({
      name,
      create: (scope) => {
        void scope.emit({ type: 'notice', level: 'warning', text: name })
        return { onEvent: (event) => void heard.push(event.type === 'notice' ? event.text : event.type) }
      },
    })
    const notices = [{ level: 'warning', file: '/s.json', text: 'settings' }] as const
    await openSession(playing(), { plugins: [speaking('one'), speaking('two')], notices })
    const once = ['session-open', 'settings', 'one', 'two']
    expect(heard).toEqual(once.flatMap((entry) => [entry, entry]))
  })

  it('lets a reader leave early without holding the run', async () => {
    const session = await openSession(playing(calls('a'), says('end')))
    const run = session.run('go')
    for await (const event of run) if (event.type === 'run-start') break
    expect((await run.result).kind).toBe('done')
  })

  it('keeps the complete tool traffic in order, paired by id', async () => {
    const session = await openSession(playing(calls('a', 'b'), says('end')))
    const { toolEvents } = await session.run('go').result
    expect(toolEvents.map((event) => `${event.phase} ${event.id}`)).toEqual([
      'call a',
      'result a',
      'call b',
      'result b',
    ])
    expect(toolEvents.every((event, n) => n === 0 || event.ns > (toolEvents[n - 1]?.ns ?? 0n))).toBe(true)
  })

  it('refuses a second run while one goes on, and any after the closing', async () => {
    const session = await openSession(playing(says('end')))
    const run = session.run('go')
    expect(() => session.run('again')).toThrow(expect.objectContaining({ code: 'session-busy' }))
    await run.result
    await session.close()
    expect(() => session.run('late')).toThrow(expect.objectContaining({ code: 'session-closed' }))
  })

  it('goes on with the conversation in the next run', async () => {
    const engine = playing(says('one'), says('two'))
    const session = await openSession(engine)
    await session.run('first').result
    await session.run('second').result
    expect(engine.requests[1]?.messages.map((message) => textsOf(message)[0])).toEqual(['first', 'one', 'second'])
  })

  it('gives a call id that was used before an id of its own', async () => {
    const engine = playing(calls('a'), calls('a'), says('end'))
    const session = await openSession(engine)
    const { toolEvents } = await session.run('go').result
    expect(toolEvents.map((event) => event.id)).toEqual(['a', 'a', 'a_2', 'a_2'])
    const results = engine.requests[2]?.messages.at(-1)?.content
    expect(results).toMatchObject([{ tool_use_id: 'a_2' }])
  })
})

describe('limits of a run', () => {
  it('ends after the given number of turns, the last results kept', async () => {
    const engine = playing(calls('a'), calls('b'), calls('c'))
    const session = await openSession(engine, { limits: { maxTurns: 2 } })
    expect(await session.run('go').result).toMatchObject({ kind: 'limit', limit: 'turns', max: 2, turns: 2 })
    await session.run('more').result
    expect(textsOf(engine.requests[2]?.messages.at(-1))).toEqual(['b', 'more'])
  })

  it('does not run the pending calls of a reply that spent too much', async () => {
    let ran = 0
    const tool = echo({ run: () => Promise.resolve(String(ran++)) })
    const session = await openSession(playing(calls('a')), { limits: { maxTokens: 14 }, tools: [tool] })
    expect(await session.run('go').result).toMatchObject({ kind: 'limit', limit: 'tokens', max: 14 })
    expect(ran).toBe(0)
  })

  it('ends when the money is spent, and will not start where the price is unknown', async () => {
    const session = await openSession(playing(calls('a')), { limits: { maxCostUsd: 0.00001 } })
    expect(await session.run('go').result).toMatchObject({ kind: 'limit', limit: 'cost' })
    const unknown = openSession(playing(), { limits: { maxCostUsd: 1 }, model: 'model-2' })
    await expect(unknown).rejects.toMatchObject({ code: 'unknown-price' })
  })

  it('ends when the time is over, whatever runs', async () => {
    const tool = echo({
      run: (_, scope) =>
        new Promise((_resolve, reject) => scope.signal.addEventListener('abort', () => reject(new Error('late')))),
    })
    const session = await openSession(playing(calls('a')), { limits: { maxTimeMs: 20 }, tools: [tool] })
    expect(await session.run('go').result).toMatchObject({ kind: 'limit', limit: 'time', max: 20 })
  })
})

describe('a strict run', () => {
  /** What a run comes to in which a plugin fails its part after a call. */
  const played = async (steps: PluginSteps, parts: Partial<SessionParts> = {}) => {
    const guard = { ...plugin('g', steps), guard: true }
    const session = await openSession(playing(calls('a'), says('end')), { plugins: [guard], ...parts })
    return session.run('go').result
  }
  const broken: PluginSteps = {
    afterTool: () => {
      throw new Error('gone')
    },
  }

  it('fails for a call that a guard could not look at after it ran, and names it', async () => {
    const fault = { kind: 'coverage', message: expect.stringMatching(/: a\.$/) }
    expect(await played(broken)).toMatchObject({ kind: 'failed', fault })
    expect(await played(broken, { strict: false })).toMatchObject({ kind: 'done', text: 'end' })
  })

  it('fails for what a plugin could not do, were it with its very last event', async () => {
    const events: string[] = []
    const short = (when: string): PluginSteps => ({
      onEvent: ({ type }) => void events.push(type),
      shortfall: () => (events.at(-1) === when ? 'the disk is full' : undefined),
    })
    const fault = { kind: 'shortfall', message: 'the disk is full' }
    for (const when of ['model-reply', 'run-end'])
      expect(await played(short(when))).toMatchObject({ kind: 'failed', fault })
    expect(await played(short('run-end'), { strict: false })).toMatchObject({ kind: 'done' })
  })
})

describe('plugins of a run', () => {
  it('a refused prompt never reaches the model', async () => {
    const engine = playing(says('end'))
    const refuse = plugin('p', { beforePrompt: () => ({ stance: 'deny', reason: 'not today', source }) })
    const session = await openSession(engine, { plugins: [refuse] })
    const outcome = await session.run('go').result
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'not today', prompt: 'go', turns: 0 })
    expect(engine.requests).toHaveLength(0)
  })

  it('a refused prompt is not repeated where a plugin hides it', async () => {
    const effects = { hidePrompt: true }
    const refuse = plugin('p', { beforePrompt: () => ({ stance: 'deny', reason: 'a secret', effects, source }) })
    const session = await openSession(playing(says('end')), { plugins: [refuse] })
    expect(await session.run('my password is 1234').result).not.toHaveProperty('prompt')
  })

  it('notes of the opening and of the prompt stand before the prompt, and receipts name their message', async () => {
    const engine = playing(says('end'))
    const events: RaiderEvent[] = []
    const memory = plugin('p', {
      open: (opening) => ({ ...opening, notes: [note('root', 'memory')] }),
      beforePrompt: () => ({ notes: [note('hint')], source }),
      onEvent: (event) => void events.push(event),
    })
    const session = await openSession(engine, { plugins: [memory] })
    await session.run('go').result
    expect(textsOf(engine.requests[0]?.messages[0])).toEqual([
      '<system-reminder>\nroot\n</system-reminder>',
      '<system-reminder>\nhint\n</system-reminder>',
      'go',
    ])
    expect(events.find((event) => event.type === 'model-request')).toMatchObject({
      receipts: [
        { note: 'root', message: 0 },
        { note: 'hint', message: 0 },
      ],
    })
  })

  it('a stop voter sends the model on with its reason, and its cap ends that', async () => {
    const engine = playing(...['one', 'two', 'three', 'four'].map(says))
    const stops: boolean[] = []
    const again = plugin('p', {
      beforeStop: (stop) => {
        stops.push(stop.active)
        return { stance: 'deny', reason: 'not yet', source }
      },
    })
    const session = await openSession(engine, { plugins: [again], stopBlockCap: 2 })
    expect(await session.run('go').result).toMatchObject({ kind: 'done', turns: 3 })
    expect(stops).toEqual([false, true, true])
    expect(textsOf(engine.requests[1]?.messages.at(-1))).toEqual(['not yet'])
  })

  it('a wish to stop after a call ends the run as cancelled by a hook, and the conversation can go on', async () => {
    const engine = playing(calls('a', 'b'), says('later'))
    const stop = { reason: 'enough', source }
    const stopper = plugin('p', { afterTool: (ending) => (ending.call.id === 'a' ? { ...ending, stop } : ending) })
    const session = await openSession(engine, { plugins: [stopper] })
    expect(await session.run('go').result).toMatchObject({ kind: 'cancelled', by: 'hook', reason: 'enough' })
    await session.run('more').result
    expect(engine.requests[1]?.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'a' },
      { type: 'tool_result', tool_use_id: 'b', is_error: true },
      text('more'),
    ])
  })
})

describe('cancelling', () => {
  it('by the user aborts the model, and the run says who and why', async () => {
    const engine = playing(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(says('late')))),
    )
    const session = await openSession(engine)
    const run = session.run('go')
    for await (const event of run) if (event.type === 'model-request') run.cancel({ reason: 'Ctrl-C' })
    expect(await run.result).toMatchObject({ kind: 'cancelled', by: 'user', reason: 'Ctrl-C', text: '' })
  })

  it('closing a session cancels what runs', async () => {
    const engine = playing(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(says('late')))),
    )
    const session = await openSession(engine)
    const run = session.run('go')
    for await (const event of run) if (event.type === 'model-request') void session.close()
    expect(await run.result).toMatchObject({ kind: 'cancelled', by: 'shutdown' })
  })

  it('leaves other sessions alone', async () => {
    const [one, two] = await Promise.all([
      openSession(playing(calls('a'), says('one'))),
      openSession(playing(calls('a'), says('two'))),
    ])
    const [first, second] = [one.run('go'), two.run('go')]
    first.cancel()
    expect((await first.result).kind).toBe('cancelled')
    expect(await second.result).toMatchObject({ kind: 'done', text: 'two' })
  })
})

describe('misuse', () => {
  it('two tools of one name are refused at start', async () => {
    const opening = openSession(playing(), { tools: [echo(), echo()] })
    await expect(opening).rejects.toSatisfy((error) => isRaiderError(error) && error.code === 'duplicate-tool')
  })
})
