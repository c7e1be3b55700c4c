import type { JsonObject } from './json.js'
import type { ToolResult } from './tool.js'

/** Where an MCP server was declared, in the spelling of hooks: `dynamic` is the command line or the host. */
export type ServerSource = 'dynamic' | 'sdk' | 'local' | 'project' | 'user' | 'plugin' | 'managed'

/** How an MCP server stands. `invalid`: its entry cannot be used, so it was never started. */
export type ServerStatus = 'connected' | 'failed' | 'needs-auth' | 'pending' | 'invalid'

/** An MCP server and how it stands. */
export interface ServerState {
  readonly name: string
  readonly source: ServerSource
  readonly status: ServerStatus
  /** Commands that stand for its prompts, such as `mcp__server__prompt`. */
  readonly commands?: readonly string[]
  /** Why it is not connected. */
  readonly error?: string
}

/** A call of a server's tool that does not come from the model, such as an `mcp_tool` hook. */
export interface ServerCall {
  readonly server: string
  /** Name as the server has it. */
  readonly tool: string
  readonly input: JsonObject
}

/** Calls a tool of an MCP server past the gate. Rejects where the server is not connected, has no such tool, or cannot be reached. */
export type CallServer = (call: ServerCall, signal: AbortSignal) => Promise<ToolResult>

/** What an MCP server asks of the user while it works. */
export interface ElicitRequest {
  readonly server: string
  readonly message: string
  /** `form`: fill in what `schema` describes; `url`: go there. */
  readonly mode: 'form' | 'url'
  readonly schema?: JsonObject
  readonly url?: string
  /** Names the request where the user answers elsewhere. */
  readonly id?: string
}

/** What the user answers; `content` goes with `accept` of a form. */
export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: JsonObject
}

/** Asks the user on behalf of an MCP server. */
export type Elicit = (request: ElicitRequest, signal: AbortSignal) => Promise<ElicitAnswer>
