import { exitCodeOfSignal } from './exit-code.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What asks the program to end. SIGPIPE stands for a reader of the output that went away. */
export type EndSignal = (typeof signals)[number] | 'SIGPIPE'

/** Listens for signals until `off`. */
interface Interrupts {
  /** The first signal that came. */
  readonly received: EndSignal | undefined
  off(): void
}

/**
 * Calls `onFirst` at the first signal, for a clean end; a second one leaves at once.
 *
 * @param unread aborts when nobody reads the output any more. The signal SIGPIPE itself cannot tell: it also comes of a hook
 * that does not read its stdin.
 */
export function catchInterrupts(unread: AbortSignal, onFirst: (signal: EndSignal) => void): Interrupts {
  let received: EndSignal | undefined
  const onSignal = (signal: EndSignal): void => {
    if (received !== undefined) process.exit(exitCodeOfSignal(signal))
    received = signal
    onFirst(signal)
  }
  const onUnread = (): void => {
    if (received === undefined) onSignal('SIGPIPE')
  }
  for (const signal of signals) process.on(signal, onSignal)
  unread.addEventListener('abort', onUnread)
  return {
    get received() {
      return received
    },
    off: () => {
      for (const signal of signals) process.off(signal, onSignal)
      unread.removeEventListener('abort', onUnread)
    },
  }
}
