import { text, type ToolUseBlock } from '@raider/contracts'
import type { Errand, Prompt } from './errand.js'

/** What goes before the next prompt of the user: calls that wait for a decision, then prompts of plugins. */
export class Agenda {
  #deferred: readonly ToolUseBlock[] = []
  readonly #prompts: Prompt[] = []
  #preface: string | undefined

  /** @param preface goes before the first prompt. */
  constructor(preface?: string) {
    this.#preface = preface
  }

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

  /** Takes out what is to be done, in order, the given prompt last; deferred calls stay until a run takes them. */
  errands(given?: Prompt): readonly Errand[] {
    const prompt = this.#prefaced(given)
    const prompts = [...this.#prompts.splice(0), ...(prompt === undefined ? [] : [prompt])]
    const errands = prompts.map((each) => ({ prompt: each }))
    return this.#deferred.length === 0 ? errands : [{}, ...errands]
  }

  #prefaced(prompt: Prompt | undefined): Prompt | undefined {
    const preface = this.#preface
    this.#preface = undefined
    if (preface === undefined || prompt === undefined) return prompt ?? preface
    return typeof prompt === 'string' ? `${preface}\n\n${prompt}` : [text(preface), ...prompt]
  }
}
