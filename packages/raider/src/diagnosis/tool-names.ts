import { builtinTools } from '@raider/tools'
import { agentToolNames } from '../session/offer.js'
import type { Look } from './look.js'

/** Tools that are made with a session, or with its first server that has resources. */
const lateTools: readonly string[] = [...agentToolNames, 'Skill', 'ListMcpResourcesTool', 'ReadMcpResourceTool']

/** Names of all tools, former ones included; those of servers only a running server knows. */
export const toolNames = ({ options, around }: Pick<Look, 'options' | 'around'>): ReadonlySet<string> => {
  const tools = [...builtinTools({ homeDir: around.homeDir }), ...(options.tools ?? [])]
  return new Set([...tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]), ...lateTools])
}
