import type { Settings } from '@raider/contracts'
import type { SessionParts } from '@raider/loop'
import type { RaiderOptions } from './option.js'

/** When the conversation is compacted by itself: what the host says, else the switches of Claude Code. */
export function compactionOf(
  { compactAt }: RaiderOptions,
  { merged }: Settings,
  env: Readonly<Record<string, string>>,
): Pick<SessionParts, 'compactAt'> {
  if (compactAt !== undefined) return { compactAt }
  const isOff = [env.DISABLE_COMPACT, env.DISABLE_AUTO_COMPACT].some((value) => value === '1' || value === 'true')
  return isOff || merged.autoCompactEnabled === false ? { compactAt: false } : {}
}
