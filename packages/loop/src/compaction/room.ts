import type { SessionParts } from '../parts.js'

/** How much of a model's context a conversation may take, in tokens; undefined where nobody knows. */
export interface Room {
  /** From here on it is compacted. */
  readonly compactAt: number | undefined
  /** From here on a request has no chance, so that none is made. */
  readonly full: number | undefined
}

/** Tokens that are kept free for the summary and the next results, and for a reply alone (Claude Code 2.1.332, seen). */
const reserve = { summary: 33_000, reply: 23_000 }

/** The tokens at which a conversation with a model of that context is compacted. A small context has its last fifth kept free. */
export const compactionPoint = (window: number): number => Math.max(window - reserve.summary, window * 0.8)

/** The room of a session's conversation under a model. */
export function roomOf({ compactAt, engine, facts }: SessionParts, model: string = engine.model): Room {
  const window = engine.contextWindow?.(engine.resolve(model))
  const point = typeof compactAt === 'function' ? compactAt : compactionPoint
  return {
    compactAt: typeof compactAt === 'number' ? compactAt : compactAt === false ? undefined : window && point(window),
    full: facts.profile.fullContext === 'refused' ? window && window - reserve.reply : undefined,
  }
}
