import { ToolFailure } from '@raider/contracts'

/** Counts the subagents that work at the same time, over a session and all its subagents. */
export class Crew {
  readonly #max: number
  #working = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Takes a place; the function given back frees it. @throws ToolFailure where all places are taken. */
  join(): () => void {
    if (this.#working >= this.#max)
      throw new ToolFailure(
        `Not started: at most ${this.#max} agents may work at once (CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS). Wait until one is done.`,
      )
    this.#working++
    let left = false
    return () => {
      if (!left) this.#working--
      left = true
    }
  }
}
