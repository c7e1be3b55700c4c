import { isRaiderError } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { anthropic } from './engine.js'
import type { RunHelper } from './option.js'
import { asking, saying, provide, told, type Answer, type Provider } from './provider.fixture.js'

const refused: Answer = { status: 401, error: { error: { type: 'authentication_error', message: 'invalid key' } } }

const printing = (...keys: string[]): { runHelper: RunHelper; commands: string[] } => {
  const commands: string[] = []
  const runHelper: RunHelper = async (command) => {
    commands.push(command)
    return `${keys[commands.length - 1] ?? keys.at(-1)}\n`
  }
  return { runHelper, commands }
}

const helped = (provider: Provider, runHelper: RunHelper, env: Record<string, string> = {}) =>
  anthropic({ baseUrl: provider.url, apiKeyHelper: 'print-key', runHelper, env })

describe('credentials', () => {
  it('are asked of the helper once and sent both ways', async () => {
    const provider = await provide(saying('one'), saying('two'))
    const { runHelper, commands } = printing('first')
    const engine = helped(provider, runHelper)
    await told(engine, asking('hi'))
    await told(engine, asking('hi'))
    expect(commands).toEqual(['print-key'])
    const sent = { 'x-api-key': 'first', authorization: 'Bearer first' }
    expect(provider.requests.map(({ headers }) => headers)).toMatchObject([sent, sent])
  })

  it('are asked anew when their time is over', async () => {
    const provider = await provide(saying('one'), saying('two'))
    const { runHelper } = printing('first', 'second')
    const engine = helped(provider, runHelper, { CLAUDE_CODE_API_KEY_HELPER_TTL_MS: '0' })
    await told(engine, asking('hi'))
    await told(engine, asking('hi'))
    expect(provider.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['first', 'second'])
  })

  it('are asked anew at once when they are refused', async () => {
    const provider = await provide(refused, saying('ok'))
    const { runHelper } = printing('stale', 'fresh')
    const events = await told(helped(provider, runHelper), asking('hi'))
    expect(events[0]).toMatchObject({ type: 'retry', delayMs: 0, fault: { kind: 'authentication' } })
    expect(provider.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['stale', 'fresh'])
  })

  it('end in a fault when the helper gives the refused key again', async () => {
    const provider = await provide(refused, refused, refused)
    const events = await told(helped(provider, printing('stale').runHelper), asking('hi'))
    expect(events.at(-1)).toMatchObject({ type: 'fault', fault: { kind: 'authentication', attempts: 2 } })
  })

  it('that are not there make the check fail with what to do, and the request end in a fault', async () => {
    const engine = anthropic({ env: {} })
    const signal = new AbortController().signal
    const error: unknown = await engine.check?.(signal).catch((thrown: unknown) => thrown)
    expect(isRaiderError(error) && error.code).toBe('no-credentials')
    expect(String(error)).toContain('ANTHROPIC_API_KEY')
    expect(await told(engine, asking('hi'))).toMatchObject([{ type: 'fault', fault: { kind: 'authentication' } }])
    await anthropic({ apiKey: 'k' }).check?.(signal)
  })

  it('of a failing or silent helper name the helper', async () => {
    const provider = await provide()
    const failing = helped(provider, () => Promise.reject(new Error('exit code 1')))
    expect(await told(failing, asking('hi'))).toMatchObject([
      { fault: { message: /apiKeyHelper failed: exit code 1/ } },
    ])
    const silent = helped(provider, async () => '\n')
    expect(await told(silent, asking('hi'))).toMatchObject([{ fault: { message: /apiKeyHelper printed nothing/ } }])
    expect(provider.requests).toHaveLength(0)
  })
})
