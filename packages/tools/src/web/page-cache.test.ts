import { describe, expect, it } from 'vitest'
import { createCache } from './page-cache.js'

describe('createCache', () => {
  it('drops the oldest entries until the rest fits', () => {
    const cache = createCache<number>(60_000, 10)
    for (const [key, bytes] of [
      ['a', 4],
      ['b', 4],
      ['c', 4],
    ] as const)
      cache.set(key, bytes, bytes)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 4, 4])
  })

  it('counts an entry that is set again once', () => {
    const cache = createCache<number>(60_000, 10)
    for (let at = 0; at < 5; at++) cache.set('a', at, 6)
    cache.set('b', 1, 4)
    expect([cache.get('a'), cache.get('b')]).toEqual([4, 1])
  })

  it('forgets what is too old', () => {
    const cache = createCache<number>(0, 10)
    cache.set('a', 1, 1)
    expect(cache.get('a')).toBeUndefined()
  })
})
