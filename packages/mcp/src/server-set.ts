import {
  messageOf,
  text,
  type CallServer,
  type Note,
  type Permit,
  type ServerState,
  type SessionScope,
  type Tool,
  type ToolResult,
  type ToolState,
} from '@raider/contracts'
import type { createAdmission } from './admission.js'
import { keepIn } from './attachment.js'
import { Connection } from './connection.js'
import type { DeclaredServer } from './declaration.js'
import type { Elicitation } from './elicitation.js'
import { type InProcessEntry, type ServerEntry } from './entry.js'
import { hostScope } from './host-scope.js'
import { createInProcessTool } from './in-process.js'
import { instructionNote } from './instructions.js'
import { readLimits, type McpLimits } from './limits.js'
import { within } from './patience.js'
import { resourceTools } from './resource-tools.js'
import { outputOf, renderOutput } from './result.js'
import { createServerTool } from './server-tool.js'
import { toolName } from './tool-name.js'

/** What the servers of a session need of it. */
interface ServerSetParts {
  readonly session: SessionScope
  readonly state: ToolState
  readonly permit: Permit
  /** Judges each server once, in their order. */
  readonly admit: ReturnType<typeof createAdmission>
  readonly elicitation: Elicitation
  /** Told of every change of a server's state. */
  readonly onChange: (state: ServerState) => void
}

/** A server whose tools are functions of this process. */
interface Local {
  readonly server: DeclaredServer
  readonly entry: InProcessEntry
}

/** Milliseconds that the first request waits for a server that asks for it (`alwaysLoad`; documented by the vendor). */
const alwaysLoadMs = 5000

/** The servers of one session: all are started together, and none can stop the session. */
export class ServerSet {
  readonly #parts: ServerSetParts
  readonly #limits: McpLimits
  readonly #locals: Local[] = []
  readonly #states: (() => ServerState)[] = []
  readonly #patient = new Set<Connection>()
  readonly #started = new Map<Connection, Promise<void>>()
  readonly #instructed = new Set<string>()
  readonly #resourceTools = resourceTools(() => this.connections.filter((one) => one.hasResources))
  #tools: readonly Tool[] | undefined
  readonly connections: readonly Connection[]

  constructor(servers: readonly DeclaredServer[], parts: ServerSetParts) {
    this.#parts = parts
    this.#limits = readLimits(parts.session.env)
    this.connections = servers.flatMap((server) => this.#take(server))
    for (const connection of this.connections) this.#started.set(connection, connection.start())
  }

  /** Reads the entry of a server; nothing comes of one that is not allowed or not to be used. */
  #take(server: DeclaredServer): readonly Connection[] {
    const { session, admit, elicitation, state } = this.#parts
    const admission = admit(server)
    const { name, source } = server
    if ('flaw' in admission) this.#states.push(() => ({ name, source, status: 'invalid', error: admission.flaw }))
    if (!('entry' in admission)) return []
    const { entry } = admission
    if ('tools' in entry) {
      this.#locals.push({ server, entry })
      this.#states.push(() => ({ name, source, status: 'connected' }))
      return []
    }
    const connection = new Connection(server, entry, {
      place: { cwd: session.projectDir, env: childEnvironment(session), signal: session.signal },
      limits: this.#limits,
      roots: () => [session.projectDir, ...state.directories],
      elicitation,
      onChange: (changed) => this.#changed(changed),
    })
    this.#states.push(() => connection.state)
    if (isPatient(entry)) this.#patient.add(connection)
    return [connection]
  }

  #changed(state: ServerState): void {
    this.#tools = undefined
    this.#parts.onChange(state)
  }

  /** Waits until every server stands, but no longer than the limit. */
  async settled(signal: AbortSignal): Promise<void> {
    await within(this.#limits.waitMs, [...this.#started.values()], signal)
    await within(
      alwaysLoadMs,
      [...this.#patient].flatMap((one) => this.#started.get(one) ?? []),
      signal,
    )
  }

  /** How every server stands, in the order of their declaration. */
  states(): readonly ServerState[] {
    return this.#states.map((state) => state())
  }

  /** Tools of all servers, the first of each name. */
  tools(): readonly Tool[] {
    this.#tools ??= firstOfEachName([
      ...this.#locals.flatMap(({ server, entry }) => entry.tools.map((tool) => createInProcessTool(server, tool))),
      ...this.connections.flatMap((one) =>
        one.tools.map((facts) => createServerTool(one, facts, this.#limits.outputChars)),
      ),
      ...(this.connections.some((one) => one.hasResources) ? this.#resourceTools : []),
    ])
    return this.#tools
  }

  /** What servers that came since the last call say of their use. */
  takeInstructions(): readonly Note[] {
    const fresh = [
      ...this.connections.map((one) => ({ server: one.server.name, text: one.instructions })),
      ...this.#locals.map(({ server, entry }) => ({ server: server.name, text: entry.instructions })),
    ].flatMap(({ server, text }) => (text === undefined || this.#instructed.has(server) ? [] : [{ server, text }]))
    for (const { server } of fresh) this.#instructed.add(server)
    const note = instructionNote(fresh)
    return note === undefined ? [] : [note]
  }

  /** The server and the tool that a name such as `mcp__server__tool` means. */
  locate(name: string): { readonly server: string; readonly tool: string } | undefined {
    const all = [
      ...this.connections.flatMap((one) => one.tools.map((tool) => ({ server: one.server.name, tool: tool.name }))),
      ...this.#locals.flatMap(({ server, entry }) =>
        entry.tools.map((tool) => ({ server: server.name, tool: tool.name })),
      ),
    ]
    return all.find(({ server, tool }) => toolName(server, tool) === name)
  }

  readonly call: CallServer = async ({ server, tool, input }, signal) => {
    const connection = this.connections.find((one) => one.server.name === server)
    if (connection !== undefined) {
      const result = await connection.call(tool, input, { signal })
      const output = await outputOf(result, server, keepIn(this.#parts.state.resultsDir))
      return { content: renderOutput(output, tool), isError: result.isError === true }
    }
    const local = this.#locals.find((one) => one.server.name === server)
    const own = local?.entry.tools.find((one) => one.name === tool)
    if (local === undefined) throw new Error(`there is no MCP server "${server}"`)
    if (own === undefined) throw new Error(`MCP server "${server}" has no tool "${tool}"`)
    return this.#callLocal(createInProcessTool(local.server, own), input, signal)
  }

  async #callLocal(tool: Tool, input: Parameters<Tool['run']>[0], signal: AbortSignal): Promise<ToolResult> {
    try {
      const output = (await tool.run(input, hostScope(this.#parts.session, this.#parts, signal))) as Parameters<
        typeof renderOutput
      >[0]
      return { content: renderOutput(output, tool.name), isError: false }
    } catch (error) {
      return { content: [text(messageOf(error))], isError: true }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()))
  }
}

const isPatient = ({ alwaysLoad }: ServerEntry): boolean => alwaysLoad === true

/** Variables of every server that is a child (Claude Code 2.1.332, seen). */
const childEnvironment = (session: SessionScope): Readonly<Record<string, string>> => ({
  CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
  ...session.env,
  CLAUDE_PROJECT_DIR: session.projectDir,
  CLAUDECODE: '1',
  CLAUDE_CODE_SESSION_ID: session.session,
})

const firstOfEachName = (tools: readonly Tool[]): readonly Tool[] =>
  [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()].toReversed()
