import type { JsonSchema } from './json.js'

/** A question that a hook puts to a model, beside the conversation. */
export interface Evaluation {
  /** `prompt`: one reply without tools. `agent`: a subagent that may look around with tools first. */
  readonly kind: 'prompt' | 'agent'
  /** System prompt. */
  readonly instructions: string
  readonly text: string
  /** Of the answer. */
  readonly schema: JsonSchema
  /** Put the question after the conversation so far; only for `prompt`. */
  readonly conversation: boolean
  /** Model id or alias; absent: a small model, or the session's where none is known. */
  readonly model?: string
}

/**
 * Has a model judge. Resolves with its words, which ought to be JSON of the schema, or with undefined where an agent came to no
 * answer. Rejects where the model cannot be asked.
 */
export type Evaluate = (evaluation: Evaluation, signal: AbortSignal) => Promise<string | undefined>
