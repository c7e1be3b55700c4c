import { toolsOf, type AgentDefinition } from '@raider/agents'
import { isObject } from '@raider/contracts'
import type { SessionParts } from '@raider/loop'
import { createMcp, type DeclaredServer } from '@raider/mcp'

/** Servers that an agent declares itself; entries that are names mean servers of the session, which it has anyway. */
export const serversOf = ({ mcpServers = [] }: AgentDefinition): readonly DeclaredServer[] =>
  mcpServers
    .filter(isObject)
    .flatMap((entry) => Object.entries(entry).map(([name, value]) => ({ name, value, source: 'dynamic' })))

/** Gives the session of a subagent the servers that its agent declares, beside those of its parent. They end with it. */
export function withAgentServers(parts: SessionParts, agent: AgentDefinition): SessionParts {
  const servers = serversOf(agent)
  const owner = parts.facts.agent?.id
  if (servers.length === 0 || owner === undefined) return parts
  const { facts, changingTools, permissions, state } = parts
  const mcp = createMcp({ servers, state, permit: permissions.permit, owner })
  const isOwn = (name: string): boolean => servers.some((server) => server.name === name)
  return {
    ...parts,
    facts: {
      ...facts,
      callServer: async (call, signal) => {
        if (isOwn(call.server) || facts.callServer === undefined) return mcp.call(call, signal)
        return facts.callServer(call, signal)
      },
    },
    plugins: [...parts.plugins, mcp.plugin],
    changingTools: () => {
      const own = toolsOf(agent, mcp.tools())
      const inherited = changingTools?.() ?? []
      return [...own, ...inherited.filter((tool) => !own.some(({ name }) => name === tool.name))]
    },
  }
}
