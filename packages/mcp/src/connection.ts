import { pathToFileURL } from 'node:url'
import type { CallToolResult, Client, Prompt, RequestOptions, Tool, Transport } from '@modelcontextprotocol/client'
import { messageOf, raiderVersion, type CallScope, type ServerState, type ServerStatus } from '@raider/contracts'
import type { DeclaredServer } from './declaration.js'
import type { Elicitation } from './elicitation.js'
import type { LinkedEntry, RemoteEntry, ServerEntry, StdioEntry } from './entry.js'
import { defaultIdleMs, type McpLimits } from './limits.js'
import { loadSdk, type Sdk } from './sdk.js'
import { toolName } from './tool-name.js'
import { StdioTransport, type StdioPlace } from './stdio.js'
import { createTransport, sayFarewell } from './transport.js'

/** What a connection needs of its surroundings. */
interface ConnectionParts {
  readonly place: StdioPlace
  readonly limits: McpLimits
  /** Folders that the server may know of; absolute. */
  readonly roots: () => readonly string[]
  readonly elicitation: Elicitation
  /** Told of every change of state. */
  readonly onChange: (state: ServerState) => void
}

/** A call in flight: what the server asks meanwhile is asked on its behalf. */
export interface Flight {
  readonly scope?: CallScope
  readonly signal: AbortSignal
  readonly onProgress?: (text: string) => void
}

const clientInfo = { name: 'raider', version: raiderVersion }

/**
 * One server that is spoken to by the protocol. A connection that was lost is made anew by the next request; what was under way
 * fails and is never sent twice.
 */
export class Connection {
  readonly server: DeclaredServer
  readonly #entry: ServerEntry & (StdioEntry | RemoteEntry | LinkedEntry)
  readonly #parts: ConnectionParts
  readonly #flights = new Set<Flight>()
  readonly #abort = new AbortController()
  #status: ServerStatus = 'pending'
  #error: string | undefined
  #client: Client | undefined
  #connecting: Promise<Client> | undefined
  #closed = false
  #tools: readonly Tool[] = []
  #prompts: readonly Prompt[] = []

