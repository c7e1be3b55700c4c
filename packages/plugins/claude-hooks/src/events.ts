import type { NoteKind, PluginSteps } from '@raider/contracts'

/** Kinds of handler that settings can name. */
export const handlerTypes = ['command', 'http', 'mcp_tool', 'prompt', 'agent'] as const
/** A kind of handler that settings can name. */
export type HandlerType = (typeof handlerTypes)[number]

/**
 * What a block (exit 2, or `decision: "block"`) does:
 * `deny` the thing does not happen, and the text says why · `feedback` the text goes to the model · `stop` the run ends ·
 * `decline` a server's question is declined · `notice` the text goes to the user · `nothing`.
 */
export type BlockEffect = 'deny' | 'feedback' | 'stop' | 'decline' | 'notice' | 'nothing'

/** What plain text on stdout with exit 0 becomes: `context` for the model, `instructions` of a compaction, a `path`, or nothing. */
type PlainEffect = 'context' | 'instructions' | 'path' | 'nothing'

/** How one hook event differs from the others. */
export interface EventRow {
  /** Input field that matchers are held against; absent: a matcher is accepted and ignored. */
  readonly match?: string
  /** Matchers of plain words are separated by `|` only. */
  readonly narrow: boolean
  /** A malformed entry is no trifle here: in profile `claude` it costs the whole file. */
  readonly guard: boolean
  /** The event is about a tool call: `if` can be judged, and texts say `Event:Tool`. */
  readonly tool: boolean
  readonly types: readonly HandlerType[]
  /** Default deadline in milliseconds of commands, HTTP and MCP handlers and functions. */
  readonly timeoutMs: number
  /** The input carries `permission_mode`. */
  readonly mode: boolean
  /** The input carries `effort`. */
  readonly effort: boolean
  /** Hooks get the variable CLAUDE_ENV_FILE. */
  readonly envFile: boolean
  readonly plain: PlainEffect
  readonly exit2: BlockEffect
  readonly decision: BlockEffect
  /** Each reason of a deny stands under a heading that names the event, and every one counts. */
  readonly headed: boolean
  /** Does `continue: false` end the run? */
  readonly stop: 'counts' | 'by profile' | 'ignored'
  /** Is a `systemMessage` shown? */
  readonly message: boolean
  /** Does a function that is late keep from happening what it was asked about? */
  readonly barsLate: boolean
  /** Do `onFailure: "block"` and `failClosed` count? */
  readonly failsClosed: boolean
  /** What its hooks print is told to the model where the user asked for the thing: they read it, and may speak of it. */
  readonly echo: boolean
  /** Kind of the notes its context becomes. */
  readonly note: NoteKind
  /** False: Raider has no cause for it yet, so its hooks never run. */
  readonly fires: boolean
  /** The plugin step that fires it. The rarer ones come through `beforeChange`, by name. */
  readonly step: keyof PluginSteps
}

const anyType = handlerTypes
const noEvaluator: readonly HandlerType[] = ['command', 'http', 'mcp_tool']

/** Most events: nothing can be blocked and no text reaches the model. */
const quiet: EventRow = {
  narrow: false,
  guard: false,
  tool: false,
  types: noEvaluator,
  timeoutMs: 600_000,
  mode: false,
  effort: false,
  envFile: false,
  plain: 'nothing',
  exit2: 'nothing',
  decision: 'nothing',
  headed: false,
  stop: 'ignored',
  message: false,
  barsLate: false,
  failsClosed: true,
  echo: false,
  note: 'background',
  fires: true,
  step: 'beforeChange',
}

/** Events around one tool call. */
const onTool: EventRow = {
  ...quiet,
  match: 'tool_name',
  tool: true,
  types: anyType,
  mode: true,
  effort: true,
  stop: 'counts',
  message: true,
}

/** Events that can keep something from happening. */
const vetoing: EventRow = { ...quiet, exit2: 'deny', decision: 'deny' }

const onStop: EventRow = {
  ...vetoing,
  types: anyType,
  mode: true,
  effort: true,
  stop: 'counts',
  message: true,
  failsClosed: false,
  note: 'stop',
  step: 'beforeStop',
}

const onTask: EventRow = { ...vetoing, headed: true, types: anyType, message: true }

