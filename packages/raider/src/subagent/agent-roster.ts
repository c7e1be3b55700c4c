import { Crew, loadAgents, parseAgents, Roll, type AgentDefinition, type DiscoveryOptions } from '@raider/agents'
import { RaiderError, type SettingsNotice } from '@raider/contracts'
import { isReserved, type LoadedSettings, type TrustLayer } from '@raider/settings'
import { serversOf } from './agent-servers.js'
import type { GivenAgents, RaiderOptions } from '../option.js'

/** The agents a session may start, and what it shares with all subagents below it. */
export interface AgentRoster {
  readonly agents: ReadonlyMap<string, AgentDefinition>
  readonly crew: Crew
  /** Who can be spoken to. */
  readonly roll: Roll
  /** How deep subagents may start subagents. */
  readonly maxDepth: number
  /** Do agents with `memory` keep notes between sessions? */
  readonly keepsNotes: boolean
  /** Is added to the system prompt of each. */
  readonly note?: string
}

/** Limits of Claude Code (2.1.332, seen). */
const defaults = { depth: 3, concurrent: 20 }

/** What the environment lets a session start: CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS, CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH. */
export const createRoster = (
  agents: ReadonlyMap<string, AgentDefinition>,
  env: Readonly<Record<string, string>>,
  keepsNotes: boolean,
  note?: string,
): AgentRoster => ({
  keepsNotes,
  roll: new Roll(),
  agents,
  crew: new Crew(numberOf(env.CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS) ?? defaults.concurrent),
  maxDepth: numberOf(env.CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH) ?? defaults.depth,
  ...(note !== undefined && { note }),
})

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined

/** Agents, and what the user should know of those that were left out or changed. */
interface ToldAgents {
  readonly agents: ReadonlyMap<string, AgentDefinition>
  readonly notices: readonly SettingsNotice[]
}

/** Finds the agents of all sources. @throws RaiderError `bad-option` for given agents that are none. */
export async function findAgents(options: DiscoveryOptions, given?: GivenAgents): Promise<ToldAgents> {
  const notices: SettingsNotice[] = []
  const agents = await loadAgents({
    ...options,
    ...(given !== undefined && { given: parseAgents(typeof given === 'string' ? given : JSON.stringify(given)) }),
    onFlaw: (file, flaw) => notices.push({ level: 'warning', file, text: `${file} is no agent: ${flaw}.` }),
  })
  return { agents, notices }
}

/** Agent files of the project that need trust: those with hooks or servers of their own. */
export const agentTrustLayers = (agents: Iterable<AgentDefinition>): readonly TrustLayer[] =>
  [...agents].flatMap((agent) => {
    const { hooks, mcpServers, origin } = agent
    const { file, line } = origin
    if (file === undefined || !needsTrust(agent)) return []
    const value = { ...(hooks !== undefined && { hooks }), ...(mcpServers !== undefined && { mcpServers }) }
    return [{ name: 'project', file, value, line: (path) => line?.(path) }]
  })

/**
 * The agents that the settings allow, without hooks that do not count.
 * @throws RaiderError `bad-option` for given agents where the managed settings forbid them.
 */
export const agentsInForce = (
  found: ReadonlyMap<string, AgentDefinition>,
  { merged, trust }: Pick<LoadedSettings, 'merged' | 'trust'>,
  { agents: given, projectHooks }: Pick<RaiderOptions, 'agents' | 'projectHooks'>,
): ToldAgents => {
  if (given !== undefined && merged.disableSideloadFlags === true)
    throw new RaiderError('bad-option', 'The managed settings do not allow --agents. Leave it out.')
  const isLocked = isReserved(merged, 'agents')
  const agents = [...found.values()].filter(
    ({ origin }) => !isLocked || ['managed', 'plugin', 'built-in'].includes(origin.kind),
  )
  const barred = trust.trusted ? [] : agents.filter(needsTrust)
  const unhooked = projectHooks === false ? agents.filter(hasProjectHooks) : []
  const inForce = agents.map((agent) => {
    if (barred.includes(agent)) return withoutServers(withoutHooks(agent))
    return unhooked.includes(agent) ? withoutHooks(agent) : agent
  })
  return {
    agents: new Map(inForce.map((agent) => [agent.name, agent])),
    notices: [...new Set([...barred, ...unhooked])].map(noticeOf),
  }
}

/** Does a file of the project bring programs that run by themselves? */
const needsTrust = (agent: AgentDefinition): boolean =>
  hasProjectHooks(agent) || (agent.origin.kind === 'project' && serversOf(agent).length > 0)

const hasProjectHooks = ({ origin, hooks }: AgentDefinition): boolean =>
  origin.kind === 'project' && hooks !== undefined

const withoutHooks = ({ hooks: _hooks, ...agent }: AgentDefinition): AgentDefinition => agent
const withoutServers = ({ mcpServers: _servers, ...agent }: AgentDefinition): AgentDefinition => agent

const noticeOf = ({ name, origin: { file = name } }: AgentDefinition): SettingsNotice => ({
  level: 'warning',
  file,
  text: `${file}: hooks and servers of agent "${name}" are left out; they need the trust of this project, and hooks the option for them.`,
})
