/** Keeps things for a while, and no more of them than fit. */
export interface Cache<T> {
  get(key: string): T | undefined
  set(key: string, value: T, bytes: number): void
}

interface Entry<T> {
  readonly value: T
  readonly bytes: number
  readonly until: number
}

/** A cache in which an entry lives `ttlMs` and all together have at most `maxBytes`; the oldest make room. */
export const createCache = <T>(ttlMs: number, maxBytes: number): Cache<T> => {
  const entries = new Map<string, Entry<T>>()
  let total = 0
  const drop = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined || performance.now() < entry.until) return entry?.value
      drop(key)
      return undefined
    },
    set(key, value, bytes) {
      drop(key)
      entries.set(key, { value, bytes, until: performance.now() + ttlMs })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break
        drop(oldest)
      }
    },
  }
}
