import type { Content } from './message.js'
import type { JsonObject, JsonSchema } from './json.js'
import type { CallScope } from './scope.js'

/** What a tool call gives the model: an MCP-style content list. */
export interface ToolResult {
  readonly content: readonly Content[]
  readonly isError: boolean
  /** Machine-readable form; built-in tools use Claude Code's `tool_response` shape. */
  readonly structured?: unknown
}

/** A file or folder a call reads or writes; absolute. */
export interface Touch {
  readonly path: string
  readonly access: 'read' | 'write'
}

/** One thing wrong with an input. */
export interface InputIssue {
  /** Field name, dotted; empty for the input itself. */
  readonly field: string
  readonly problem: string
}

/** A valid input, or what is wrong with it. */
export type Decoded =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly issues: readonly InputIssue[] }

/** A check that kept a call from running, worded for the model. */
export interface Objection {
  readonly message: string
}

/**
 * Something the model can call. `run` returns the structured form and `render` turns it into content, so that a
 * replaced structured output can be checked and rendered anew.
 */
export interface Tool {
  readonly name: string
  /** Further names that calls and rules may use (`Task` for `Agent`). */
  readonly aliases?: readonly string[]
  readonly description: string
  readonly origin: 'built-in' | 'code' | 'mcp'
  /** MCP server and its settings scope, for tools that come from one. */
  readonly server?: { readonly name: string; readonly source: string }
  readonly inputSchema: JsonSchema
  /**
   * `tool`: the input reaches the tool as the model wrote it, and the schema only tells the model what to write. So it is with MCP
   * servers, which check for themselves (Claude Code 2.1.332, seen). Default `schema`.
   */
  readonly inputCheck?: 'schema' | 'tool'
  /** Checks a replaced structured output; any value passes where absent. */
  readonly outputSchema?: JsonSchema
  /** Extra validation and coercion after the schema (a Standard Schema of the author). */
  decode?(input: JsonObject): Decoded | Promise<Decoded>
  /** Fields that hooks on the whole batch get as the model spelled them, `"1"` for 1 (Claude Code 2.1.332, seen of Read's `limit`). */
  readonly keepsSpelling?: readonly string[]
  /**
   * Other names of parameters, as models know them from other tools, with the proper name; undefined for what is dropped without a
   * word. Such a parameter counts where the proper one is absent.
   */
  readonly otherNames?: Readonly<Record<string, string | undefined>>
  /** Cleans what the model wrote, once it is valid and before anybody else sees it; what a voter puts in its place stays as it is. Pure. */
  tidy?(input: JsonObject): JsonObject
  /** Makes the input canonical once it is valid: defaults filled in, paths absolute. Pure. */
  normalize?(input: JsonObject, cwd: string): JsonObject
  /** The tool's own check before permissions are asked, such as read-before-write. */
  check?(input: JsonObject, scope: CallScope): Objection | undefined | Promise<Objection | undefined>
  /** True for a call that needs no permission unless a rule speaks of it. */
  harmless?(input: JsonObject): boolean
  /** The user has to take part in every call: no rule and no mode answers for them. */
  readonly needsUser?: boolean
  /** Paths the call will touch, for path rules and nested memory. */
  touches?(input: JsonObject, cwd: string): readonly Touch[]
  /** True where this call may run beside its neighbours. Judged after permission. */
  parallel?(input: JsonObject): boolean
  /** Runs the call. Throws `ToolFailure` for an expected failure; any other throw is shown to the model as its message. */
  run(input: JsonObject, scope: CallScope): Promise<unknown>
  /** Content for the model; the JSON of `structured` where absent. */
  render?(structured: unknown, input: JsonObject): readonly Content[]
  /** Called after the `afterTool` steps of a call that went well: hooks, such as a formatter, may have changed what it made. */
  settle?(input: JsonObject, scope: CallScope): void | Promise<void>
}

const brand = Symbol.for('raider.tool-failure')

/** An expected failure of a tool: the model sees the message or content, failure hooks see the message. */
export class ToolFailure extends Error {
  readonly [brand] = true
  /** What the model sees in place of the message. */
  readonly content?: readonly Content[]

  constructor(message: string, content?: readonly Content[]) {
    super(message)
    this.name = 'ToolFailure'
    if (content !== undefined) this.content = content
  }
}

/** Works across copies of the package, unlike `instanceof`. */
export const isToolFailure = (value: unknown): value is ToolFailure => value instanceof Error && brand in value
