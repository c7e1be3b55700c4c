import type { Settings } from '@raider/contracts'
import { compactionPoint, type SessionParts } from '@raider/loop'
import type { RaiderOptions } from '../option.js'

/** When the conversation is compacted by itself: what the host says, else the switches of Claude Code. */
export function compactionOf(
  { compactAt }: RaiderOptions,
  { merged }: Settings,
  env: Readonly<Record<string, string>>,
): Pick<SessionParts, 'compactAt'> {
  if (compactAt !== undefined) return { compactAt }
  const isOff = [env.DISABLE_COMPACT, env.DISABLE_AUTO_COMPACT].some((value) => value === '1' || value === 'true')
  if (isOff || merged.autoCompactEnabled === false) return { compactAt: false }
  return { compactAt: (window) => pointOf(window, env) }
}

/** Tokens of the context that are kept for a reply (Claude Code 2.1.332, seen). */
const replyTokens = 20_000

/** CLAUDE_CODE_AUTO_COMPACT_WINDOW makes a context smaller; CLAUDE_AUTOCOMPACT_PCT_OVERRIDE is a part of it in percent (2.1.332, seen). */
function pointOf(window: number, env: Readonly<Record<string, string>>): number {
  const limit = positive(env.CLAUDE_CODE_AUTO_COMPACT_WINDOW) ?? window
  const percent = positive(env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE)
  const size = Math.min(window, limit)
  const point = compactionPoint(size)
  return percent === undefined ? point : Math.min(point, ((size - replyTokens) * percent) / 100)
}

const positive = (text = ''): number | undefined => (Number(text) > 0 ? Number(text) : undefined)
