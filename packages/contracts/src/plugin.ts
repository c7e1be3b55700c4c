import type { AssistantMessage, UserBlock } from './message.js'
import type { Change } from './change.js'
import type { CallStatus, Decision, ToolOutcome } from './outcome.js'
import type { JsonObject } from './json.js'
import type { Note } from './note.js'
import type { ModelRequest, StopReason, Usage } from './engine.js'
import type { PermissionUpdate } from './permission.js'
import type { CompactTrigger, RaiderEvent } from './event.js'
import type { SessionScope, StepScope } from './scope.js'
import type { Stop, Verdict } from './verdict.js'
import type { Task } from './task.js'
import type { Tool, ToolResult, Touch } from './tool.js'

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>

/** A call on its way through the gate. */
export interface ToolCall {
  readonly id: string
  readonly tool: Tool
  /** Name as the model wrote it. */
  readonly name: string
  /** Input as the model wrote it, numbers coerced and defaults filled in. */
  readonly original: JsonObject
  /** The same for the input in force: what a voter put in its place, where one did. */
  readonly given: JsonObject
  /** Input in force: normalised, and revised where a voter did so. */
  readonly input: JsonObject
  readonly touches: readonly Touch[]
}

/** A user prompt before the model sees it. */
export interface PromptDraft {
  /** Title of the session, where it has one. */
  readonly title?: string
  readonly text: string
  readonly content: readonly UserBlock[]
}

/** A call that rules did not decide, before somebody is asked. */
export interface AskDraft {
  readonly call: ToolCall
  readonly reason: string
  /** Absent where a hook's `ask` caused the question. */
  readonly suggestions?: readonly PermissionUpdate[]
}

/** How a call ended, while `afterTool` steps look at it. */
export interface CallEnding {
  readonly call: Omit<ToolCall, 'tool'> & { readonly tool?: Tool }
  readonly outcome: ToolOutcome
  /** The bare result; a step may return another. */
  readonly result: ToolResult
  readonly notes: readonly Note[]
  readonly stop?: Stop
}

/** A call as the model gets it back. */
export interface SealedCall {
  readonly id: string
  readonly name: string
  /** The alias by which the model called the tool; absent for its name. */
  readonly calledAs?: string
  /** Input as the model wrote it, numbers coerced and defaults filled in; raw where it did not fit. */
  readonly original: JsonObject
  readonly status: CallStatus
  readonly decision: Decision
  /** The bare result after all folds. */
  readonly result: ToolResult
  /** The error text failure hooks got; absent for `ok`. */
  readonly error?: string
  readonly notes: readonly Note[]
}

/** All calls of one reply, sealed, before the model gets them back. */
export interface BatchDraft {
  readonly calls: readonly SealedCall[]
}

/** The model wants to end its turn. */
export interface StopDraft {
  /** Last text of the model. */
  readonly text: string
  /** True where the turn goes on because of an earlier block. */
  readonly active: boolean
  readonly stopReason: StopReason
  /** What goes on beside the conversation. */
  readonly tasks: readonly Task[]
}

/** A history about to be summarised; `instructions` are what the user asked for, null where nothing. */
export interface CompactDraft {
  readonly trigger: CompactTrigger
  readonly instructions: string | null
}

/** How an earlier conversation stands when it goes on. */
export interface Standing {
  readonly secondsSinceReply: number
  /** Tokens of the last request and its reply. */
  readonly contextTokens: number
  /** True where the provider will have forgotten the cached prefix. */
  readonly cacheExpired: boolean
  /** US dollars for writing it into the cache again; absent where the price is unknown. */
  readonly cacheWriteUsd?: number
}

