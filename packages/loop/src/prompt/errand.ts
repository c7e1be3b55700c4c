import type { UserBlock } from '@raider/contracts'

/** A prompt: text, or content blocks. With none of them the model is told what background tasks have to tell. */
export type Prompt = string | readonly UserBlock[]

/** One thing for a run to do: to answer a prompt, or without one to go on with calls that were deferred. */
export interface Errand {
  readonly prompt?: Prompt
}
