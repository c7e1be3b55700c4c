import { text, type JsonObject, type ServerSource, type Tool } from '@raider/contracts'
import type { InProcessEntry } from './entry.js'
import type { ServerOutput } from './result.js'
import { longestText, serverFields } from './server-tool.js'

/** A server whose tools are functions of this process. */
export interface InProcessServer extends InProcessEntry {
  readonly name: string
}

/**
 * Groups tools made by `tool()` under the name of a server, as `mcp__<name>__<tool>`. They run like any other tool: no protocol stands
 * between.
 * @example new Raider({ mcpServers: { clock: createMcpServer({ name: 'clock', tools: [now] }) } })
 */
export const createMcpServer = (options: {
  readonly name: string
  readonly tools: readonly Tool[]
  /** For the model: when and how to use the server. */
  readonly instructions?: string
}): InProcessServer => ({ ...options, type: 'sdk' })

/** A tool of this process under the name of its server. */
export const createInProcessTool = (
  server: { readonly name: string; readonly source: ServerSource },
  tool: Tool,
): Tool => ({
  ...tool,
  ...serverFields(server, tool.name),
  description: tool.description.slice(0, longestText),
  // Hooks and listeners get the content of the tool, as of any MCP tool.
  run: async (input, scope): Promise<ServerOutput> => contentOf(tool, await tool.run(input, scope), input),
  render: (structured) => structured as never,
})

const contentOf = (tool: Tool, value: unknown, input: JsonObject): ServerOutput =>
  tool.render?.(value, input) ?? [text(typeof value === 'string' ? value : JSON.stringify(value ?? null))]
