import type { JsonObject } from './json.js'
import type { Source } from './source.js'

/** How calls are decided that no rule covers. */
export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

/** All modes, as settings and flags name them. */
export const permissionModes: readonly PermissionMode[] = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
]

/** What a rule makes of a call. */
export type Behavior = 'allow' | 'ask' | 'deny'

/** A rule such as `Bash(git push *)`, taken apart, with its origin. */
export interface PermissionRule {
  readonly behavior: Behavior
  readonly tool: string
  /** Text between the parentheses; absent for a rule on the whole tool. */
  readonly specifier?: string
  readonly source: Source
}

/** Where an update is kept. */
export type UpdateDestination = 'session' | 'localSettings' | 'projectSettings' | 'userSettings' | 'cliArg'

/** A rule in the wire form of updates. */
export interface RuleValue {
  readonly toolName: string
  readonly ruleContent?: string
}

/**
 * A rule as it stands in a settings file: parentheses in its content have a backslash before them, and so has a backslash before one
 * of these (Claude Code 2.1.332, seen).
 */
export const writtenRule = ({ toolName, ruleContent }: RuleValue): string =>
  ruleContent === undefined ? toolName : `${toolName}(${ruleContent.replace(/[()]|\\(?=[\\()])/g, '\\$&')})`

/** A change of the permissions, in Claude Code's wire form. */
export type PermissionUpdate =
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      readonly rules: readonly RuleValue[]
      readonly behavior: Behavior
      readonly destination: UpdateDestination
    }
  | { readonly type: 'setMode'; readonly mode: PermissionMode; readonly destination: UpdateDestination }
  | {
      readonly type: 'addDirectories' | 'removeDirectories'
      readonly directories: readonly string[]
      readonly destination: UpdateDestination
    }

/** Why a decision fell; the `reason_type` of Claude Code. */
export type ReasonType =
  | 'rule'
  | 'mode'
  | 'safetyCheck'
  | 'workingDir'
  | 'subcommandResults'
  | 'hook'
  | 'classifier'
  | 'other'

/** One rule or mode that was looked at on the way to a decision. */
export interface Consideration {
  readonly source: Source
  readonly behavior: Behavior
  /** What it speaks about, such as one part of a compound command. */
  readonly about?: string
  readonly decided: boolean
}

/** What rules and modes say of one call. */
export interface PermissionDecision {
  readonly behavior: Behavior
  /** Text for the model, in our own words. */
  readonly reason: string
  readonly reasonType: ReasonType
  /** A hook's `allow` does not lift it: deny and ask rules, critical removals, edits in plan mode. */
  readonly firm?: boolean
  /** Where the host has a classifier, it may decide in place of a person. */
  readonly classifiable?: boolean
  readonly source: Source
  /** Everything that spoke, losers included, in the order of evaluation. */
  readonly considered: readonly Consideration[]
  /** What an asker may offer as a lasting answer. */
  readonly suggestions: readonly PermissionUpdate[]
  /** The path that made it ask, where one did. */
  readonly blockedPath?: string
}

/** One question to rules and mode. */
export interface PermitQuery {
  readonly tool: string
  readonly input: JsonObject
  /** The tool's kind: tools passed in code are allowed unless a rule says otherwise. */
  readonly origin: 'built-in' | 'code' | 'mcp'
  /** The tool says that the call needs no permission unless a rule speaks of it. */
  readonly harmless?: boolean
  /** The tool says that the call changes nothing. */
  readonly readsOnly?: boolean
  /** The user has to take part in the call: no rule and no mode answers for them. */
  readonly needsUser?: boolean
  /** Asks whether such calls are to be offered to the model at all, not whether one may run. */
  readonly offer?: boolean
  /** Paths the call touches, absolute. */
  readonly paths: readonly { readonly path: string; readonly access: 'read' | 'write' }[]
  readonly cwd: string
}

/** Rules and mode as a function: the gate is given one. */
export type Permit = (query: PermitQuery) => PermissionDecision

/** Rules in their text form, such as `Bash(git *)`, that are in force for a while. */
export interface LentRules {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
}

/** Rules and mode of one session. */
export interface Permissions {
  readonly permit: Permit
  mode(): PermissionMode
  /** Throws `bad-option` where bypass was not made available at the start, or the settings forbid `auto`. */
  setMode(mode: PermissionMode): void
  /** Puts an update in force for this session, whatever its destination. Throws as `setMode` does. */
  apply(update: PermissionUpdate): void
  /** Folders beside the project folder that count as inside; absolute. */
  directories(): readonly string[]
  /** Puts rules in force until the function that comes back is called. */
  lend(rules: LentRules): () => void
  /** False for a tool denied by its bare name. */
  isOffered(tool: string): boolean
  /**
   * False for a tool denied by its bare name, unless by rules that were lent: to these a call is a refused one, and no call of an unknown
   * tool (Claude Code 2.1.332, seen).
   */
  isFound(tool: string): boolean
  /**
   * The same rules under a mode of its own, for a subagent.
   * @param notes folders of its own notes: file tools read and write there without a question.
   */
  fork(mode: PermissionMode, notes?: readonly string[]): Permissions
}

/** A question to whoever can answer for the user. */
export interface AskRequest {
  readonly callId: string
  readonly tool: string
  readonly input: JsonObject
  /** One line for a dialog. */
  readonly title: string
  readonly reason: string
  readonly suggestions: readonly PermissionUpdate[]
  readonly blockedPath?: string
  readonly agentId?: string
}

/** The answer of a host or of a person. */
export type AskAnswer =
  | {
      readonly behavior: 'allow'
      readonly updatedInput?: JsonObject
      readonly updatedPermissions?: readonly PermissionUpdate[]
    }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: boolean }

/** Asks the host. May reject: the gate then refuses the call. */
export type Ask = (request: AskRequest, signal: AbortSignal) => Promise<AskAnswer>

/** A call that the mode leaves to the classifier. */
export interface ClassifierRequest {
  readonly callId: string
  readonly tool: string
  readonly input: JsonObject
  readonly cwd: string
  /** Why rules and mode did not decide. */
  readonly reason: string
  /** Absent on the main thread. */
  readonly agentId?: string
}

/** What the classifier says of a call. */
export interface Classification {
  readonly verdict: 'allow' | 'block'
  /** Told to the model where it is blocked. */
  readonly reason: string
}

/** Judges calls in mode `auto`, in place of a person. Undefined, or a rejection: no verdict, and a person is asked. */
export type Classifier = (request: ClassifierRequest, signal: AbortSignal) => Promise<Classification | undefined>
