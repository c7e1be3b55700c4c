import type { ChildFacts, Equipment, PermissionMode, ServerState, Task } from '@raider/contracts'

/** An open session: the first one, or a subagent's. */
export interface Thread {
  /** The call that made the subagent; null for the first session. */
  readonly parentCall: string | null
  /** The subagent whose thread it is. */
  readonly child?: ChildFacts
  /** Session of the subagent that started it, where one did. */
  readonly parentAgent?: string
  readonly agents: readonly string[]
  readonly equipment?: Equipment
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Calls, and tokens of the last reply: how far a subagent is. */
  readonly progress: { calls: number; tokens: number }
  readonly source: string
  tools: readonly string[]
  /** MCP servers by name, in the order in which they were told of. */
  readonly servers: Map<string, ServerState>
  model: string
  cwd: string
  mode: PermissionMode
  /** Time of the unanswered model request, in milliseconds. */
  requestedAt?: number
}

/** Everything that is open right now. */
export interface Roster {
  /** Id of the first session. */
  root?: string
  readonly threads: Map<string, Thread>
  /** Tool names of open calls by id. */
  readonly calls: Map<string, string>
  /** Shell commands in the background, by id. */
  readonly shells: Map<string, Task>
}

/** Nobody is there yet. */
export const createRoster = (): Roster => ({ threads: new Map(), calls: new Map(), shells: new Map() })
