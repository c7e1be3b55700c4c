import type {
  Ask,
  CallScope,
  ChildFacts,
  Commands,
  Effort,
  Engine,
  Equipment,
  Note,
  Permissions,
  PermissionUpdate,
  Plugin,
  RaiderError,
  SettingsNotice,
  Sponsor,
  Tasks,
  Tool,
  ToolState,
} from '@raider/contracts'
import type { AutoMode } from '@raider/gate'
import type { Limits } from './model/budget.js'
import type { Judge } from './model/evaluation.js'
import type { Following } from './watching/follower.js'
import type { Past } from './history/past.js'
import type { SessionFacts } from './scope.js'

/** What a session of a subagent has of the session whose call opened it. */
export interface ChildParts {
  readonly facts: ChildFacts
  readonly parent: { readonly session: string; readonly call: string; readonly promptId: string }
  readonly sponsor: Sponsor
  /** The board of the first session, which hears all news. */
  readonly tasks: Tasks
  /** Folder it starts in; absolute. */
  readonly cwd: string
}

/** Everything a session is made of; the composition root fills it in. */
export interface SessionParts {
  readonly facts: SessionFacts
  readonly engine: Engine
  /** Model id or alias; the engine's default where absent. */
  readonly model?: string
  readonly plugins: readonly Plugin[]
  readonly tools: readonly Tool[]
  /** Tools that may come and go while the session is open, such as those of MCP servers; names in `tools` go before. */
  readonly changingTools?: () => readonly Tool[]
  readonly permissions: Permissions
  /** What prompts such as `/name args` stand for. */
  readonly commands?: Commands
  readonly ask?: Ask
  /** Decides in place of a person in mode `auto`. */
  readonly auto?: AutoMode
  /** Writes an update to the file that it is meant for, where there is one; resolves with what the user should know. */
  readonly keepUpdate?: (update: PermissionUpdate) => Promise<readonly Pick<SettingsNotice, 'level' | 'text'>[]>
  /** Has subagents judge for hooks; absent where there are none. */
  readonly judge?: Judge
  /** The conversation that goes on, where it is no new one. */
  readonly past?: Past
  /** It takes the place of a session that the user cleared. */
  readonly clears?: true
  /** The session whose conversation a fork goes on with. */
  readonly from?: string
  /** What of the user's setup it has, for listeners. */
  readonly equipment?: Equipment
  /** Goes before the first prompt. */
  readonly preface?: string
  /** Types of subagents that the session may start, for listeners. */
  readonly agents?: readonly string[]
  /** What makes the session that of a subagent. */
  readonly child?: ChildParts
  readonly state: ToolState
  /**
   * Shows files again that the conversation was about, once it is a summary.
   * @param memory absolute paths of the memory files that touches brought in.
   */
  readonly recall?: (memory: readonly string[], scope: CallScope) => Promise<readonly Note[]>
  readonly following?: Following
  /** What was wrong with the settings; told once the session is open. */
  readonly notices: readonly SettingsNotice[]
  /** Write the transcript that hooks find as `transcript_path`. */
  readonly transcript: boolean
  /** System prompt items. */
  readonly system: readonly string[]
  readonly limits: Limits
  readonly maxOutputTokens?: number
  readonly thinkingTokens?: number
  readonly effort?: Effort
  /** Tokens at which the conversation is compacted, also by the context of the model, or false for never; default `compactionPoint`. */
  readonly compactAt?: number | false | ((window: number) => number)
  /** Tell plugins that the host asked for the preparations of the project. */
  readonly setup?: 'init' | 'maintenance'
  readonly title?: string
  /** Why the session cannot be opened; thrown once the plugins are there, so that their closing steps run. */
  readonly refusal?: RaiderError
  /** Fail a run whose calls were not all covered. */
  readonly strict: boolean
  /** Most milliseconds that a run which is over waits for its background tasks; default ten minutes. */
  readonly backgroundWaitMs?: number
  /** Most continuations in a row that stop voters may cause; 0 means any number. */
  readonly stopBlockCap: number
  /** Aborts when the host shuts down. */
  readonly signal: AbortSignal
}
