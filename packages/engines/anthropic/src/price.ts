import type { Price } from '@raider/contracts'
import { undated } from './model.js'

const price = (input: number, output: number, cacheRead: number, cacheWrite = input * 1.25): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite,
  webSearch: 0.01,
})

/**
 * List prices in US dollars for a million tokens, 30 November 2026: the platform's price page, checked against the
 * costs that Claude Code 2.1.332 reports (seen). Cache writes are those of the five-minute cache. No discounts, no
 * batch or fast mode. A search of the web costs 0.01 dollars with every model.
 */
const prices = new Map<string, Price>([
  ['claude-fable-5-2', price(8, 40, 0.2)],
  ['claude-mythos-5-2', price(8, 40, 0.2)],
  ['claude-fable-5-1', price(10, 50, 0.25)],
  ['claude-mythos-5-1', price(10, 50, 0.25)],
  ['claude-fable-5', price(10, 50, 1)],
  ['claude-mythos-5', price(10, 50, 1)],
  ['claude-opus-5-5', price(4, 20, 0.2)],
  ['claude-opus-5', price(5, 25, 0.5)],
  ['claude-opus-4-8', price(5, 25, 0.5)],
  ['claude-opus-4-7', price(5, 25, 0.5)],
  ['claude-opus-4-6', price(5, 25, 0.5)],
  ['claude-opus-4-5', price(5, 25, 0.5)],
  ['claude-sonnet-5-5', price(2, 10, 0.1)],
  ['claude-sonnet-5', price(2, 10, 0.2)],
  ['claude-sonnet-4-6', price(3, 15, 0.3)],
  ['claude-sonnet-4-5', price(3, 15, 0.3)],
  ['claude-haiku-5-5', { ...price(0.1, 0.5, 0.01), longPrompt: { above: 100_000, ...price(0.5, 2.5, 0.05) } }],
  ['claude-haiku-4-5', price(1, 5, 0.1)],
])

/** The price of a model id, dated or not; undefined where it is unknown. */
export const priceOf = (model: string): Price | undefined => prices.get(undated(model))
