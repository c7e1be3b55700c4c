import { setTimeout as delay } from 'node:timers/promises'

const firstMs = 500
const longestMs = 32_000
/** The provider's own wishes are honoured up to here; a longer one is better tried early than slept away. */
const longestAskedMs = 120_000

/**
 * Milliseconds to wait before retry number `retry` (from 1): what the provider asks for, else doubling from half a
 * second, jittered.
 */
export const backoffMs = (retry: number, askedMs: number | undefined): number => {
  if (askedMs !== undefined) return Math.min(Math.ceil(askedMs), longestAskedMs)
  const full = Math.min(firstMs * 2 ** (retry - 1), longestMs)
  // Up to a quarter less, so that clients that failed together do not come back together.
  return Math.round(full * (1 - Math.random() / 4))
}

/** Waits, no longer than until `signal` aborts. Leaves no timer and no listener behind. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
