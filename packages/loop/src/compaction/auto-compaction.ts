import type { Fault } from '@raider/contracts'
import { compact, type CompactionEnding, type CompactionParts } from './compaction.js'
import type { Gauge } from '../model/gauge.js'
import type { Room } from './room.js'

/** Compactions without a reply below the limit between them, after which a run gives up. */
const maxFruitless = 3

/** The part of the limit that the latest exchanges may keep. */
const keptShare = 1 / 8

const tooLong: Fault = { kind: 'context-limit', message: 'Prompt is too long', attempts: 0 }

/** Compacts by itself: before a request that would hardly fit, and after one that did not. */
export class AutoCompaction {
  readonly #parts: () => CompactionParts
  readonly #gauge: Gauge
  readonly #room: Room
  #fruitless = 0
  #off = false

  constructor(parts: () => CompactionParts, gauge: Gauge, room: Room) {
    this.#parts = parts
    this.#gauge = gauge
    this.#room = room
  }

  /** Before a request: why there is none to be made, where that is so. */
  async before(): Promise<Fault | undefined> {
    const { tokens } = this.#gauge
    const { compactAt = Infinity, full = Infinity } = this.#room
    if (tokens === undefined) return undefined
    if (tokens < compactAt) this.#fruitless = 0
    else if (await this.#compact()) return undefined
    return tokens < full ? undefined : tooLong
  }

  /** After a fault: true where the request may be sent again. */
  async after(fault: Fault): Promise<boolean> {
    return fault.kind === 'context-limit' && (await this.#compact())
  }

  async #compact(): Promise<boolean> {
    if (this.#off) return false
    const { tokens } = this.#gauge
    const keepTokens = (this.#room.compactAt ?? 0) * keptShare
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