  constructor(
    server: DeclaredServer,
    entry: ServerEntry & (StdioEntry | RemoteEntry | LinkedEntry),
    parts: ConnectionParts,
  ) {
    this.server = server
    this.#entry = entry
    const signal = AbortSignal.any([parts.place.signal, this.#abort.signal])
    this.#parts = { ...parts, place: { ...parts.place, signal } }
  }

  get state(): ServerState {
    const { name, source } = this.server
    const commands = this.#prompts.map((prompt) => toolName(name, prompt.name))
    return {
      name,
      source,
      status: this.#status,
      ...(commands.length > 0 && { commands }),
      ...(this.#error !== undefined && { error: this.#error }),
    }
  }

  /** Sorted by name, so that the request to the model stays the same from session to session. */
  get tools(): readonly Tool[] {
    return this.#tools
  }

  get prompts(): readonly Prompt[] {
    return this.#prompts
  }

  /** How the server wants to be used, in its own words. */
  get instructions(): string | undefined {
    return this.#client?.getInstructions()
  }

  get hasResources(): boolean {
    return this.#client?.getServerCapabilities()?.resources !== undefined
  }

  /** Connects. Never rejects: the state says what became of it. */
  async start(): Promise<void> {
    await this.#connected().catch(() => undefined) // `#connect` has told it.
  }

  /** Calls a tool of the server; rejects where it cannot be reached or answers with a protocol error. */
  call(name: string, input: Readonly<Record<string, unknown>>, flight: Flight): Promise<CallToolResult> {
    const id = flight.scope?.callId
    const meta = id === undefined ? {} : { _meta: { 'claudecode/toolUseId': id } }
    return this.use(
      (client, options) =>
        // Not `callTool`: it holds results against the tool's output schema, which is the server's business.
        client.request({ method: 'tools/call', params: { name, arguments: input, ...meta } }, options),
      flight,
    )
  }

  /** Sends a request under the limits of a call. */
  async use<T>(send: (client: Client, options: RequestOptions) => Promise<T>, flight: Flight): Promise<T> {
    const client = await this.#connected()
    this.#flights.add(flight)
    try {
      return await send(client, this.#options(flight))
    } catch (error) {
      if (!this.#isForgotten(error)) throw error
      if (this.#client === client) this.#client = undefined
      return await send(await this.#connected(), this.#options(flight))
    } finally {
      this.#flights.delete(flight)
    }
  }

  /** A server that has forgotten the session refuses its requests by 404 (MCP specification); a new session may send them again. */
  #isForgotten(error: unknown): boolean {
    return this.#entry.type === 'http' && error instanceof Error && 'status' in error && error.status === 404
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#connecting !== undefined) {
      this.#abort.abort({ by: 'shutdown', reason: 'the session was closed' })
      await this.#connecting.catch(() => undefined) // Nobody needs it any more.
    }
    const client = this.#client
    if (client === undefined) return
    if (client.transport !== undefined) await sayFarewell(client.transport, this.#parts.place.signal)
    await client.close()
  }

  #options({ signal, onProgress }: Flight): RequestOptions {
    const { limits } = this.#parts
    const total = this.#entry.timeoutMs ?? limits.callMs
    return {
      signal,
      timeout: Math.min(total, limits.idleMs ?? defaultIdleMs(this.#entry.type)),
      maxTotalTimeout: total,
      resetTimeoutOnProgress: true,
      onprogress: ({ progress, total: end, message }) =>
        onProgress?.(message ?? (end === undefined ? String(progress) : `${progress}/${end}`)),
    }
  }

  async #connected(): Promise<Client> {
    if (this.#client !== undefined) return this.#client
    if (this.#closed) throw new Error(`MCP server "${this.server.name}" was closed with its session`)
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined))
    return this.#connecting
  }

  async #connect(): Promise<Client> {
    const sdk = await loadSdk()
    let transport: Transport | undefined
    try {
      transport = await createTransport(sdk, this.server.name, this.#entry, this.#parts.place)
      const client = this.#createClient(sdk)
      const options = { timeout: this.#parts.limits.connectMs, signal: this.#parts.place.signal }
      await client.connect(transport, options)
      // The SDK prints on stdout where it is asked for what a server does not have.
      const { tools, prompts } = client.getServerCapabilities() ?? {}
      if (tools !== undefined) this.#tools = sorted((await client.listTools({}, options)).tools)
      if (prompts !== undefined) this.#prompts = (await client.listPrompts({}, options)).prompts
      client.onclose = () => this.#lost(client)
      this.#client = client
      this.#tell('connected')
      return client
    } catch (error) {
      await transport?.close().catch(() => undefined) // It is the failed connection that is told.
      if (isUnauthorized(sdk, error)) this.#tell('needs-auth', needsLogin)
      else this.#tell('failed', problemOf(sdk, error, transport))
      throw new Error(`MCP server "${this.server.name}" cannot be reached: ${this.#error}`, { cause: error })
    }
  }

  #createClient(sdk: Sdk): Client {
    const client = new sdk.Client(clientInfo, {
      capabilities: { roots: { listChanged: true }, elicitation: { form: {}, url: {} } },
      listChanged: {
        tools: { onChanged: (_, tools) => this.#relist(tools, undefined) },
        prompts: { onChanged: (_, prompts) => this.#relist(undefined, prompts) },
      },
    })
    client.setRequestHandler('roots/list', () => ({
      roots: this.#parts.roots().map((folder) => ({ uri: pathToFileURL(folder).href })),
    }))
    client.setRequestHandler('elicitation/create', ({ params }) =>
      this.#parts.elicitation(this.server.name, params, [...this.#flights].at(-1)),
    )
    return client
  }

  #relist(tools: readonly Tool[] | null | undefined, prompts: readonly Prompt[] | null | undefined): void {
    if (tools) this.#tools = sorted(tools)
    if (prompts) this.#prompts = prompts
    this.#tell(this.#status)
  }

  /** The server went away by itself. Its tools stay: the next call tries to bring it back. */
  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    this.#tell('failed', 'the connection was lost')
  }

  #tell(status: ServerStatus, error?: string): void {
    this.#status = status
    this.#error = error
    if (!this.#closed) this.#parts.onChange(this.state)
  }
}

const sorted = (tools: readonly Tool[]): readonly Tool[] =>
  tools.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

const isUnauthorized = (sdk: Sdk, error: unknown): boolean =>
  error instanceof sdk.UnauthorizedError || (error instanceof sdk.SdkHttpError && error.status === 401)

const needsLogin =
  'it answers that nobody is logged in (401), and Raider does no OAuth logins: give it a token by `headers` or `headersHelper`'

const problemOf = (sdk: Sdk, error: unknown, transport: Transport | undefined): string => {
  const complaint = transport instanceof StdioTransport ? transport.complaint() : ''
  const status = error instanceof sdk.SdkHttpError ? `HTTP ${error.status}: ` : ''
  const problem = `${status}${messageOf(error).replace(/:\s*$/, '')}`
  return complaint === '' ? problem : `${problem}; it said: ${complaint.slice(-500)}`
}
