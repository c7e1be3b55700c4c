import type { JsonObject, Opening } from '@raider/contracts'
import type { Folded } from '../answer/fold.js'

/** The fields of SessionStart, in the order of Claude Code 2.1.332 (seen on resumes and compactions). */
export const openingFields = ({ source, model, title, standing }: Opening): JsonObject => ({
  source,
  ...(model !== undefined && { model }),
  ...(title !== undefined && { session_title: title }),
  ...(standing !== undefined && {
    seconds_since_last_response: standing.secondsSinceReply,
    context_tokens: standing.contextTokens,
    prompt_cache_likely_expired: standing.cacheExpired,
    ...(standing.cacheWriteUsd !== undefined && { estimated_cache_write_usd: standing.cacheWriteUsd }),
  }),
})

/** The opening with what its hooks had to say. */
export const openedWith = (opening: Opening, { notes, effects }: Folded): Opening => {
  const { firstPrompt, title, watch, reloadSkills } = effects
  return {
    ...opening,
    notes: [...opening.notes, ...notes],
    ...(firstPrompt !== undefined && firstPrompt !== '' && { firstPrompt }),
    ...(title !== undefined && { title }),
    ...(reloadSkills === true && { reloadSkills }),
    ...(watch !== undefined && { watch: [...(opening.watch ?? []), ...watch] }),
  }
}
