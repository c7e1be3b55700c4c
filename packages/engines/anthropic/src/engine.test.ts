import { Anthropic } from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { anthropic } from './engine.js'
import { asking, replyEvents, saying, provide, textEvents, told, type Answer } from './provider.fixture.js'

const statusOf = (answer: Answer): number => (typeof answer === 'object' && 'status' in answer ? answer.status : 200)

describe('anthropic', () => {
  it('reads a stream that arrives byte by byte', async () => {
    const provider = await provide({ events: replyEvents(textEvents('grüße 🦀 ok')), bytewise: true })
    const events = await told(anthropic({ apiKey: 'k', baseUrl: provider.url }), asking('hi'))
    const deltas = events.flatMap((event) => (event.type === 'text-delta' ? event.text : []))
    expect(deltas.join('')).toBe('grüße 🦀 ok')
    expect(events.at(-1)).toMatchObject({ type: 'end', message: { content: [{ type: 'text', text: 'grüße 🦀 ok' }] } })
  })

  it('speaks the version of the protocol that the official SDK speaks', async () => {
    const provider = await provide(saying('ok'), saying('ok'))
    await told(anthropic({ apiKey: 'k', baseUrl: provider.url }), asking('hi'))
    const official = new Anthropic({ apiKey: 'k', baseURL: provider.url })
    await official.messages.create({ model: 'm', max_tokens: 1, messages: [], stream: true })
    const [own, theirs] = provider.requests.map(({ headers }) => headers['anthropic-version'])
    expect(own).toBe(theirs)
  })

  it('sends key, token and custom headers', async () => {
    const provider = await provide(saying('ok'))
    const env = {
      ANTHROPIC_API_KEY: ' key ',
      ANTHROPIC_AUTH_TOKEN: 'token',
      ANTHROPIC_CUSTOM_HEADERS: 'X-One: 1\nX-Two:2',
    }
    await told(anthropic({ env, baseUrl: `${provider.url}/` }), asking('hi'))
    expect(provider.requests[0]?.headers).toMatchObject({
      'x-api-key': 'key',
      authorization: 'Bearer token',
      'x-one': '1',
      'x-two': '2',
      'content-type': 'application/json',
    })
  })

  it('tells who asks, unless a custom header says it otherwise', async () => {
    const provider = await provide(saying('ok'), saying('ok'))
    const options = { apiKey: 'k', baseUrl: provider.url }
    await told(anthropic(options), asking('hi'))
    await told(anthropic({ ...options, headers: { 'User-Agent': 'mine' } }), asking('hi'))
    const agents = provider.requests.map(({ headers }) => headers['user-agent'])
    expect(agents).toEqual([expect.stringMatching(/^raider\/\d/), 'mine'])
  })

  it('asks for the model behind an alias', async () => {
    const provider = await provide(saying('ok'), saying('ok'))
    const env = { ANTHROPIC_DEFAULT_HAIKU_MODEL: 'claude-mine-1' }
    const engine = anthropic({ apiKey: 'k', env, baseUrl: provider.url, model: 'sonnet' })
    await told(engine, asking('hi'))
    await told(engine, asking('hi', { model: 'haiku' }))
    expect(provider.requests.map(({ body }) => JSON.parse(body).model)).toEqual(['claude-sonnet-5-5', 'claude-mine-1'])
  })

  it('goes on over one kept connection', async () => {
    const provider = await provide(saying('one'), saying('two'))
    const engine = anthropic({ apiKey: 'k', baseUrl: provider.url })
    await told(engine, asking('hi'))
    expect((await told(engine, asking('hi'))).at(-1)).toMatchObject({ type: 'end' })
    expect(new Set(provider.requests.map(({ fromPort }) => fromPort)).size).toBe(1)
  })

  it('opens a new connection without a word where a kept one was closed', async () => {
    const provider = await provide(saying('one'), 'drop', saying('two'))
    const engine = anthropic({ apiKey: 'k', baseUrl: provider.url })
    await told(engine, asking('hi'))
    const events = await told(engine, asking('hi'))
    expect(events.map((event) => event.type)).not.toContain('retry')
    expect(new Set(provider.requests.map(({ fromPort }) => fromPort)).size).toBe(2)
  })

  it('uses the fetch it is given', async () => {
    const seen: string[] = []
    const engine = anthropic({
      apiKey: 'k',
      baseUrl: 'https://example.invalid',
      maxRetries: 0,
      fetch: async (input) => {
        seen.push(input instanceof Request ? input.url : input.toString())
        return Response.json({ error: { type: 'invalid_request_error', message: 'no' } }, { status: 400 })
      },
    })
    expect(await told(engine, asking('hi'))).toMatchObject([
      { type: 'fault', fault: { kind: 'invalid-request', message: 'no' } },
    ])
    expect(seen).toEqual(['https://example.invalid/v1/messages'])
  })

  it('gives up on a fetch that gets no answer', async () => {
    const silent = (_: unknown, init?: RequestInit): Promise<Response> =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const engine = anthropic({ apiKey: 'k', maxRetries: 0, timeoutMs: 10, fetch: silent })
    expect(await told(engine, asking('hi'))).toMatchObject([
      { type: 'fault', fault: { kind: 'network', message: expect.stringMatching('nothing was received for 10 ms') } },
    ])
  })

  it('names the fault of what cannot be mended', async () => {
    const refusal = (status: number, type: string, message = 'x'): Answer => ({
      status,
      error: { error: { type, message } },
    })
    const cases: [Answer, string][] = [
      [refusal(401, 'authentication_error'), 'authentication'],
      [refusal(402, 'billing_error'), 'billing'],
      [refusal(400, 'invalid_request_error', 'Your credit balance is too low'), 'billing'],
      [refusal(400, 'invalid_request_error', 'prompt is too long: 2 > 1'), 'context-limit'],
      [refusal(400, 'invalid_request_error'), 'invalid-request'],
      [refusal(404, 'not_found_error', 'model: x'), 'model-not-found'],
      [{ status: 413, error: '<html>too large</html>' }, 'too-large'],
    ]
    const provider = await provide(...cases.map(([answer]) => answer))
    const engine = anthropic({ apiKey: 'k', baseUrl: provider.url })
    for (const [answer, kind] of cases) {
      const events = await told(engine, asking('hi'))
      expect(events).toMatchObject([{ type: 'fault', fault: { kind, attempts: 1, status: statusOf(answer) } }])
    }
  })
})
