import { profiles, type CancelRequest, type Raider, type Run } from 'raider'
import { catchInterrupts, type EndSignal } from './interrupt.js'
import { exitCodeOfSignal } from './exit-code.js'
import type { Terminal } from './terminal.js'

/** Lets signals end a headless program: the run that goes on, or the start of a session. */
export class Leaving {
  readonly #abort = new AbortController()
  readonly #interrupts: ReturnType<typeof catchInterrupts>
  /** The run that goes on. */
  run: Run | undefined

  constructor(raider: Raider, { unread }: Terminal) {
    this.#interrupts = catchInterrupts(unread, (signal) => {
      if (this.run === undefined) raider.shutdown(signal)
      else this.run.cancel(cancelOf(signal))
      this.#abort.abort()
    })
  }

  /** Aborts at the first signal. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Exit code of the signal that came; undefined where none did. */
  code(profile: 'raider' | 'claude' = 'raider'): number | undefined {
    const { received } = this.#interrupts
    if (received === undefined) return undefined
    return received === 'SIGINT' ? Number(profiles[profile].interruptExit) : exitCodeOfSignal(received)
  }

  /** Listens no longer. */
  off(): void {
    this.#interrupts.off()
  }
}

const cancelOf = (signal: EndSignal): CancelRequest =>
  signal === 'SIGINT' ? { by: 'user', reason: 'Ctrl-C' } : { by: 'shutdown', reason: signal }
