import type { EngineEvent } from '@raider/contracts'
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.js'
import { anthropic } from './engine.js'
import {
  asking,
  replyEvents,
  saying,
  provide,
  textEvents,
  told,
  type Answer,
  type Provider,
} from './provider.fixture.js'

const typeOf = new Map([
  [429, 'rate_limit_error'],
  [503, 'api_error'],
  [529, 'overloaded_error'],
])
const busy = (status: number, headers: Record<string, string> = { 'retry-after-ms': '1' }): Answer => ({
  status,
  headers,
  error: { error: { type: typeOf.get(status), message: 'busy' } },
})
const types = (events: readonly EngineEvent[]): string[] => events.map((event) => event.type)
const torn = { events: replyEvents(textEvents('half')).slice(0, 4) }

/** Streams until `isMoment`, aborts there, and returns the events from then on. */
const cancelAt = async (provider: Provider, isMoment: (event: EngineEvent) => boolean) => {
  const controller = new AbortController()
  const after: EngineEvent[] = []
  const timers = timerCount()
  const engine = anthropic({ apiKey: 'k', baseUrl: provider.url })
  for await (const event of engine.stream(asking('hi'), controller.signal)) {
    if (controller.signal.aborted) after.push(event)
    if (isMoment(event)) controller.abort({ by: 'user', reason: 'enough' })
  }
  // The test runner has timers of its own, which come and go; one of the engine's would stay for 90 seconds.
  const deadline = performance.now() + 5_000
  while (timerCount() > timers && performance.now() < deadline) await new Promise((resolve) => setImmediate(resolve))
  return {
    after,
    timersLeft: Math.max(0, timerCount() - timers),
    listenersLeft: getEventListeners(controller.signal, 'abort').length,
  }
}

const timerCount = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

const cancelled = { type: 'fault', fault: { kind: 'cancelled', message: 'enough', attempts: 1 } }

