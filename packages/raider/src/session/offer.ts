import { RaiderError, type Tool } from '@raider/contracts'
import { offeredTools, type OfferFacts } from '@raider/tools'
import type { RaiderOptions } from '../option.js'

/** Built-in tools that are made with the agents of a session and not with the others, by all their names. */
export const agentToolNames: readonly string[] = ['Agent', 'Task', 'SendMessage']

/** The tools of a session without those for agents that the host did not name. */
export function withoutUnnamed(tools: readonly Tool[], { builtinTools: names }: RaiderOptions): readonly Tool[] {
  if (names === undefined) return tools
  const named = names === false ? [] : names
  const isNamed = ({ name, aliases = [] }: Tool) => [name, ...aliases].some((one) => named.includes(one))
  return tools.filter((tool) => !agentToolNames.includes(tool.name) || isNamed(tool))
}

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
  const unknown = names?.find((name) => !agentToolNames.includes(name) && !all.some((tool) => tool.name === name))
  if (unknown === undefined)
    return offeredTools(all, { ...facts, allowed, ...(names !== undefined && { named: names }) })
  const known = [...all.map((tool) => tool.name), ...agentToolNames].join(', ')
  throw new RaiderError(
    'bad-option',
    `builtinTools names "${unknown}", which is not a built-in tool. There are: ${known}.`,
  )
}
