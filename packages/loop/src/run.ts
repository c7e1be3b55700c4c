import {
  messageOf,
  SparseSet,
  type CancelBy,
  type CancelReason,
  type RaiderEvent,
  type RunOutcome,
} from '@raider/contracts'
import { Feed } from './feed.js'
import { newId } from './id.js'

/** A cancel: by the user where nothing else is said. */
export interface CancelRequest {
  readonly by?: CancelBy
  readonly reason?: string
}

/** What a host says of one run. */
export interface RunOptions {
  /** Cancels the run, as by the user, when it aborts; default none. */
  readonly signal?: AbortSignal
}

/**
 * One prompt on its way: an async iterable of its events, with the outcome in `result`. It starts on the next tick of the event
 * loop, so that a reader who begins at once misses nothing; without a reader events are not kept.
 */
export class Run implements AsyncIterable<RaiderEvent> {
  readonly id: string = newId()
  /** Resolves with how the run ended; rejects with a `RaiderError` for misuse only. */
  readonly result: Promise<RunOutcome>
  readonly #feeds = new SparseSet<Feed>()
  readonly #abort = new AbortController()
  #halted: CancelReason | undefined
  #over = false

  /** @param drive does the work; gets the run itself. */
  constructor(drive: (run: Run) => Promise<RunOutcome>, { signal }: RunOptions = {}) {
    this.result = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => drive(this))
    this.result.then(
      () => this.#finish(),
      // Misuse reaches the reader too; a caller that only reads shall not crash on `result`.
      (error: unknown) => this.#finish(error),
    )
    if (signal !== undefined) this.#obey(signal)
  }

  /** Aborts when the run is cancelled, gentle cancels by a hook excepted. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** The reason of a gentle cancel: what runs may finish, nothing new starts. */
  halted(): CancelReason | undefined {
    return this.#halted
  }

  /**
   * Ends the run. By a hook it is gentle: no new call starts and running ones finish. By anybody else everything that runs is
   * aborted. Calling it again, or after the end, does nothing.
   */
  cancel(request: CancelRequest = {}): void {
    if (this.#over) return
    const reason: CancelReason = { by: request.by ?? 'user', reason: request.reason ?? 'cancelled' }
    if (reason.by === 'hook') this.halt(reason)
    else this.#abort.abort(reason)
  }

  #obey(signal: AbortSignal): void {
    const cancel = (): void => this.cancel({ reason: messageOf(signal.reason) })
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const leave = (): void => signal.removeEventListener('abort', cancel)
    this.result.then(leave, leave)
  }

  /** Cancels gently: no new call starts and running ones finish. */
  halt(reason: CancelReason): void {
    this.#halted ??= reason
  }

  /** Hands an event to every reader; the promise resolves once slow ones caught up. */
  publish(event: RaiderEvent): void | Promise<void> {
    if (this.#feeds.size === 0) return
    const slow = [...this.#feeds].flatMap((feed) => feed.push(event) ?? [])
    return slow.length === 0 ? undefined : Promise.all(slow).then(() => undefined)
  }

  [Symbol.asyncIterator](): AsyncIterator<RaiderEvent, undefined> {
    const feed = new Feed((left) => this.#feeds.delete(left))
    if (this.#over) feed.end()
    else this.#feeds.add(feed)
    return feed
  }

  #finish(error?: unknown): void {
    this.#over = true
    for (const feed of this.#feeds) feed.end(error)
    this.#feeds.clear()
  }
}
