import { cancelReason, messageOf, type CancelReason } from '@raider/contracts'
import { cannotRun } from './failure.js'
import type { Shot, HookReturn } from '../configuration/hook.js'

/** What work came back with; how long it took is measured around it. */
export type Yield = Omit<HookReturn, 'durationMs'>

/** Work that ends early when its signal aborts, or else is left alone. */
type Work = (signal: AbortSignal) => Promise<Yield>

/**
 * Does work until its deadline or a cancel, which end it whether it listens to its signal or not. A throw counts as a failure.
 * Never rejects.
 */
export const bounded = ({ timeoutMs }: Pick<Shot, 'timeoutMs'>, signal: AbortSignal, work: Work): Promise<HookReturn> =>
  new Promise((resolve) => {
    const started = performance.now()
    const abort = new AbortController()
    const finish = (yielded: Yield): void => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', onAbort)
      resolve({ ...yielded, durationMs: performance.now() - started })
    }
    const cut = (ended: 'timeout' | 'cancelled', reason: CancelReason): void => {
      finish({ ended, stdout: '', stderr: '' })
      abort.abort(reason)
    }
    const onAbort = (): void => cut('cancelled', cancelReason(signal))
    const late: CancelReason = { by: 'deadline', reason: `longer than ${timeoutMs} ms` }
    const deadline = timeoutMs === undefined ? undefined : setTimeout(cut, timeoutMs, 'timeout', late)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else void attempt(work, abort.signal).then(finish)
  })

const attempt = async (work: Work, signal: AbortSignal): Promise<Yield> => {
  try {
    return await work(signal)
  } catch (thrown) {
    return cannotRun(messageOf(thrown))
  }
}
