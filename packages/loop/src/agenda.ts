import type { ToolUseBlock } from '@raider/contracts'
import type { Errand, Prompt } from './errand.js'

/** What goes before the next prompt of the user: calls that wait for a decision, then prompts of plugins. */
export class Agenda {
  #deferred: readonly ToolUseBlock[] = []
  readonly #prompts: Prompt[] = []

  defer(calls: readonly ToolUseBlock[]): void {
    this.#deferred = calls
  }

  add(prompt: Prompt): void {
    this.#prompts.push(prompt)
  }

  /** Takes out the calls that wait. */
  takeDeferred(): readonly ToolUseBlock[] {
    const calls = this.#deferred
    this.#deferred = []
    return calls
  }

  /** Takes out what is to be done, in order; the calls themselves stay until a run takes them. */
  take(): readonly Errand[] {
    const prompts = this.#prompts.splice(0).map((prompt) => ({ prompt }))
    return this.#deferred.length === 0 ? prompts : [{}, ...prompts]
  }
}
