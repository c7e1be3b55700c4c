import { isObject, type JsonObject, type PermissionUpdate } from '@raider/contracts'
import { isPermissionUpdate } from '@raider/permissions'
import { hookEvents, type HookEvent } from '../events.js'
import { aBoolean, anObject, anything, aString, oneOf, strings, type Field } from './field.js'

/** The answer of a PermissionRequest hook. */
type RequestDecision =
  | {
      readonly behavior: 'allow'
      readonly updatedInput?: JsonObject
      readonly updatedPermissions?: readonly PermissionUpdate[]
    }
  | { readonly behavior: 'deny'; readonly message?: string; readonly interrupt?: boolean }

/** The fields of `hookSpecificOutput`; which of them an event knows stands in the table below. */
export interface SpecificOutput {
  readonly permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer'
  readonly permissionDecisionReason?: string
  readonly updatedInput?: JsonObject
  readonly additionalContext?: string
  readonly decision?: RequestDecision
  readonly retry?: boolean
  readonly updatedToolOutput?: unknown
  readonly updatedMCPToolOutput?: unknown
  readonly classifierContext?: string
  readonly initialUserMessage?: string
  readonly sessionTitle?: string
  readonly watchPaths?: readonly string[]
  readonly reloadSkills?: boolean
  readonly suppressOriginalPrompt?: boolean
  readonly action?: 'accept' | 'decline' | 'cancel'
  readonly content?: JsonObject
  readonly displayContent?: string
  readonly worktreePath?: string
}

/** A checked answer of a hook: every field has the right type. */
export interface HookOutput {
  readonly continue?: boolean
  readonly stopReason?: string
  readonly systemMessage?: string
  readonly suppressOutput?: boolean
  readonly terminalSequence?: string
  readonly decision?: 'approve' | 'block'
  readonly reason?: string
  readonly specific: SpecificOutput
}

type Fields<T> = { readonly [K in keyof T]?: Field }

const universal: Fields<HookOutput> = {
  continue: aBoolean,
  stopReason: aString,
  systemMessage: aString,
  suppressOutput: aBoolean,
  terminalSequence: aString,
  decision: oneOf('approve', 'block'),
  reason: aString,
}

const context: Fields<SpecificOutput> = { additionalContext: aString }
const watch: Fields<SpecificOutput> = { watchPaths: strings }
const answer: Fields<SpecificOutput> = { action: oneOf('accept', 'decline', 'cancel'), content: anObject }

const absentOr = (field: Field, value: unknown): boolean => value === undefined || field.holds(value)

const isRequestDecision = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { updatedPermissions: updates } = value
  return value['behavior'] === 'allow'
    ? absentOr(anObject, value['updatedInput']) &&
        (updates === undefined || (Array.isArray(updates) && updates.every(isPermissionUpdate)))
    : value['behavior'] === 'deny' && absentOr(aString, value['message']) && absentOr(aBoolean, value['interrupt'])
}

const requestDecision: Field = {
  must: 'be {"behavior": "allow", …} or {"behavior": "deny", …} with well-formed fields',
  holds: isRequestDecision,
}

/** Fields of `hookSpecificOutput` by `hookEventName`; an event that is missing here has none (declarations of 2.1.332). */
const specific: { readonly [event in HookEvent]?: Fields<SpecificOutput> } = {
  PreToolUse: {
    permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
    permissionDecisionReason: aString,
    updatedInput: anObject,
    additionalContext: aString,
  },
  PermissionRequest: { decision: requestDecision },
  PermissionDenied: { retry: aBoolean },
  PostToolUse: {
    ...context,
    updatedToolOutput: anything,
    updatedMCPToolOutput: anything,
    classifierContext: aString,
  },
  PostToolUseFailure: context,
  PostToolBatch: context,
  Setup: context,
  SubagentStart: context,
  Stop: context,
  SubagentStop: context,
  PostModelSwitch: context,
  Notification: context,
  SessionStart: {
    ...context,
    ...watch,
    initialUserMessage: aString,
    sessionTitle: aString,
    reloadSkills: aBoolean,
  },
  UserPromptSubmit: { ...context, sessionTitle: aString, suppressOriginalPrompt: aBoolean },
  UserPromptExpansion: { ...context, suppressOriginalPrompt: aBoolean },
  PreModelSwitch: { permissionDecision: oneOf('allow', 'deny', 'ask'), permissionDecisionReason: aString },
  PreSkillShellCommand: {
    permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
    permissionDecisionReason: aString,
    updatedInput: anObject,
  },
  Elicitation: answer,
  ElicitationResult: answer,
  CwdChanged: watch,
  FileChanged: watch,
  MessageDisplay: { displayContent: aString },
  WorktreeCreate: { worktreePath: aString },
}

const required: { readonly [event in HookEvent]?: string } = { PermissionRequest: 'decision' }

/** The checked answer, or what is wrong with it. Unknown keys are left out. */
export const checkOutput = (event: HookEvent, value: JsonObject): HookOutput | string => {
  const own = pick(universal, value, '')
  if (typeof own === 'string') return own
  if (!('hookSpecificOutput' in value)) return { ...own, specific: {} }
  const inner = value['hookSpecificOutput']
  if (!isObject(inner)) return 'hookSpecificOutput must be an object'
  const name = inner['hookEventName']
  if (typeof name !== 'string') return 'hookSpecificOutput.hookEventName is missing'
  const fields = name === event ? specific[event] : undefined
  if (fields === undefined) return wrongEvent(event, name)
  const needed = required[event]
  if (needed !== undefined && !(needed in inner)) return `hookSpecificOutput.${needed} is missing`
  const picked = pick(fields, inner, 'hookSpecificOutput.')
  return typeof picked === 'string' ? picked : { ...own, specific: picked }
}

const wrongEvent = (event: HookEvent, name: string): string =>
  (hookEvents as readonly string[]).includes(name) && name !== event
    ? `hookSpecificOutput.hookEventName is ${name}, but the event is ${event}`
    : `hookSpecificOutput is not known for ${name}`

/** The known fields of an object, or what is wrong with the first bad one. */
const pick = <T>(fields: Fields<T>, value: JsonObject, prefix: string): Partial<T> | string => {
  const picked: JsonObject = {}
  for (const [name, field] of Object.entries<Field | undefined>(fields)) {
    if (field === undefined || !(name in value)) continue
    if (!field.holds(value[name])) return `${prefix}${name} must ${field.must}`
    picked[name] = value[name]
  }
  // Every field was checked against the table, which is keyed by the fields of T.
  return picked as Partial<T>
}

/** Does an answer do nothing but refuse, ask or inform the user? A second answer behind it could then only be milder. */
export const onlyRestricts = ({ decision, specific: fields }: HookOutput): boolean => {
  const { permissionDecision, permissionDecisionReason: _, decision: request, ...others } = fields
  const grants = permissionDecision === 'allow' || decision === 'approve' || request?.behavior === 'allow'
  return !grants && Object.keys(others).length === 0
}

/** The fields that count of a background answer: wrongly typed ones are left out one by one (seen). */
export const looseOutput = (value: JsonObject): Pick<HookOutput, 'systemMessage'> & { readonly context?: string } => {
  const inner = value['hookSpecificOutput']
  const { systemMessage } = value
  const added = isObject(inner) ? inner['additionalContext'] : undefined
  return {
    ...(typeof systemMessage === 'string' && { systemMessage }),
    ...(typeof added === 'string' && { context: added }),
  }
}
