import type { AssistantBlock, Content, Message, UserBlock } from './message.js'
import type { Equipment } from './equipment.js'
import type { CallStatus, Decision, RunEnding } from './outcome.js'
import type { Fault, StopReason, Usage } from './engine.js'
import type { JsonObject } from './json.js'
import type { Note } from './note.js'
import type { PermissionMode } from './permission.js'
import type { ServerState } from './server.js'
import type { Source } from './source.js'
import type { Stance } from './verdict.js'
import type { Task, TaskEnd } from './task.js'

/** How one hook run ended. */
export type HookOutcome = 'success' | 'blocked' | 'error' | 'timeout' | 'cancelled' | 'skipped' | 'background'

/** Where a note was delivered: the receipt. */
export interface Receipt {
  readonly note: string
  /** Index of the message in the request. */
  readonly message: number
}

/** What a session of a subagent is about. */
export interface ChildFacts {
  readonly id: string
  readonly type: string
  /** In a few words. */
  readonly description: string
  /** The parent does not wait for it. */
  readonly background: boolean
  /** 1 for a child of the first session. */
  readonly depth: number
  /** File of its conversation; absolute. */
  readonly transcript: string
}

/** Who wants a compaction: the user or host, or the session that is full. */
export type CompactTrigger = 'manual' | 'auto'

