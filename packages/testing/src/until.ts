import { setTimeout as sleep } from 'node:timers/promises'

/** How long and how often to look. */
export interface UntilOptions {
  /** Milliseconds before it gives up; default 5000. */
  readonly deadlineMs?: number
  /** Milliseconds between two looks; default 5. */
  readonly everyMs?: number
}

/**
 * Waits until `condition` gives something other than false, undefined or null, and returns it. Rejects with `what` in
 * its message when the deadline passes, and at once where the condition throws.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  options: UntilOptions = {},
): Promise<Exclude<T, false | undefined | null>> {
  const { deadlineMs = 5000, everyMs = 5 } = options
  const end = performance.now() + deadlineMs
  for (;;) {
    const value = await condition()
    if (isReached(value)) return value
    if (performance.now() > end) throw new Error(`waited ${deadlineMs} ms in vain until ${what}`)
    await sleep(everyMs)
  }
}

const isReached = <T>(value: T): value is Exclude<T, false | undefined | null> =>
  value !== false && value !== undefined && value !== null
