import { totalTokens, type Usage } from '@raider/contracts'
import { Budget } from './budget.js'
import type { SessionParts } from '../parts.js'

/** What a session has used, and how full the context of its model is. */
export class Gauge {
  /** Tokens of the last request and its reply; undefined where none is known. */
  tokens: number | undefined
  /** When that reply came, in milliseconds since 1970. */
  readAt: number | undefined
  /** All runs of the session together; what they use is passed on to the session above. */
  readonly total: Budget

  constructor({ past, engine, child }: Pick<SessionParts, 'past' | 'engine' | 'child'>) {
    this.tokens = past?.lastReply?.tokens
    this.readAt = past?.lastReply?.at
    this.total = new Budget({}, engine, child?.sponsor)
  }

  read(usage: Usage): void {
    this.tokens = totalTokens(usage)
    this.readAt = Date.now()
  }
}
