import { plainText, profiles, type CancelReason, ToolFailure } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { createDoor, decision, echo, plugin, request, type DoorOptions } from './door.fixture.js'
import { createGate } from './gate.js'

const run = async (options: DoorOptions, ...requests: ReturnType<typeof request>[]) => {
  const bench = await createDoor(options)
  const batch = await createGate(bench.door).batch(requests, bench.scope)
  return { ...bench, batch, texts: batch.calls.map((call) => plainText(call.result.content)) }
}

describe('a batch of calls', () => {
  it('runs a call and gives its content back', async () => {
    const { texts, batch } = await run({}, request('a'))
    expect(texts).toEqual(['a'])
    expect(batch.calls[0]).toMatchObject({ status: 'ok', result: { isError: false, structured: 'a' } })
  })

  it('tells listeners of call, start and result in this order, the call before anything is decided', async () => {
    const { events } = await run({}, request('a'))
    expect(events.map((event) => event.type)).toEqual(['tool-call', 'tool-start', 'tool-result'])
  })

  it('lets parallel-safe neighbours run together and keeps the order of the model', async () => {
    const started: string[] = []
    let release: (() => void) | undefined
    const both = new Promise<void>((resolve) => (release = resolve))
    const tool = echo({
      parallel: () => true,
      run: async (input) => {
        started.push(String(input.word))
        if (started.length === 2) release?.()
        await both
        return input.word
      },
    })
    const { texts } = await run({ tools: [tool] }, request('a'), request('b'))
    expect(started).toEqual(['a', 'b'])
    expect(texts).toEqual(['a', 'b'])
  })

  it('seals parallel-safe calls before a call that is not is looked at', async () => {
    const reader = echo({ name: 'Reader', parallel: () => true })
    const { events } = await run({ tools: [reader, echo()] }, request('a', { word: 'a' }, 'Reader'), request('b'))
    expect(events.map((event) => event.type).slice(0, 4)).toEqual([
      'tool-call',
      'tool-start',
      'tool-result',
      'tool-call',
    ])
  })

  it('ends and seals a call that is not parallel-safe before the next one is looked at', async () => {
    const { events } = await run({}, request('a'), request('b'))
    expect(events.map((event) => event.type)).toEqual([
      'tool-call',
      'tool-start',
      'tool-result',
      'tool-call',
      'tool-start',
      'tool-result',
    ])
  })

  it('seals in order of completion where the profile says so, in source order otherwise', async () => {
    const order = async (profile = profiles.raider) => {
      let second: (() => void) | undefined
      const after = new Promise<void>((resolve) => (second = resolve))
      const tool = echo({
        parallel: () => true,
        run: async (input) => {
          if (input.word === 'a') await after
          else setImmediate(() => second?.())
          return input.word
        },
      })
      const { events } = await run({ tools: [tool], profile }, request('a'), request('b'))
      return events.flatMap((event) => (event.type === 'tool-result' ? event.id : []))
    }
    expect(await order(profiles.raider)).toEqual(['a', 'b'])
    expect(await order(profiles.claude)).toEqual(['b', 'a'])
  })

  it('a failing sibling cancels nobody', async () => {
    const tool = echo({
      parallel: () => true,
      run: (input) => (input.word === 'a' ? Promise.reject(new ToolFailure('no')) : Promise.resolve(input.word)),
    })
    const { batch } = await run({ tools: [tool] }, request('a'), request('b'))
    expect(batch.calls.map((call) => call.status)).toEqual(['failed', 'ok'])
  })

  it('answers an unknown tool, undecodable arguments and a wrong input with an error each', async () => {
    const { texts, batch } = await run(
      {},
      request('a', {}, 'Nope'),
      request('b', '{"word": '),
      request('c', { word: 1, extra: true }),
      request('d', {}),
    )
    expect(batch.calls.map((call) => call.status)).toEqual(['unknown', 'invalid', 'invalid', 'invalid'])
    expect(texts[0]).toContain('No such tool available: Nope')
    expect(texts[1]).toContain('not valid JSON')
    expect(texts[2]).toContain('unexpected parameter `extra`')
    expect(texts[2]).toContain('`word` type is expected as `string` but provided as `number`')
    expect(texts[3]).toContain('required parameter `word` is missing')
  })

  it('gives every ending but a deferred one to the afterTool steps', async () => {
    const seen: string[] = []
    const watcher = plugin('watcher', {
      beforeTool: (call) => {
        const { word } = call.input
        if (word === 'deny' || word === 'defer') return { stance: word, source: { kind: 'plugin', name: 'watcher' } }
        return undefined
      },
      afterTool: (ending) => {
        seen.push(ending.outcome.status)
        return ending
      },
    })
    const tool = echo({
      run: (input) => (input.word === 'fail' ? Promise.reject(new Error('x')) : Promise.resolve('ok')),
    })
    const ids = ['ok', 'fail', 'deny', 'defer']
    const { batch } = await run(
      { tools: [tool], plugins: [watcher] },
      ...ids.map((id) => request(id)),
      request('u', {}, 'Nope'),
    )
    expect(seen).toEqual(['ok', 'failed', 'refused', 'unknown'])
    expect(batch.calls.map((call) => call.status)).toEqual(['ok', 'failed', 'refused', 'deferred', 'unknown'])
  })

  it('starts no further call after a wish to stop, while running siblings finish', async () => {
    const stopper = plugin('stopper', {
      beforeTool: (call) =>
        call.id === 'b'
          ? { stop: { reason: 'enough', source: { kind: 'hook', name: 'h' } }, source: { kind: 'hook', name: 'h' } }
          : undefined,
    })
    const tool = echo({ parallel: () => true })
    const { batch, events } = await run({ tools: [tool], plugins: [stopper] }, request('a'), request('b'), request('c'))
    expect(batch.calls.map((call) => call.status)).toEqual(['ok', 'cancelled', 'cancelled'])
    expect(batch.stop?.reason).toBe('enough')
    expect(events.filter((event) => event.type === 'tool-start')).toHaveLength(1)
  })

  it('profile claude runs a call whose PreToolUse hook wants to stop', async () => {
    const stop = { reason: 'enough', source: { kind: 'hook' as const, name: 'h' } }
    const stopper = plugin('stopper', { beforeTool: () => ({ stop, source: stop.source }) })
    const { batch } = await run({ plugins: [stopper], profile: profiles.claude }, request('a'))
    expect(batch.calls[0]?.status).toBe('ok')
    expect(batch.stop?.reason).toBe('enough')
  })

  it('cancels what runs when the signal aborts, and still gives it to the closing steps', async () => {
    const abort = new AbortController()
    const closing: (CancelReason | undefined)[] = []
    const watcher = plugin('watcher', {
      afterTool: (ending, scope) => {
        closing.push(ending.outcome.cancel)
        expect(scope.signal.aborted).toBe(false)
        return ending
      },
    })
    const tool = echo({
      run: (_, scope) =>
        new Promise((_resolve, reject) => {
          scope.signal.addEventListener('abort', () => reject(new Error('gone')), { once: true })
          abort.abort({ by: 'user', reason: 'Ctrl-C' })
        }),
    })
    const { batch } = await run({ tools: [tool], plugins: [watcher], signal: abort.signal }, request('a'), request('b'))
    expect(batch.calls.map((call) => call.status)).toEqual(['cancelled', 'cancelled'])
    expect(closing.map((cancel) => cancel?.reason)).toEqual(['Ctrl-C', 'Ctrl-C'])
  })

  it('proves coverage, and keeps the traffic paired by id', async () => {
    const { ledger } = await run(
      { permit: (query) => decision(query.input.word === 'b' ? 'deny' : 'allow') },
      request('a'),
      request('b'),
    )
    expect(ledger.coverage()).toEqual({ calls: 2, before: 2, executed: 1, after: 2, missing: [] })
    expect(ledger.events().map(({ phase, id }) => `${phase} ${id}`)).toEqual([
      'call a',
      'result a',
      'call b',
      'failure b',
    ])
  })
})
