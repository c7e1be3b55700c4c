import { describe, expect, it } from 'vitest'
import { playing } from './session.fixture.js'
import { standingOf } from './standing.js'

describe('how a conversation stands', () => {
  const last = { at: 1_000_000, model: 'model-1', tokens: 15 }
  const engine = { ...playing(), price: () => ({ input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 }) }

  it('is told by the time since the last reply and what its tokens cost to cache again', () => {
    expect(standingOf(last, engine, 1_060_400)).toEqual({
      secondsSinceReply: 60,
      contextTokens: 15,
      cacheExpired: false,
      cacheWriteUsd: 0.0001,
    })
  })

  it('names no price where none is known, and says when the cache is cold', () => {
    const unpriced = { ...engine, price: () => undefined }
    expect(standingOf(last, unpriced, 2_000_000)).toEqual({
      secondsSinceReply: 1000,
      contextTokens: 15,
      cacheExpired: true,
    })
  })

  it('is nothing where no model has answered', () => {
    expect(standingOf(undefined, engine, 0)).toBeUndefined()
  })
})
