import type { CallScope, CancelReason, StepScope } from '@raider/contracts'

/** What the gate needs to know of the turn whose calls it handles. */
export interface TurnScope {
  readonly step: StepScope
  /** The same scope under another signal: closing steps run under a fresh one. */
  withSignal(signal: AbortSignal): StepScope
  forCall(callId: string, signal: AbortSignal): CallScope
  /** The reason of a gentle cancel that is under way: no new call starts then. */
  halted(): CancelReason | undefined
}

/** Milliseconds that closing steps have after a cancel. */
export const closingMs = 5_000
