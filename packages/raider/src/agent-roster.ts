import { Crew, loadAgents, parseAgents, type AgentDefinition, type DiscoveryOptions } from '@raider/agents'
import type { SettingsNotice } from '@raider/contracts'
import type { TrustLayer } from '@raider/settings'

/** The agents a session may start, and what it shares with all subagents below it. */
export interface AgentRoster {
  readonly agents: ReadonlyMap<string, AgentDefinition>
  readonly crew: Crew
  /** How deep subagents may start subagents. */
  readonly maxDepth: number
  /** Is added to the system prompt of each. */
  readonly note?: string
}

/** Limits of Claude Code (2.1.332, seen). */
const defaults = { depth: 3, concurrent: 20 }

export const createRoster = (
  agents: ReadonlyMap<string, AgentDefinition>,
  env: Readonly<Record<string, string>>,
  note?: string,
): AgentRoster => ({
  agents,
  crew: new Crew(numberOf(env.CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS) ?? defaults.concurrent),
  maxDepth: numberOf(env.CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH) ?? defaults.depth,
  ...(note !== undefined && { note }),
})

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined

/** Agents that a host gives: a JSON object by name, as text or as it is. */
export type GivenAgents = string | Readonly<Record<string, unknown>>

/** @throws RaiderError `bad-option` for given agents that are none. */
export const findAgents = (
  options: DiscoveryOptions,
  given?: GivenAgents,
): Promise<ReadonlyMap<string, AgentDefinition>> =>
  loadAgents({
    ...options,
    ...(given !== undefined && { given: parseAgents(typeof given === 'string' ? given : JSON.stringify(given)) }),
  })

/** Agent files of the project that need trust: those with hooks of their own. */
export const agentTrustLayers = (agents: Iterable<AgentDefinition>): readonly TrustLayer[] =>
  [...agents].flatMap(({ hooks, origin: { kind, file, line } }) =>
    kind !== 'project' || hooks === undefined || file === undefined
      ? []
      : [{ name: 'project', file, value: { hooks }, line: (path) => line?.(path) }],
  )

/** Leaves out the hooks of project agents that do not count: the project was not trusted, or the host wants none of them. */
export const withoutUntrustedHooks = (
  agents: ReadonlyMap<string, AgentDefinition>,
): { readonly agents: ReadonlyMap<string, AgentDefinition>; readonly notices: readonly SettingsNotice[] } => {
  const notices: SettingsNotice[] = []
  const entries = [...agents].map(([name, agent]): [string, AgentDefinition] => {
    if (agent.origin.kind !== 'project' || agent.hooks === undefined) return [name, agent]
    const { hooks: _, ...rest } = agent
    const file = agent.origin.file ?? name
    notices.push({
      level: 'warning',
      file,
      text: `${file}: the hooks of agent "${name}" are left out, since this project was never trusted as it is now.`,
    })
    return [name, rest]
  })
  return { agents: new Map(entries), notices }
}