/** All events of Claude Code 2.1.332 (its reference, its declarations, and what was seen of it). */
export const eventTable = {
  SessionStart: {
    ...quiet,
    match: 'source',
    types: ['command', 'mcp_tool'],
    envFile: true,
    plain: 'context',
    exit2: 'notice',
    decision: 'notice',
    message: true,
    note: 'session',
    step: 'open',
  },
  Setup: {
    ...quiet,
    match: 'trigger',
    types: ['command', 'mcp_tool'],
    envFile: true,
    exit2: 'notice',
    message: true,
    note: 'session',
  },
  SessionEnd: { ...quiet, match: 'reason', timeoutMs: 1500, exit2: 'notice', step: 'close' },
  UserPromptSubmit: {
    ...vetoing,
    types: anyType,
    timeoutMs: 30_000,
    mode: true,
    plain: 'context',
    stop: 'counts',
    message: true,
    barsLate: true,
    note: 'prompt',
    step: 'beforePrompt',
  },
  UserPromptExpansion: {
    ...vetoing,
    match: 'command_name',
    types: anyType,
    mode: true,
    plain: 'context',
    stop: 'counts',
    message: true,
    barsLate: true,
    note: 'prompt',
  },
  PreToolUse: {
    ...onTool,
    guard: true,
    exit2: 'deny',
    decision: 'deny',
    barsLate: true,
    note: 'before-tool',
    step: 'beforeTool',
  },
  PermissionRequest: { ...onTool, guard: true, stop: 'ignored', note: 'before-tool', step: 'beforeAsk' },
  PermissionDenied: { ...onTool, stop: 'ignored', note: 'after-tool' },
  PostToolUse: { ...onTool, exit2: 'feedback', decision: 'feedback', note: 'after-tool', step: 'afterTool' },
  PostToolUseFailure: {
    ...onTool,
    exit2: 'feedback',
    decision: 'feedback',
    stop: 'by profile',
    note: 'after-tool',
    step: 'afterTool',
  },
  PostToolBatch: {
    ...quiet,
    types: anyType,
    mode: true,
    effort: true,
    exit2: 'stop',
    decision: 'stop',
    stop: 'counts',
    message: true,
    note: 'after-batch',
    step: 'afterBatch',
  },
  PreSkillShellCommand: { ...onTool, effort: false, exit2: 'deny', decision: 'deny', note: 'before-tool' },
  Stop: onStop,
  SubagentStop: { ...onStop, match: 'agent_type' },
  StopFailure: { ...quiet, match: 'error', narrow: true, effort: true },
  SubagentStart: { ...quiet, match: 'agent_type', exit2: 'notice', message: true, note: 'session', step: 'open' },
  PreCompact: { ...vetoing, match: 'trigger', plain: 'instructions', echo: true, step: 'beforeCompact' },
  PostCompact: { ...quiet, match: 'trigger', exit2: 'notice', echo: true },
  PreModelSwitch: { ...quiet, match: 'to_model', exit2: 'deny', message: true },
  PostModelSwitch: { ...quiet, match: 'to_model', plain: 'context', message: true, note: 'session' },
  TaskCreated: onTask,
  TaskCompleted: { ...onTask, failsClosed: false },
  TeammateIdle: { ...onTask, decision: 'nothing', stop: 'counts', failsClosed: false, fires: false },
  Notification: { ...quiet, match: 'notification_type' },
  Elicitation: { ...quiet, match: 'mcp_server_name', exit2: 'decline' },
  ElicitationResult: { ...quiet, match: 'mcp_server_name', exit2: 'decline' },
  ConfigChange: { ...vetoing, match: 'source' },
  WorktreeCreate: { ...quiet, plain: 'path', exit2: 'deny' },
  WorktreeRemove: { ...quiet, exit2: 'deny' },
  InstructionsLoaded: { ...quiet, match: 'load_reason', effort: true, step: 'onEvent' },
  CwdChanged: { ...quiet, envFile: true, message: true },
  FileChanged: { ...quiet, match: 'file_path', narrow: true, envFile: true, message: true },
  DirectoryAdded: { ...quiet, match: 'source', message: true, fires: false },
  MessageDisplay: { ...quiet, timeoutMs: 10_000 },
} as const satisfies Record<string, EventRow>

/** Name of a hook event; case counts. */
export type HookEvent = keyof typeof eventTable

/** Names of all hook events. */
export const hookEvents = Object.keys(eventTable) as readonly HookEvent[]

/** Is it the name of a hook event? */
export const isHookEvent = (name: string): name is HookEvent => Object.hasOwn(eventTable, name)

/** The row of an event. */
export const rowOf = (event: HookEvent): EventRow => eventTable[event]
