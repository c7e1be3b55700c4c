import { isObject, type JsonObject, type Tool } from '@raider/contracts'
import { expandAll, expandText } from './expansion.js'

/** A server that is a child process and speaks over its stdin and stdout. */
export interface StdioEntry {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** Added to the environment of the session. */
  readonly env: Readonly<Record<string, string>>
}

/** A server behind a URL: streamable HTTP, or the older server-sent events. */
export interface RemoteEntry {
  readonly type: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Shell command that prints further headers as a JSON object. */
  readonly headersHelper?: string
}

/** Tools of this process. */
export interface InProcessEntry {
  readonly type: 'sdk'
  readonly tools: readonly Tool[]
  readonly instructions?: string
}

/** A server object of the MCP SDK in this process, or anything else that takes a transport. */
export interface LinkedEntry {
  readonly type: 'sdk'
  readonly instance: McpInstance
}

/** What takes the server's side of a connection, such as `McpServer` of the MCP SDK. */
export interface McpInstance {
  /** @param transport a `Transport` of the MCP SDK. */
  connect(transport: never): Promise<void>
}

/** One server as it is reached, with what holds for every kind. */
export type ServerEntry = (StdioEntry | RemoteEntry | InProcessEntry | LinkedEntry) & {
  /** Milliseconds that one call of a tool may take. */
  readonly timeoutMs?: number
  /** The first request waits for it, even where nothing else is waited for. */
  readonly alwaysLoad?: boolean
}

/** Kinds of transport by the names they may have in a file. */
const kinds: ReadonlyMap<string, 'stdio' | 'http' | 'sse'> = new Map([
  ['stdio', 'stdio'],
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['sse', 'sse'],
])

/** Why an entry of type `ws` is none. */
export const noWebSocket = 'type: Raider speaks no WebSocket; use http or sse, where the server has it'

/** Reads the entry of a server, its variables filled in; a text says what is wrong with it. */
export const parseEntry = (value: unknown, variables: Readonly<Record<string, string>>): ServerEntry | string => {
  if (!isObject(value)) return 'the entry must be an object'
  if (value.type === 'sdk') return parseInProcess(value)
  const { type = 'command' in value ? 'stdio' : 'http' } = value
  if (type === 'ws') return noWebSocket
  const kind = kinds.get(String(type))
  if (kind === undefined) return `type: "${String(type)}" is not one of ${[...kinds.keys()].join(', ')}`
  const parsed = kind === 'stdio' ? parseStdio(value, variables) : parseRemote(kind, value, variables)
  return typeof parsed === 'string' ? parsed : { ...parsed, ...sharedFields(value) }
}

const sharedFields = ({ timeout, alwaysLoad }: JsonObject): Pick<ServerEntry, 'timeoutMs' | 'alwaysLoad'> => ({
  ...(typeof timeout === 'number' && timeout >= 1000 && { timeoutMs: timeout }),
  ...(alwaysLoad === true && { alwaysLoad }),
})

const parseInProcess = (value: JsonObject): ServerEntry | string => {
  if (Array.isArray(value.tools) || isObject(value.instance)) return value as unknown as InProcessEntry | LinkedEntry
  return 'a server of type "sdk" lives in the process that declares it, and this one has no tools'
}

const parseStdio = (value: JsonObject, variables: Readonly<Record<string, string>>): StdioEntry | string => {
  const { command, args = [], env = {} } = value
  if (typeof command !== 'string' || command === '') return 'command: must be a text'
  if (!isTextList(args)) return 'args: must be a list of texts'
  if (!isTextRecord(env)) return 'env: must be an object of texts'
  return {
    type: 'stdio',
    command: expandText(command, variables),
    args: args.map((arg) => expandText(arg, variables)),
    env: expandAll(env, variables),
  }
}

const parseRemote = (
  type: 'http' | 'sse',
  value: JsonObject,
  variables: Readonly<Record<string, string>>,
): RemoteEntry | string => {
  const { headers = {}, headersHelper } = value
  if (typeof value.url !== 'string') return 'url: must be a text'
  if (!isTextRecord(headers)) return 'headers: must be an object of texts'
  if (headersHelper !== undefined && typeof headersHelper !== 'string') return 'headersHelper: must be a text'
  const url = expandText(value.url, variables)
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : noUrl
  // As it is written: what its variables hold may be a secret.
  if (!/^https?:$/.test(protocol)) return `url: "${value.url}" is no web address`
  if (username !== '' || password !== '')
    return 'url: it may hold no name and no password; send them in the header Authorization'
  return { type, url, headers: expandAll(headers, variables), ...(headersHelper !== undefined && { headersHelper }) }
}

const noUrl = { protocol: '', username: '', password: '' }

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isTextRecord = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((item) => typeof item === 'string')
