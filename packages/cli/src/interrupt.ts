import { exitCodeOfSignal } from './exit-code.js'

/** SIGPIPE stands for a reader of stdout that went away; Node tells of it by an error of the stream. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const

/** What asks the program to end. */
export type EndSignal = (typeof signals)[number]

/** Listens for signals until `off`. */
export interface Interrupts {
  /** The first signal that came. */
  readonly received: EndSignal | undefined
  off(): void
}

/** Calls `onFirst` at the first signal, for a clean end; a second one leaves at once. */
export function catchInterrupts(onFirst: (signal: EndSignal) => void): Interrupts {
  let received: EndSignal | undefined
  const onSignal = (signal: EndSignal): void => {
    if (received === undefined) {
      received = signal
      onFirst(signal)
    } else if (signal !== 'SIGPIPE') process.exit(exitCodeOfSignal(signal))
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    get received() {
      return received
    },
    off: () => {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}
