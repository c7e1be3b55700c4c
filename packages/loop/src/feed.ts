import type { RaiderEvent } from '@raider/contracts'

/** Events that may wait for a slow reader before the run waits for it. */
const highWater = 256

/** Hands events to one reader. A reader that falls behind slows the run down; nothing piles up. */
export class Feed implements AsyncIterator<RaiderEvent, undefined> {
  readonly #events: RaiderEvent[] = []
  #wakeReader: (() => void) | undefined
  #wakeWriter: (() => void) | undefined
  #ended = false
  #error: unknown
  readonly #onLeave: (feed: Feed) => void

  constructor(onLeave: (feed: Feed) => void) {
    this.#onLeave = onLeave
  }

  push(event: RaiderEvent): void | Promise<void> {
    if (this.#ended) return
    this.#events.push(event)
    this.#wakeReader?.()
    if (this.#events.length < highWater) return
    return new Promise((resolve) => {
      this.#wakeWriter = resolve
    })
  }

  /** No further events; `error` is thrown to the reader after the last one. */
  end(error?: unknown): void {
    this.#ended = true
    this.#error = error
    this.#wakeReader?.()
    this.#wakeWriter?.()
  }

  async next(): Promise<IteratorResult<RaiderEvent, undefined>> {
    while (this.#events.length === 0) {
      if (this.#error !== undefined) throw this.#error
      if (this.#ended) return { done: true, value: undefined }
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve
      })
    }
    const value = this.#events.shift()
    if (this.#events.length === 0) this.#wakeWriter?.()
    return value === undefined ? { done: true, value: undefined } : { done: false, value }
  }

  return(): Promise<IteratorResult<RaiderEvent, undefined>> {
    this.#events.length = 0
    this.end()
    this.#onLeave(this)
    return Promise.resolve({ done: true, value: undefined })
  }
}
