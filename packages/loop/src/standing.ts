import type { Engine, Opening, Standing } from '@raider/contracts'
import type { SessionParts } from './parts.js'
import type { LastReply } from './history/past.js'

/** Seconds after which a provider has forgotten a cached prefix. */
const cacheSeconds = 300

/** How a conversation stands that goes on; undefined where no model has answered in it. */
export function standingOf(last: LastReply | undefined, engine: Engine, now: number): Standing | undefined {
  if (last === undefined || last.tokens === 0) return undefined
  const secondsSinceReply = Math.max(0, Math.round((now - last.at) / 1000))
  const price = engine.price(last.model)
  return {
    secondsSinceReply,
    contextTokens: last.tokens,
    cacheExpired: secondsSinceReply > cacheSeconds,
    // To a hundredth of a cent (seen).
    ...(price !== undefined && { cacheWriteUsd: Math.round((last.tokens * price.cacheWrite) / 100) / 1e4 }),
  }
}

/** How a session with these parts begins. */
export const sourceOf = ({ past, from, clears }: SessionParts): 'startup' | 'resume' | 'fork' | 'clear' => {
  if (clears === true) return 'clear'
  if (past === undefined) return 'startup'
  return from === undefined ? 'resume' : 'fork'
}

/** The opening that plugins get for a session with these parts. */
export function openingOf(parts: SessionParts, title: string | undefined, now: number): Opening {
  const { past, engine } = parts
  const standing = standingOf(past?.lastReply, engine, now)
  return {
    source: sourceOf(parts),
    notes: [],
    ...(standing && { standing }),
    ...(title !== undefined && { title }),
    ...(past && { known: [...past.memory, ...past.files.map(({ path }) => path)] }),
  }
}
