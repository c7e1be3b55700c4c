import type { CancelReason } from './cancel.js'
import type { Usage, Fault } from './engine.js'
import type { InputIssue, ToolResult } from './tool.js'
import type { JsonObject } from './json.js'
import type { Source } from './source.js'
import type { ToolEvent } from './event.js'
import type { Vote } from './verdict.js'
import type { Consideration } from './permission.js'

/** How a call ended: it ran well or failed, was refused, did not fit, named no tool, was cancelled, or waits for a decision from outside. */
export type CallStatus = 'ok' | 'failed' | 'refused' | 'invalid' | 'unknown' | 'cancelled' | 'deferred'

/** Who decided over a call, and who lost. */
export interface Decision {
  readonly allowed: boolean
  readonly reason?: string
  readonly source?: Source
  readonly votes: readonly Vote[]
  readonly considered: readonly Consideration[]
}

/** How one tool call ended. */
export interface ToolOutcome {
  readonly status: CallStatus
  readonly result: ToolResult
  /** The error text failure hooks get; absent for `ok`. */
  readonly error?: string
  readonly issues?: readonly InputIssue[]
  readonly cancel?: CancelReason
  /** Milliseconds of execution; absent where the tool did not run. */
  readonly durationMs?: number
  readonly decision: Decision
  /** Set where the refusal shall also end the turn. */
  readonly interrupt?: boolean
}

/** A call that was not permitted, in the wire form of the reference program. */
export interface Denial {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: JsonObject
}

/** Which budget ran out. */
export type LimitName = 'turns' | 'tokens' | 'cost' | 'time'

/** How a run ended. `run()` resolves with one of these; it rejects only for misuse. */
export type RunEnding =
  | { readonly kind: 'done' }
  /** The prompt was refused before the model saw it. `prompt` repeats it for the user, unless a hook hides it. */
  | { readonly kind: 'blocked'; readonly reason: string; readonly prompt?: string }
  /** A call waits for a decision from outside; resuming the session asks again. */
  | {
      readonly kind: 'deferred'
      readonly call: { readonly id: string; readonly name: string; readonly input: JsonObject }
    }
  | { readonly kind: 'limit'; readonly limit: LimitName; readonly max: number }
  | { readonly kind: 'cancelled'; readonly by: CancelReason['by']; readonly reason: string }
  | { readonly kind: 'failed'; readonly fault: Fault }

/** The whole result of a run. */
export type RunOutcome = RunEnding & {
  readonly sessionId: string
  readonly runId: string
  /** The last text of the model; empty where there was none. */
  readonly text: string
  /** Model requests that were answered. */
  readonly turns: number
  readonly usage: Usage
  readonly usageByModel: Readonly<Record<string, Usage>>
  /** US dollars; undefined where a model's price is unknown. */
  readonly costUsd: number | undefined
  readonly durationMs: number
  readonly denials: readonly Denial[]
  /**
   * Every call and result of the run, paired by id. They hold on to inputs and results, pictures included, for as long as the outcome
   * is kept: who runs for long keeps the outcomes of single runs no longer than needed.
   */
  readonly toolEvents: readonly ToolEvent[]
}
