import type { EventBody } from './event.js'
import type { JsonObject } from './json.js'
import type { LentRules, PermissionMode, Permit } from './permission.js'
import type { Profile } from './profile.js'
import type { Change } from './change.js'
import type { Evaluate } from './evaluation.js'
import type { CallServer } from './server.js'
import type { Settings, SettingsLayer } from './settings.js'
import type { SparseMap, SparseSet } from './sparse.js'
import type { Sponsor, Tasks } from './task.js'
import type { Tally } from './verdict.js'
import type { SearchWeb } from './web-search.js'

/** The subagent a session belongs to. */
export interface AgentIdentity {
  readonly id: string
  readonly type: string
  /** It starts without memory files; what it touches may still bring some in. */
  readonly startsBare?: boolean
  /** It judges for a hook. */
  readonly judges?: boolean
}

/** What a plugin knows of its session when it is made. */
export interface SessionScope {
  readonly session: string
  /** Absent on the main thread. */
  readonly agent?: AgentIdentity
  /** Type of the agent that the main thread runs as, where it does (`--agent`). */
  readonly role?: string
  /** Types of the agents from the first session down, joined by `/`. */
  readonly agentPath: string
  /** Folder the session was started in; absolute, links resolved. */
  readonly projectDir: string
  /** Home of the user's configuration: `~/.claude` or CLAUDE_CONFIG_DIR. */
  readonly configDir: string
  /** Transcript in Claude Code's layout; hooks get it as `transcript_path`. */
  readonly transcriptPath: string
  readonly profile: Profile
  /** The settings the session was started with. */
  readonly settings: Settings
  /** The settings in force now, where their files are followed: the same object until a change was taken over. */
  readonly currentSettings?: () => Settings
  /** Layers that join while the session runs, such as the hooks of an invoked skill: a list that only grows. Absent where none can. */
  readonly lateLayers?: () => readonly SettingsLayer[]
  /** Environment for child processes: the host's, with the settings' `env` laid over it. */
  readonly env: Readonly<Record<string, string>>
  /** Calls tools of MCP servers past the gate; absent where the session has none. */
  readonly callServer?: CallServer
  /** Aborts when the session is closed. */
  readonly signal: AbortSignal
  /** The session's current folder; follows the model's `cd`. */
  cwd(): string
  mode(): PermissionMode
  /** Rules and mode of the session; absent where nobody judges. */
  readonly permit?: Permit
  readonly emit: (event: EventBody) => void | Promise<void>
}

/** What every step of a plugin gets beside its value. */
export interface StepScope extends SessionScope {
  readonly run: string
  /** Id of the user's input, as hooks see it. */
  readonly promptId: string
  /** Reasoning effort in force, where the model knows one. */
  readonly effort?: string
  /** Has a model judge beside the conversation, paid by the run; absent where nobody can be asked. */
  readonly evaluate?: Evaluate
  /** Has the provider of the model search the web, paid by the run; absent where it cannot. */
  readonly searchWeb?: SearchWeb
  /** Aborts with the run or with a deadline of this step. */
  readonly signal: AbortSignal
}

/** What a running tool gets. */
export interface CallScope extends StepScope {
  readonly callId: string
  /** Input before it was normalised: as the model wrote it, or as a voter revised it. Results echo paths from here. */
  readonly given?: JsonObject
  /** Changes the session's current folder; tools that `cd` use it. */
  setCwd(path: string): void
  /** Rules and mode of the session. */
  readonly permit: Permit
  /** Puts rules in force until the run ends, or the function that comes back takes them away. */
  lend(rules: LentRules): () => void
  /** Lets all plugins vote on one of the rarer things. */
  vote(change: Change): Promise<Tally>
  /** State of the session that tools share, such as the record of read files. */
  readonly state: ToolState
  /** What goes on beside the conversation. */
  readonly tasks: Tasks
  /** The run the call belongs to, for the sessions it opens. */
  readonly sponsor: Sponsor
  /** Tells listeners how far the call is. */
  progress(text: string): void
}

/** What is known of a file that was read. */
export interface FileView {
  /** Modification time in milliseconds at the reading. */
  readonly mtimeMs: number
  /** SHA-256 of the whole content, hex. */
  readonly digest: string
  /** True where only a part was shown. */
  readonly partial: boolean
  /** True where a hook changed the content after the model last saw it. */
  readonly foreign?: boolean
}

/** A file that calls of an earlier conversation showed or wrote. */
export interface SeenFile {
  /** Absolute. */
  readonly path: string
  /** When the model got it last; milliseconds since 1970. */
  readonly at: number
  /** True where only a part was shown. */
  readonly partial: boolean
}

/** What a call of an earlier conversation did to a list of tasks. */
export interface ListCall {
  readonly tool: string
  readonly input: JsonObject
  /** Structured result. */
  readonly output: JsonObject
}

/** State that the tools of one session share. */
export interface ToolState {
  /** Views of files by real path. */
  readonly files: SparseMap<string, FileView>
  /** Folders beside the project folder that count as inside; absolute. */
  readonly directories: SparseSet<string>
  /** Folder for outputs too long for the model. */
  readonly resultsDir: string
  /** The model is used to reading a file before it changes it, and must, whatever the profile says. Default false. */
  readonly readsFirst?: boolean
  /** Anything else a tool keeps, by tool name. */
  readonly slots: SparseMap<string, JsonObject>
}