/** The session's start, before the first prompt. */
export interface Opening {
  /** Of a conversation that goes on; absent where no model has answered in it since it was last compacted. */
  readonly standing?: Standing
  /** Model in force; told after a compaction only, as the reference program does. */
  readonly model?: string
  /** Title of the session, where it has one; a step may give it another. */
  readonly title?: string
  /** Absolute paths whose changes are of interest from now on. */
  readonly watch?: readonly string[]
  readonly source: 'startup' | 'resume' | 'fork' | 'compact' | 'clear'
  /** Absolute paths of files that stand in the conversation which goes on. */
  readonly known?: readonly string[]
  /** Notes that go before the first prompt. */
  readonly notes: readonly Note[]
  /** A prompt to run before the given one. */
  readonly firstPrompt?: string
  /** A step brought skills in: they are to be looked for anew. */
  readonly reloadSkills?: boolean
}

/** A model's reply, while `afterModel` steps look at it. */
export interface ModelReply {
  readonly message: AssistantMessage
  readonly stopReason: StopReason
  readonly usage: Usage
  readonly model: string
}

/** Why a session ends. */
export type CloseReason = 'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other'

/**
 * The steps a plugin may take. Three kinds: votes (strictest wins, every plugin votes on the original input), folds (each gets
 * its predecessor's value) and taps (change nothing). All are optional; all are awaited; order is array order. What the loop looks at between steps is no
 * step: it is asked for and answers at once.
 */
export interface PluginSteps {
  // votes
  /** Before the model sees a prompt of the user. A deny ends the run as `blocked`. */
  beforePrompt?(prompt: PromptDraft, scope: StepScope): Awaitable<Verdict | undefined>
  /** Before rules and mode decide over a call. A deny refuses it, an ask or allow is weighed with the rules, `revised` replaces its input. */
  beforeTool?(call: ToolCall, scope: StepScope): Awaitable<Verdict | undefined>
  /** Before somebody is asked about a call that rules and mode left open. An allow or deny answers in their place. */
  beforeAsk?(ask: AskDraft, scope: StepScope): Awaitable<Verdict | undefined>
  /** Once all calls of a reply are sealed. A deny ends the run. */
  afterBatch?(batch: BatchDraft, scope: StepScope): Awaitable<Verdict | undefined>
  /** When the model wants to end its turn. A deny sends it on, with its reason as the next message. */
  beforeStop?(stop: StopDraft, scope: StepScope): Awaitable<Verdict | undefined>
  /** Before a conversation is summarised. A deny leaves it as it is; `effects.instructions` go into the request for the summary. */
  beforeCompact?(compact: CompactDraft, scope: StepScope): Awaitable<Verdict | undefined>
  /** The rarer occasions, told apart by `change.kind`; whether a deny keeps anything from happening depends on it. */
  beforeChange?(change: Change, scope: StepScope): Awaitable<Verdict | undefined>
  // folds
  /** At the start of a session, and again after a compaction. */
  open?(opening: Opening, scope: StepScope): Awaitable<Opening>
  /** Before each request to the model. */
  beforeModel?(request: ModelRequest, scope: StepScope): Awaitable<ModelRequest>
  /** After each reply, before its calls are looked at. */
  afterModel?(reply: ModelReply, scope: StepScope): Awaitable<ModelReply>
  /** After every call, however it ended, unless it was deferred; a step may replace the bare result and add notes. */
  afterTool?(ending: CallEnding, scope: StepScope): Awaitable<CallEnding>
  // taps
  /** Every event of the session, in order. */
  onEvent?(event: RaiderEvent): Awaitable<void>
  /** The end of the session, in the order of the array; `scope.signal` is a fresh one. */
  close?(reason: CloseReason, scope: StepScope): Awaitable<void>
  // looked at between steps
  /** Absolute paths of files whose changes the plugin wants to hear of while `cwd` is the current folder. */
  watched?(cwd: string): readonly string[]
  /** Notes that became ready in the background; taken before each model request. */
  pending?(): Awaitable<readonly Note[]>
  /** What the plugin could not do since it was asked last, though it is required: a strict run that hears of it has failed. */
  shortfall?(): string | undefined
}

/** A named factory of steps, called once per session; state lives in its closure. */
export interface Plugin {
  readonly name: string
  /** A throw in a fold withholds the value instead of keeping it. */
  readonly guard?: boolean
  create(session: SessionScope): Awaitable<PluginSteps>
}
