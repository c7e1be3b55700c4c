import type { Tool as ServerToolFacts } from '@modelcontextprotocol/client'
import { ToolFailure, type CallScope, type JsonObject, type ServerSource, type Tool } from '@raider/contracts'
import { keepIn } from './attachment.js'
import type { Connection } from './connection.js'
import { toolName } from './tool-name.js'
import { errorText, outputOf, renderOutput, withinLimit, type ServerOutput } from './result.js'

/** Characters of a description or of instructions that reach the model (documented by the vendor: 2 KB). */
export const longestText = 2048

/** What a tool of any server has in common. */
export const serverFields = (server: { readonly name: string; readonly source: ServerSource }, tool: string) => ({
  name: toolName(server.name, tool),
  origin: 'mcp' as const,
  server: { name: server.name, source: server.source },
})

/** A tool of a server that is spoken to by the protocol. */
export const createServerTool = (connection: Connection, facts: ServerToolFacts, outputChars: number): Tool => {
  const { server } = connection
  const fields = serverFields(server, facts.name)
  return {
    ...fields,
    description: (facts.description ?? facts.title ?? '').slice(0, longestText),
    inputSchema: { ...facts.inputSchema },
    inputCheck: 'tool',
    needsUser: facts._meta?.['anthropic/requiresUserInteraction'] === true,
    parallel: () => facts.annotations?.readOnlyHint === true,
    async run(input: JsonObject, scope: CallScope): Promise<ServerOutput> {
      const keep = keepIn(scope.state.resultsDir)
      const flight = { scope, signal: scope.signal, onProgress: (words: string) => scope.progress(words) }
      const result = await connection.call(facts.name, input, flight)
      const output = await outputOf(result, server.name, keep)
      const limited = await withinLimit(output, limitOf(facts, outputChars), keep)
      if (result.isError === true) throw new ToolFailure(errorText(output), renderOutput(limited, fields.name))
      return limited
    },
    render: (structured) => renderOutput(structured as ServerOutput, fields.name),
  }
}

/** A tool may ask for room of its own, up to 500,000 characters (documented by the vendor). */
const limitOf = ({ _meta }: ServerToolFacts, usual: number): number => {
  const asked = _meta?.['anthropic/maxResultSizeChars']
  return typeof asked === 'number' ? Math.min(asked, 500_000) : usual
}
