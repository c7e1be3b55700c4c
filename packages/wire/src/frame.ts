import type { CompactTrigger, Denial, JsonObject, PermissionMode } from '@raider/contracts'

// All shapes in this file were seen in the output of Claude Code 2.1.332 (`claude -p --output-format stream-json --verbose`, scripted
// model), unless a comment says otherwise.

/** What every frame carries. Frames of subagents name the first session too. */
interface Envelope {
  readonly uuid: string
  readonly session_id: string
}

/** Opens each turn of the user. */
export interface InitFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'init'
  readonly cwd: string
  readonly tools: readonly string[]
  readonly mcp_servers: readonly JsonObject[]
  /** MCP servers whose entry cannot be used. */
  readonly mcp_server_errors?: readonly JsonObject[]
  readonly model: string
  readonly permissionMode: PermissionMode
  readonly slash_commands: readonly string[]
  readonly apiKeySource: string
  readonly claude_code_version: string
  readonly output_style: string
  readonly agents: readonly string[]
  readonly skills: readonly string[]
  readonly plugins: readonly JsonObject[]
  /** Ours: the program that really speaks. */
  readonly raider_version: string
}

/** What frames of a subagent say of it. */
interface ChildAddress {
  readonly agent_id?: string
  readonly subagent_type?: string
  readonly task_description?: string
}

/** What a subagent, or another task, has used so far. */
export interface TaskUsage {
  readonly total_tokens: number
  readonly tool_uses: number
  readonly duration_ms: number
}

/** A subagent begins, or a shell command goes to the background. */
export interface TaskStartedFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'task_started'
  readonly task_id: string
  readonly tool_use_id: string | null
  readonly description: string
  readonly is_backgrounded: boolean
  readonly task_type: 'local_agent' | 'local_bash'
  /** Of a subagent, as all that follows. */
  readonly subagent_type?: string
  readonly spawn_depth?: number
  readonly parent_task_id?: string
  readonly prompt?: string
}

/** A subagent calls a tool. */
export interface TaskProgressFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'task_progress'
  readonly task_id: string
  readonly tool_use_id: string | null
  readonly description: string
  readonly subagent_type: string
  readonly usage: TaskUsage
  readonly last_tool_name: string
}

/** A subagent has ended; the pair of frames says how. */
export interface TaskUpdatedFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'task_updated'
  readonly task_id: string
  /** `end_time` in milliseconds since 1970. */
  readonly patch: { readonly status: TaskStatus; readonly end_time: number }
}

/** How a task ended. */
export type TaskStatus = 'completed' | 'failed' | 'stopped'

/** What a subagent has to report, or how a shell command ended. */
export interface TaskNotificationFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'task_notification'
  readonly task_id: string
  readonly tool_use_id: string | null
  readonly status: TaskStatus
  /** File of its conversation or its output. */
  readonly output_file: string
  readonly summary: string
  /** Of a subagent. */
  readonly usage?: TaskUsage
}

/** Everything that now works in the background. */
export interface BackgroundTasksFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'background_tasks_changed'
  readonly tasks: readonly JsonObject[]
}

/** One block of a reply; frames of one reply share `message.id`. */
export interface AssistantFrame extends Envelope, ChildAddress {
  readonly type: 'assistant'
  readonly message: JsonObject
  readonly parent_tool_use_id: string | null
  readonly timestamp: string
  /** Set on the frame that stands in for a reply which never came. */
  readonly error?: string
  readonly is_api_error_message?: true
  readonly api_error_status?: number
}

/** One tool result. */
export interface UserFrame extends Envelope, ChildAddress {
  readonly type: 'user'
  readonly message: JsonObject
  readonly parent_tool_use_id: string | null
  readonly timestamp: string
  /** The structured output, or `Error: …`. */
  readonly tool_use_result?: unknown
  readonly tool_result_meta?: readonly ToolResultMeta[]
}

/** Who decided over a call. */
export interface ToolResultMeta {
  readonly id: string
  readonly permission_decision?: {
    readonly decision: 'accept' | 'reject'
    readonly source: string
    readonly reason_type?: string
  }
  readonly non_execution_kind?: string
}

