import { randomUUID } from 'node:crypto'
import { text, type ModelReply } from '@raider/contracts'
import { messageDisplay } from '../change.js'
import type { Conversation } from '../conversation.js'
import type { RunScope } from '../scope.js'

/** Tells listeners what the model says, block by block, and keeps the last text of it. */
export class Spoken {
  readonly #conversation: Conversation
  readonly #scope: RunScope
  readonly #runId: string
  #words = ''
  #shown = ''

  constructor(conversation: Conversation, scope: RunScope, runId: string) {
    this.#conversation = conversation
    this.#scope = scope
    this.#runId = runId
  }

  /** The last text as the model said it. */
  get words(): string {
    return this.#words
  }

  /** The last text as the user saw it; empty where it was withdrawn. */
  get shown(): string {
    return this.#shown
  }

  /** The last text is no answer: calls came after it, or somebody objected to it. */
  withdraw(): void {
    this.#shown = ''
  }

  async tell(reply: ModelReply, turn: number): Promise<void> {
    const { emit } = this.#scope.step
    const { message, stopReason, usage, model } = reply
    const messageId = message.id ?? `msg_${this.#runId}_${turn}`
    const turnId = randomUUID()
    this.#words = ''
    this.#shown = ''
    for (const block of message.content) {
      if (block.type === 'text') {
        this.#words = block.text
        this.#shown = await this.#show(block.text, turnId)
      }
      await emit({ type: 'block', messageId, block: block.type === 'text' ? text(this.#shown) : block })
    }
    await emit({ type: 'model-reply', turn, model, messageId, content: message.content, stopReason, usage })
  }

  /** A text as the user gets to see it; the conversation keeps what the model said. */
  async #show(words: string, turnId: string): Promise<string> {
    const { chain } = this.#conversation
    if (!chain.has('beforeChange')) return words
    const tally = await chain.vote('beforeChange', messageDisplay(turnId, words), this.#scope.step)
    return tally.effects.display ?? words
  }
}
