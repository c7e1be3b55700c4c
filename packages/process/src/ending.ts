import { signalGroup } from './group.js'

/** Ends a process group step by step: SIGTERM, grace, SIGKILL. */
interface Ending {
  /** Why the group is being ended; undefined while it may live. */
  readonly reason: 'timeout' | 'cancelled' | undefined
  /** Later calls change nothing. */
  begin(reason: 'timeout' | 'cancelled'): void
  /** To be called once the child is over: stops the timer, and kills what is left of a group that was being ended. */
  finish(): void
}

/** `onKill` is called after the SIGKILL. */
export const createEnding = (pid: number, graceMs: number, onKill: () => void): Ending => {
  let reason: Ending['reason']
  let timer: NodeJS.Timeout | undefined
  return {
    get reason() {
      return reason
    },
    begin(why) {
      if (reason !== undefined) return
      reason = why
      signalGroup(pid, 'SIGTERM')
      timer = setTimeout(() => {
        signalGroup(pid, 'SIGKILL')
        onKill()
      }, graceMs)
    },
    finish() {
      clearTimeout(timer)
      // Whoever ignored the SIGTERM without holding a pipe must not outlive the call.
      if (reason !== undefined) signalGroup(pid, 'SIGKILL')
    },
  }
}
