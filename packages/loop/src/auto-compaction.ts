import type { Fault } from '@raider/contracts'
import { compact, type CompactionEnding, type CompactionParts } from './compaction.js'
import type { Gauge } from './gauge.js'

/** Compactions without a reply below the limit between them, after which a run gives up. */
const maxFruitless = 3

/** The part of the limit that the latest exchanges may keep. */
const keptShare = 1 / 8

/** Compacts by itself: before a request that would hardly fit, and after one that did not. */
export class AutoCompaction {
  readonly #parts: () => CompactionParts
  readonly #gauge: Gauge
  readonly #limit: number | undefined
  #fruitless = 0
  #off = false

  /** @param limit tokens from which on the conversation is compacted; undefined: only where the provider refuses it. */
  constructor(parts: () => CompactionParts, gauge: Gauge, limit: number | undefined) {
    this.#parts = parts
    this.#gauge = gauge
    this.#limit = limit
  }

  /** Before a request. */
  async before(): Promise<void> {
    const { tokens } = this.#gauge
    if (this.#limit === undefined || tokens === undefined) return
    if (tokens < this.#limit) this.#fruitless = 0
    else await this.#compact()
  }

  /** After a fault: true where the request may be sent again. */
  async after(fault: Fault): Promise<boolean> {
    return fault.kind === 'context-limit' && (await this.#compact())
  }

  async #compact(): Promise<boolean> {
    if (this.#off) return false
    const { tokens } = this.#gauge
    const keepTokens = (this.#limit ?? 0) * keptShare
    const cause = {
      trigger: 'auto',
      instructions: null,
      keepTokens,
      ...(tokens !== undefined && { tokensBefore: tokens }),
    } as const
    const ending = await compact(this.#parts(), cause)
    if (ending.kind !== 'done') return this.#giveUp(reasonOf(ending))
    this.#gauge.tokens = undefined
    if (++this.#fruitless >= maxFruitless) await this.#giveUp('the conversation was as long as before each time')
    return true
  }

  /** Once is enough: the next request would ask the same again. */
  async #giveUp(reason: string): Promise<false> {
    this.#off = true
    const text = `The conversation is not compacted any more in this run: ${reason}.`
    await this.#parts().step.emit({ type: 'notice', level: 'warning', text })
    return false
  }
}

function reasonOf(ending: Exclude<CompactionEnding, { readonly kind: 'done' }>): string {
  if (ending.kind === 'blocked') return ending.reason
  return ending.kind === 'failed' ? ending.fault.message : 'there is nothing to summarise'
}
