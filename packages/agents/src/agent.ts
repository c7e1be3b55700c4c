import type { Effort, JsonObject, PermissionMode, SettingsSource } from '@raider/contracts'

/** Where an agent is defined. */
export interface AgentOrigin {
  readonly kind: 'managed' | 'flag' | 'project' | 'user' | 'plugin' | 'built-in'
  /** Absolute; absent for agents that no file defines. */
  readonly file?: string
  /** Line of the value at a path of the frontmatter, 1-based. */
  readonly line?: (path: readonly (string | number)[]) => number | undefined
}

/** A kind of subagent: what it is for, how it is told so, and what it may do. */
export interface AgentDefinition {
  readonly name: string
  /** When to use it, for the model that delegates. */
  readonly description: string
  /** System prompt. */
  readonly prompt: string
  /** Names of tools it may use; all of its parent's where absent. */
  readonly tools?: readonly string[]
  /** Names of tools it may not use; removed first. */
  readonly disallowedTools?: readonly string[]
  /** Model id or alias; that of the parent where absent or `inherit`. */
  readonly model?: string
  readonly effort?: Effort
  readonly permissionMode?: PermissionMode
  /** Most model requests. */
  readonly maxTurns?: number
  /** Skills whose bodies it starts with. */
  readonly skills?: readonly string[]
  /** Names of MCP servers, or `{name: entry}`. */
  readonly mcpServers?: readonly (string | JsonObject)[]
  /** Hooks in the form of settings; in force while it runs. */
  readonly hooks?: JsonObject
  /** True: the parent never waits for it. */
  readonly background?: boolean
  /** Whose notes it keeps between sessions. */
  readonly memory?: SettingsSource
  readonly isolation?: 'worktree' | 'remote'
  /** Goes before the first prompt where the main thread runs as this agent. */
  readonly initialPrompt?: string
  /** It only looks around: its report carries no identity, and it starts without memory files. */
  readonly scout?: boolean
  /** It judges for a hook. */
  readonly judges?: boolean
  readonly origin: AgentOrigin
}
