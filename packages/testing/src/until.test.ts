import { describe, expect, it } from 'vitest'
import { until } from './until.js'

describe('until', () => {
  it('returns the first value that counts', async () => {
    const values = [undefined, false as const, 'now']
    expect(await until('it says now', () => values.shift())).toBe('now')
  })

  it('names what it waited for when it gives up', async () => {
    await expect(until('pigs fly', () => false, { deadlineMs: 10 })).rejects.toThrow('until pigs fly')
  })
})
