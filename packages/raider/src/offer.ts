import { RaiderError, type Tool } from '@raider/contracts'
import { offeredTools, type OfferFacts } from '@raider/tools'
import type { RaiderOptions } from './option.js'

/**
 * The built-in tools that a session offers: those the host named, or the usual ones.
 * @throws RaiderError `bad-option` for a name that no built-in tool has.
 */
export function offered(
  all: readonly Tool[],
  { builtinTools: names, allowedTools: allowed = [] }: RaiderOptions,
  facts: Omit<OfferFacts, 'named' | 'allowed'>,
): readonly Tool[] {
  if (names === false) return []
  const unknown = names?.find((name) => !all.some((tool) => tool.name === name))
  if (unknown === undefined)
    return offeredTools(all, { ...facts, allowed, ...(names !== undefined && { named: names }) })
  const known = all.map((tool) => tool.name).join(', ')
  throw new RaiderError(
    'bad-option',
    `builtinTools names "${unknown}", which is not a built-in tool. There are: ${known}.`,
  )
}