/** A call that rules or mode refused. */
export interface PermissionDeniedFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'permission_denied'
  readonly tool_name: string
  readonly tool_use_id: string
  readonly decision_reason_type?: string
  readonly message: string
}

/** A request that will be sent again. */
export interface ApiRetryFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'api_retry'
  readonly attempt: number
  readonly max_retries: number
  readonly retry_delay_ms: number
  readonly error_status: number | null
  readonly error: string
}

/** A hook that ran; the pair shares `hook_id`. */
export interface HookFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'hook_started' | 'hook_response'
  readonly hook_id: string
  /** Event and what its matcher was held against, such as `PreToolUse:Bash`. */
  readonly hook_name: string
  readonly hook_event: string
  readonly output?: string
  readonly stdout?: string
  readonly stderr?: string
  readonly exit_code?: number
  readonly outcome?: 'success' | 'error' | 'cancelled'
}

/** A change of mode. */
export interface StatusFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'status'
  readonly status: null
  readonly permissionMode: PermissionMode
}

/** The session got a title. */
export interface TitleFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'session_title_changed'
  readonly title: string
}

/** What came before was replaced by a summary. */
export interface CompactionFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'compact_boundary'
  readonly compact_metadata: {
    readonly trigger: CompactTrigger
    readonly pre_tokens?: number
    readonly duration_ms: number
  }
}

/** The summary that stands for what came before. */
export interface SummaryFrame extends Envelope {
  readonly type: 'user'
  readonly message: JsonObject
  readonly parent_tool_use_id: null
  readonly timestamp: string
  readonly isSynthetic: true
}

/** Text for the user that is not the model's. */
export interface InformationalFrame extends Envelope {
  readonly type: 'system'
  readonly subtype: 'informational'
  readonly content: string
  readonly level: 'info' | 'warning' | 'error' | 'notice'
}

/** How a run ended. */
export type ResultSubtype = 'success' | 'error_during_execution' | 'error_max_turns' | 'error_max_budget_usd'

/** The last frame of a run. */
export interface ResultFrame extends Envelope {
  readonly type: 'result'
  readonly subtype: ResultSubtype
  /** May be true beside `success`: the run ended in order, but with a provider's fault. */
  readonly is_error: boolean
  readonly duration_ms: number
  /** Milliseconds spent waiting for the model. */
  readonly duration_api_ms: number
  /** 1 + tool results of the main thread; 0 where the prompt was refused. */
  readonly num_turns: number
  /** Last text of the model, empty where a tool result came after it; only beside `success`. */
  readonly result?: string
  /** Only beside the other subtypes. */
  readonly errors?: readonly string[]
  readonly stop_reason: string | null
  readonly terminal_reason?: string
  /** US dollars; 0 where the price of a model is unknown. */
  readonly total_cost_usd: number
  readonly usage: JsonObject
  readonly modelUsage: Readonly<Record<string, JsonObject>>
  readonly permission_denials: readonly Denial[]
  readonly api_error_status?: number | null
  /** Counts of the session's subagents. */
  readonly subagent_stats: JsonObject
  /** The call that waits for a decision from outside. */
  readonly deferred_tool_use?: JsonObject
}

/** One line of stream-json. Readers must skip types they do not know. */
export type Frame =
  | InitFrame
  | AssistantFrame
  | TaskStartedFrame
  | TaskProgressFrame
  | TaskUpdatedFrame
  | TaskNotificationFrame
  | BackgroundTasksFrame
  | UserFrame
  | PermissionDeniedFrame
  | ApiRetryFrame
  | HookFrame
  | StatusFrame
  | TitleFrame
  | CompactionFrame
  | SummaryFrame
  | InformationalFrame
  | ResultFrame

type Unaddressed<F> = F extends Envelope ? Omit<F, keyof Envelope> : never

/** A frame before its address is put on. */
export type FrameBody = Unaddressed<Frame>
