import type { Resource } from '@modelcontextprotocol/client'
import { text, ToolFailure, type CallScope, type JsonObject, type Tool } from '@raider/contracts'
import { endingOf, keepIn, type Keep } from './attachment.js'
import type { Connection } from './connection.js'

/** One part of a resource; what is no text is kept in a file. */
interface ResourcePart {
  readonly uri: string
  readonly mimeType?: string
  readonly blobSavedTo?: string
  readonly text: string
}

const json = (structured: unknown) => [text(JSON.stringify(structured))]

const serverField = { type: 'string', description: 'Name of an MCP server.' } as const

/** Tools for the resources of servers, with Claude Code's names and shapes. They are there where some server has resources. */
export const resourceTools = (connections: () => readonly Connection[]): readonly Tool[] => [
  {
    name: 'ListMcpResourcesTool',
    aliases: ['ListMcpResources'],
    description: 'Lists the resources that MCP servers offer: of one server, or of all of them.',
    origin: 'built-in',
    inputSchema: { type: 'object', properties: { server: serverField }, additionalProperties: false },
    parallel: () => true,
    run: async ({ server }, scope) => {
      const asked = server === undefined ? connections() : [named(connections(), server)]
      return (await Promise.all(asked.map((connection) => resourcesOf(connection, scope)))).flat()
    },
    render: json,
  },
  {
    name: 'ReadMcpResourceTool',
    aliases: ['ReadMcpResource'],
    description: 'Reads one resource of an MCP server, by the server it belongs to and its URI.',
    origin: 'built-in',
    inputSchema: {
      type: 'object',
      properties: { server: serverField, uri: { type: 'string', description: 'URI of the resource.' } },
      required: ['server', 'uri'],
      additionalProperties: false,
    },
    parallel: () => true,
    run: ({ server, uri }, scope) => readResource(named(connections(), server), String(uri), scope),
    render: json,
  },
]

const named = (connections: readonly Connection[], name: unknown): Connection => {
  const found = connections.find(({ server }) => server.name === name)
  if (found !== undefined) return found
  const there = connections.map(({ server }) => server.name).join(', ') || 'none'
  throw new ToolFailure(`No MCP server ${JSON.stringify(name)} is connected. Connected servers: ${there}.`)
}

async function resourcesOf(connection: Connection, scope: CallScope): Promise<readonly JsonObject[]> {
  const { resources } = await connection.use((client, options) => client.listResources({}, options), flightOf(scope))
  return resources.map((resource: Resource) => ({
    name: resource.name,
    uri: resource.uri,
    ...(resource.description !== undefined && { description: resource.description }),
    ...(resource.mimeType !== undefined && { mimeType: resource.mimeType }),
    server: connection.server.name,
  }))
}

async function readResource(
  connection: Connection,
  uri: string,
  scope: CallScope,
): Promise<{ readonly contents: readonly ResourcePart[] }> {
  const { contents } = await connection.use((client, options) => client.readResource({ uri }, options), flightOf(scope))
  const keep = keepIn(scope.state.resultsDir)
  return { contents: await Promise.all(contents.map((part) => partOf(part, connection.server.name, keep))) }
}

type Contents = { readonly uri: string; readonly mimeType?: string | undefined } & (
  | { readonly text: string }
  | { readonly blob: string }
)

async function partOf(part: Contents, server: string, keep: Keep): Promise<ResourcePart> {
  const { uri, mimeType } = part
  const facts = { uri, ...(mimeType !== undefined && { mimeType }) }
  if ('text' in part) return { ...facts, text: part.text }
  const data = Buffer.from(part.blob, 'base64')
  const { file, note } = await keep(server, data, endingOf(mimeType))
  return {
    ...facts,
    ...(file !== undefined && { blobSavedTo: file }),
    text: `[Resource from ${server} at ${uri}] ${mimeType ?? 'Binary content'}, ${data.length} bytes, ${note}`,
  }
}

const flightOf = (scope: CallScope) => ({ scope, signal: scope.signal })