describe('retries', () => {
  it('mend rate limits, overload and server faults, and are told', async () => {
    const provider = await provide(busy(429), busy(529), busy(503), saying('ok'))
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url }), asking('hi'))
    expect(events.slice(0, 3)).toMatchObject([
      { type: 'retry', attempt: 1, delayMs: 1, fault: { kind: 'rate-limit', status: 429, attempts: 1 } },
      { type: 'retry', attempt: 2, fault: { kind: 'overloaded', status: 529 } },
      { type: 'retry', attempt: 3, fault: { kind: 'server', status: 503 } },
    ])
    expect(events.at(-1)?.type).toBe('end')
    expect(new Set(provider.requests.map(({ body }) => body)).size).toBe(1)
  })

  it('of refused requests are made where they are asked for, as often as the reference program makes them', async () => {
    const refused: Answer = { status: 400, error: { error: { type: 'invalid_request_error', message: 'no' } } }
    const provider = await provide(...Array.from({ length: 8 }, () => refused))
    const options = { apiKey: 'k', baseUrl: provider.url }
    expect(types(await told(anthropic(options), asking('hi')))).toEqual(['fault'])
    expect(provider.requests).toHaveLength(1)
    expect(types(await told(anthropic({ ...options, resendsRefused: true }), asking('hi')))).toEqual(['fault'])
    expect(provider.requests).toHaveLength(1 + 6)
  })

  it('of a request whose key was refused are made there too, unless the provider says that this is of no use', async () => {
    const refused = (headers: Record<string, string>): Answer => ({
      status: 401,
      headers: { 'retry-after-ms': '1', ...headers },
      error: { error: { type: 'authentication_error', message: 'no' } },
    })
    const provider = await provide(refused({}), saying('ok'), refused({ 'x-should-retry': 'false' }), refused({}))
    const options = { apiKey: 'k', baseUrl: provider.url }
    const engine = anthropic({ ...options, resendsRefused: true })
    expect((await told(engine, asking('hi'))).at(-1)?.type).toBe('end')
    expect(types(await told(engine, asking('hi')))).toEqual(['fault'])
    expect(types(await told(anthropic(options), asking('hi')))).toEqual(['fault'])
  })

  it('of a refused request end with the first that goes through', async () => {
    const provider = await provide(
      { status: 404, error: { error: { type: 'not_found_error', message: 'no' } } },
      saying('ok'),
    )
    const engine = anthropic({ apiKey: 'k', baseUrl: provider.url, resendsRefused: true })
    expect((await told(engine, asking('hi'))).at(-1)?.type).toBe('end')
  })

  it('send the whole request again after a torn stream', async () => {
    const provider = await provide({ ...torn, after: 'reset' }, torn, saying('ok'))
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url }), asking('hi'))
    const half = 'text-delta text-delta'
    expect(types(events).join(' ')).toBe(`${half} retry ${half} retry ${half} block end`)
    expect(events.filter((event) => event.type === 'retry')).toMatchObject([
      { fault: { kind: 'network' } },
      { fault: { kind: 'protocol' } },
    ])
  })

  it('are one for an answer that breaks off on a kept connection, which is asked for no second time behind it', async () => {
    const provider = await provide(saying('first'), { ...torn, after: 'abort' }, saying('ok'), saying('too many'))
    const engine = anthropic({ apiKey: 'k', baseUrl: provider.url })
    await told(engine, asking('hi'))
    expect(types(await told(engine, asking('again'))).at(-1)).toBe('end')
    expect(provider.requests[1]?.fromPort).toBe(provider.requests[0]?.fromPort)
    expect(provider.requests).toHaveLength(3)
  })

  it('tell of a stream that falls silent', async () => {
    const provider = await provide({ ...torn, after: 'hang' }, saying('ok'))
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url, timeoutMs: 100 }), asking('hi'))
    expect(events.find(({ type }) => type === 'retry')).toMatchObject({
      fault: { kind: 'network', message: expect.stringMatching('nothing was received for 100 ms') },
    })
  })

  it('follow an error inside the stream', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const provider = await provide({ events: [error] }, saying('ok'))
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url }), asking('hi'))
    expect(events[0]).toMatchObject({ type: 'retry', fault: { kind: 'overloaded', message: 'Overloaded' } })
  })

  it('end in a fault when their number is used up', async () => {
    const provider = await provide(busy(529), busy(529), busy(529), busy(529))
    const engine = anthropic({ apiKey: 'k', baseUrl: provider.url, env: { CLAUDE_CODE_MAX_RETRIES: '2' } })
    const events = await told(engine, asking('hi'))
    expect(types(events)).toEqual(['retry', 'retry', 'fault'])
    expect(events.at(-1)).toMatchObject({ fault: { kind: 'overloaded', status: 529, attempts: 3, message: 'busy' } })
    expect(provider.requests).toHaveLength(3)
  })

  it('obey a provider that says whether to retry', async () => {
    const provider = await provide(
      { status: 400, headers: { 'x-should-retry': 'true', 'retry-after-ms': '1' } },
      { status: 500, headers: { 'x-should-retry': 'false' } },
    )
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url }), asking('hi'))
    expect(types(events)).toEqual(['retry', 'fault'])
  })

  it('give up on a provider that sends nothing for too long', async () => {
    const provider = await provide({ ...torn, after: 'hang' })
    const engine = anthropic({ apiKey: 'k', baseUrl: provider.url, timeoutMs: 50, maxRetries: 0 })
    expect((await told(engine, asking('hi'))).at(-1)).toMatchObject({ type: 'fault', fault: { kind: 'network' } })
  })

  it('tell of a provider that cannot be reached', async () => {
    const provider = await provide()
    await provider.close()
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url, maxRetries: 0 }), asking('hi'))
    expect(events).toMatchObject([
      { type: 'fault', fault: { kind: 'network', message: expect.stringMatching('ECONNREFUSED') } },
    ])
  })
})

describe('a cancel', () => {
  it('during backoff ends the request at once and leaves neither timer nor listener', async () => {
    const provider = await provide(busy(429, { 'retry-after': '90' }))
    const result = await cancelAt(provider, (event) => event.type === 'retry' && event.delayMs === 90_000)
    expect(result).toMatchObject({ after: [cancelled], timersLeft: 0, listenersLeft: 0 })
  })

  it('during the stream ends the request at once and leaves neither timer nor listener', async () => {
    const provider = await provide({ ...torn, after: 'hang' })
    const result = await cancelAt(provider, (event) => event.type === 'text-delta')
    expect(result.after.at(-1)).toMatchObject(cancelled)
    expect(result).toMatchObject({ timersLeft: 0, listenersLeft: 0 })
  })

  it('before the request sends nothing', async () => {
    const provider = await provide(saying('ok'))
    const signal = AbortSignal.abort({ by: 'user', reason: 'enough' })
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url }), asking('hi'), signal)
    expect(events).toMatchObject([{ type: 'fault', fault: { kind: 'cancelled', attempts: 0 } }])
    expect(provider.requests).toHaveLength(0)
  })
})

describe('backoff', () => {
  it('doubles from half a second to half a minute, up to a quarter shorter', () => {
    for (const [retry, full] of [
      [1, 500],
      [2, 1000],
      [3, 2000],
      [9, 32_000],
      [50, 32_000],
    ] as const) {
      const delay = backoffMs(retry, undefined)
      expect(delay).toBeLessThanOrEqual(full)
      expect(delay).toBeGreaterThanOrEqual(full * 0.75)
    }
  })

  it('waits as long as the provider asks, up to two minutes', () => {
    expect(backoffMs(1, 7000)).toBe(7000)
    expect(backoffMs(1, 3_600_000)).toBe(120_000)
  })
})
