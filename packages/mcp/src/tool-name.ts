/** The name of a server's tool: characters that no tool name may have become `_` (Claude Code 2.1.332, seen). */
export const toolName = (server: string, tool: string): string => `mcp__${cleanName(server)}__${cleanName(tool)}`

const cleanName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_')
