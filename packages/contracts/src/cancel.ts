/** Who ended a run before its end. */
export type CancelBy = 'user' | 'deadline' | 'parent' | 'hook' | 'shutdown'

/** Why something was cancelled; the `reason` of every aborted signal in Raider. */
export interface CancelReason {
  readonly by: CancelBy
  readonly reason: string
}

/** True for the reasons that Raider aborts signals with. */
export const isCancelReason = (value: unknown): value is CancelReason =>
  typeof value === 'object' && value !== null && 'by' in value && 'reason' in value

/** Reads the reason off an aborted signal; foreign aborts count as the user's. */
export const cancelReason = (signal: AbortSignal): CancelReason =>
  isCancelReason(signal.reason) ? signal.reason : { by: 'user', reason: 'aborted' }