/** What happens in a session. One vocabulary for listeners, run iterators and the journal. */
export type EventBody =
  | {
      readonly type: 'session-open'
      readonly cwd: string
      readonly source: 'startup' | 'resume' | 'fork' | 'clear'
      readonly model: string
      readonly mode: PermissionMode
      readonly profile: string
      readonly tools: readonly string[]
      /** Types of subagents that it may start. */
      readonly agents?: readonly string[]
      readonly equipment?: Equipment
      /** The session whose history a fork starts with. */
      readonly from?: string
      /** The call that opened the session of a subagent. */
      readonly parent?: { readonly session: string; readonly call: string }
      /** The subagent whose session it is. */
      readonly child?: ChildFacts
    }
  | { readonly type: 'session-close'; readonly reason: string }
  | {
      readonly type: 'run-start'
      readonly prompt: readonly UserBlock[]
      readonly promptId: string
      /** Reasoning effort, where the model knows one. */
      readonly effort?: string
    }
  | {
      readonly type: 'run-end'
      readonly ending: RunEnding
      readonly text: string
      readonly turns: number
      readonly usage: Usage
      readonly costUsd?: number
      readonly durationMs: number
      readonly coverage: Coverage
    }
  | {
      readonly type: 'model-request'
      readonly turn: number
      readonly model: string
      readonly messages: number
      readonly receipts: readonly Receipt[]
    }
  | { readonly type: 'model-retry'; readonly attempt: number; readonly delayMs: number; readonly fault: Fault }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'block'; readonly messageId: string; readonly block: AssistantBlock }
  | {
      readonly type: 'model-reply'
      readonly turn: number
      readonly model: string
      readonly messageId: string
      readonly content: readonly AssistantBlock[]
      readonly stopReason: StopReason
      readonly usage: Usage
    }
  | { readonly type: 'model-fault'; readonly fault: Fault }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'tool-start'
      readonly id: string
      readonly name: string
      readonly input: JsonObject
      readonly decision: Decision
    }
  | { readonly type: 'tool-progress'; readonly id: string; readonly text: string }
  | {
      readonly type: 'tool-result'
      readonly id: string
      readonly name: string
      readonly status: CallStatus
      readonly content: readonly Content[]
      readonly isError: boolean
      readonly structured?: unknown
      readonly notes: readonly Note[]
      readonly decision: Decision
      readonly durationMs?: number
    }
  /** A shell command goes on beside the conversation; `call` is the one that started it. */
  | { readonly type: 'task-start'; readonly call: string; readonly task: Task }
  | { readonly type: 'task-end'; readonly end: TaskEnd }
  /** A note that was taken into the conversation beside results; those of a call are told with its result. */
  | { readonly type: 'note'; readonly note: Note }
  /** Words of the user's side that were taken into the conversation: a prompt that was admitted, or what Raider itself has to say. */
  | { readonly type: 'user-message'; readonly origin: 'prompt' | 'raider'; readonly content: readonly UserBlock[] }
  /** A call waits for a decision from outside: its run ends, and a resume asks again. */
  | { readonly type: 'call-deferred'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | {
      readonly type: 'compaction'
      readonly trigger: CompactTrigger
      /** What the model wrote. */
      readonly summary: string
      /** The conversation from now on: the summary as the model gets it, and what was kept after it. */
      readonly messages: readonly Message[]
      /** Tokens of the conversation before, as the provider counted its last request. */
      readonly tokensBefore?: number
      readonly model: string
      readonly usage: Usage
      readonly durationMs: number
    }
  | { readonly type: 'title-change'; readonly title: string }
  | {
      readonly type: 'hook-run'
      readonly event: string
      readonly hook: string
      readonly source: Source
      readonly callId?: string
      readonly outcome: HookOutcome
      readonly exitCode?: number
      readonly durationMs: number
      readonly stance?: Stance
      readonly error?: string
    }
  | {
      readonly type: 'hook-message'
      readonly event: string
      readonly hook: string
      readonly source: Source
      readonly callId?: string
      readonly text: string
    }
  | {
      readonly type: 'memory-load'
      readonly file: string
      readonly bytes: number
      /** Why, in hook spelling: `session_start`, `nested_traversal`, `path_glob_match`, `include` or `compact`. */
      readonly reason: string
      /** Whose memory it is, in hook spelling. */
      readonly memory?: 'Managed' | 'User' | 'Project' | 'Local'
      /** The touched file that brought it in. */
      readonly trigger?: string
      /** The memory file that imports it. */
      readonly parent?: string
      /** Its `paths`, where it has any. */
      readonly globs?: readonly string[]
    }
  | { readonly type: 'mode-change'; readonly mode: PermissionMode; readonly by: Source }
  /** The runs to come ask another model; its id. */
  | { readonly type: 'model-change'; readonly model: string }
  /** An MCP server came, went, or could not be reached. */
  | ({ readonly type: 'server-change' } & ServerState)
  /** The tools that the model is told of are others than before. */
  | { readonly type: 'tools-change'; readonly tools: readonly string[] }
  | { readonly type: 'cwd-change'; readonly from: string; readonly to: string }
  | {
      readonly type: 'notice'
      readonly level: 'info' | 'warning' | 'error'
      readonly text: string
      readonly source?: Source
    }

/** An event with its place: which session and agent, and when. */
export type RaiderEvent = EventBody & {
  readonly session: string
  /** Run of that session; absent between runs. */
  readonly run?: string
  /** Types of the agents from the first session down, such as `main` or `main/Explore`. */
  readonly agent: string
  /** ISO 8601, UTC. */
  readonly time: string
}

/** Name of an event, such as `tool-result`. */
export type EventType = EventBody['type']

/** Did each executed call pass one pre step and one post or failure step? */
export interface Coverage {
  readonly calls: number
  readonly before: number
  readonly executed: number
  readonly after: number
  /** Ids of calls that miss a step. */
  readonly missing: readonly string[]
}

/** One entry of a run's complete record of tool traffic. */
export type ToolEvent =
  | { readonly phase: 'call'; readonly id: string; readonly name: string; readonly input: unknown; readonly ns: bigint }
  | {
      readonly phase: 'result'
      readonly id: string
      readonly name: string
      readonly input: unknown
      readonly output: readonly Content[]
      readonly structured?: unknown
      readonly ns: bigint
    }
  | {
      readonly phase: 'failure'
      readonly id: string
      readonly name: string
      readonly input: unknown
      readonly error: string
      readonly ns: bigint
    }
