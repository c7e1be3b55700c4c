import { costOf, isRaiderError, noUsage, type Price } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { anthropic } from './engine.js'
import { samplingOf } from './model.js'
import type { AnthropicOptions } from './option.js'
import { asking } from './provider.fixture.js'

const codeOf = (options: AnthropicOptions): string | undefined => {
  try {
    anthropic(options)
    return undefined
  } catch (error) {
    return isRaiderError(error) ? `${error.code}: ${error.message}` : 'foreign error'
  }
}

describe('models', () => {
  it('have aliases, and other names pass through', () => {
    const engine = anthropic({
      env: { ANTHROPIC_MODEL: 'Sonnet', ANTHROPIC_DEFAULT_OPUS_MODEL: 'claude-opus-5' },
    })
    expect(engine.model).toBe('claude-sonnet-5-5')
    expect(['opus', 'haiku', 'sonnet[1m]', 'my-gateway/model'].map((name) => engine.resolve(name))).toEqual([
      'claude-opus-5',
      'claude-haiku-5-5',
      'claude-sonnet-5-5',
      'my-gateway/model',
    ])
    expect(anthropic().model).toBe('claude-opus-5-5')
  })

  it('have the price of their id, dated or not, and unknown ones have none', () => {
    const price = (model: string): Price | undefined => anthropic().price(model)
    expect(price('opus')).toMatchObject({ input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 })
    expect(price('claude-haiku-4-5-20251001')).toEqual(price('claude-haiku-4-5'))
    expect(price('claude-opus-5')).not.toEqual(price('claude-opus-5-5'))
    expect([price('claude-opus-5-9'), price('gpt'), price('claude')]).toEqual([undefined, undefined, undefined])
  })

  it('cost more for long prompts where the provider says so', () => {
    const price = anthropic().price('haiku')!
    expect(costOf({ ...noUsage, inputTokens: 100_000 }, price)).toBeCloseTo(0.01)
    expect(costOf({ ...noUsage, inputTokens: 1, cacheReadTokens: 100_000 }, price)).toBeCloseTo(0.005)
  })

  it('get reasoning and effort in the form they accept', () => {
    const sampling = (model: string, thinkingTokens?: number, maxOutputTokens?: number): unknown => {
      const limits = {
        ...(thinkingTokens !== undefined && { thinkingTokens }),
        ...(maxOutputTokens && { maxOutputTokens }),
      }
      return samplingOf(model, asking('hi', { ...limits, effort: 'high' }), undefined)
    }
    const effort = { output_config: { effort: 'high' } }
    expect(sampling('claude-sonnet-5-5')).toEqual({ max_tokens: 128_000, ...effort })
    expect(sampling('claude-sonnet-5-5', 0)).toEqual({ max_tokens: 128_000, thinking: { type: 'disabled' }, ...effort })
    expect(sampling('claude-opus-5-5', 0)).toEqual({ max_tokens: 128_000, ...effort })
    expect(sampling('claude-opus-5', 5000)).toEqual({ max_tokens: 64_000, thinking: { type: 'adaptive' }, ...effort })
    expect(sampling('claude-haiku-4-5-20251001', 5000, 4000)).toEqual({
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 3999 },
    })
    expect(sampling('claude-haiku-4-5', 5000, 1000)).toEqual({ max_tokens: 1000 })
  })
})

describe('options', () => {
  it('that are wrong are refused by name', () => {
    expect(codeOf({ env: { API_TIMEOUT_MS: 'soon' } })).toMatch(/^bad-option: API_TIMEOUT_MS is 'soon'/)
    expect(codeOf({ baseUrl: 'localhost:80' })).toMatch(/^bad-option: The base URL 'localhost:80'/)
    expect(codeOf({ apiKeyHelper: 'print-key' })).toMatch(/^bad-option: apiKeyHelper/)
    expect(codeOf({ env: { API_TIMEOUT_MS: '', ANTHROPIC_BASE_URL: ' ' } })).toBeUndefined()
  })
})
