import {
  plainText,
  type AgentIdentity,
  type AskDraft,
  type BatchDraft,
  type CallEnding,
  type Change,
  type CloseReason,
  type CompactDraft,
  type JsonObject,
  type Note,
  type Opening,
  type PluginSteps,
  type Profile,
  type PromptDraft,
  type RaiderEvent,
  type SealedCall,
  type SessionScope,
  type StepScope,
  type Stop,
  type StopDraft,
  type Task,
  type Tool,
  type ToolCall,
  type Verdict,
} from '@raider/contracts'
import { agentTranscript } from '@raider/settings'
import { isHookEvent, type HookEvent } from './events.js'
import type { Folded } from './fold.js'
import { Instructions } from './instructions.js'
import type { OpenHooks } from './open-hooks.js'
import { openedWith, openingFields } from './opening.js'
import { replaceOutput, seenResponse, toolResponse, type ResponseForm } from './tool-result.js'
import { watchList } from './watch-list.js'

/** How the steps hand on what hooks say. */
export interface StepOptions {
  /** Called for `continue: false` in place of the default, which ends the run. */
  readonly onStop?: (stop: Stop, scope: StepScope) => void | Promise<void>
  /** Default `native`. */
  readonly toolResponse?: ResponseForm
}

/** The steps of one session, each with the hooks of its event. */
export class HookSteps implements PluginSteps {
  readonly #hooks: OpenHooks
  readonly #options: StepOptions
  readonly #instructions: Instructions

  constructor(hooks: OpenHooks, session: SessionScope, options: StepOptions) {
    this.#hooks = hooks
    this.#options = options
    this.#instructions = new Instructions(hooks.fire, session)
  }

  async open(opening: Opening, scope: StepScope): Promise<Opening> {
    const { fire } = this.#hooks
    const folded =
      scope.agent === undefined
        ? await fire('SessionStart', openingFields(opening), scope)
        : await fire('SubagentStart', agentFields(scope.agent), scope)
    return folded === undefined ? opening : openedWith(opening, folded)
  }

  /** The prompt of a subagent is a model's. */
  async beforePrompt({ text, title }: PromptDraft, scope: StepScope): Promise<Verdict | undefined> {
    if (scope.agent !== undefined) return undefined
    return this.#vote('UserPromptSubmit', { prompt: text, ...(title !== undefined && { session_title: title }) }, scope)
  }

  beforeTool(call: ToolCall, scope: StepScope): Promise<Verdict | undefined> {
    const fields = { ...callFields(call), tool_use_id: call.id, ...serverField(call.tool) }
    return this.#vote('PreToolUse', fields, scope, call.id)
  }

  beforeAsk({ call, suggestions }: AskDraft, scope: StepScope): Promise<Verdict | undefined> {
    const fields = {
      ...callFields(call),
      ...(suggestions !== undefined && { permission_suggestions: suggestions }),
      ...serverField(call.tool),
    }
    return this.#vote('PermissionRequest', fields, scope, call.id)
  }

  async afterTool(ending: CallEnding, scope: StepScope): Promise<CallEnding> {
    const event = endingEvent(ending, scope.profile)
    if (event === undefined) return ending
    const fields = endingFields(event, ending, this.#options.toolResponse ?? 'native')
    const folded = await this.#hooks.fire(event, fields, scope, ending.call.id)
    return folded === undefined ? ending : this.#settle(await applyFolded(ending, folded, scope), scope)
  }

  afterBatch(batch: BatchDraft, scope: StepScope): Promise<Verdict | undefined> {
    return this.#vote('PostToolBatch', { tool_calls: batch.calls.map(batchCall) }, scope)
  }

  beforeStop(stop: StopDraft, scope: StepScope): Promise<Verdict | undefined> {
    return this.#vote(scope.agent === undefined ? 'Stop' : 'SubagentStop', stopFields(stop, scope), scope)
  }

  beforeCompact({ trigger, instructions }: CompactDraft, scope: StepScope): Promise<Verdict | undefined> {
    return this.#vote('PreCompact', { trigger, custom_instructions: instructions }, scope)
  }

  async beforeChange({ kind, input }: Change, scope: StepScope): Promise<Verdict | undefined> {
    if (!isHookEvent(kind)) return undefined
    return (await this.#guard(kind, input, scope)) ?? this.#vote(kind, input, scope)
  }

  onEvent(event: RaiderEvent): void {
    this.#instructions.tell(event)
  }

  pending(): readonly Note[] {
    return this.#hooks.pending()
  }

  watched(cwd: string): readonly string[] {
    return watchList(this.#hooks.list(), cwd)
  }

  async close(reason: CloseReason, scope: StepScope): Promise<void> {
    if (scope.agent === undefined) await this.#hooks.fire('SessionEnd', { reason }, scope)
    await this.#instructions.close(scope.signal)
    await this.#hooks.close()
  }

  async #vote(event: HookEvent, fields: JsonObject, scope: StepScope, callId?: string): Promise<Verdict | undefined> {
    const folded = await this.#hooks.fire(event, fields, scope, callId)
    return folded && this.#settle<Verdict>(folded, scope)
  }

  /** Hands a stop to the host where it wants to decide itself. */
  async #settle<T extends { readonly stop?: Stop }>(value: T, scope: StepScope): Promise<T> {
    const { onStop } = this.#options
    if (value.stop === undefined || onStop === undefined) return value
    await onStop(value.stop, scope)
    const { stop: _, ...rest } = value
    return rest as T
  }

  /** What guards of Bash calls have against a shell command of a skill. */
  async #guard(event: HookEvent, input: JsonObject, scope: StepScope): Promise<Verdict | undefined> {
    if (event !== 'PreSkillShellCommand' || scope.profile.skillCommand !== 'passes guards') return undefined
    const { tool_name, tool_input, tool_use_id } = input
    const verdict = await this.#vote('PreToolUse', { tool_name, tool_input, tool_use_id }, scope)
    const objects = verdict?.revised !== undefined || (verdict?.stance !== undefined && verdict.stance !== 'allow')
    return objects || verdict?.stop !== undefined ? verdict : undefined
  }
}

const callFields = ({ tool, input }: ToolCall): JsonObject => ({ tool_name: tool.name, tool_input: input })

const serverField = (tool: Tool | undefined): JsonObject =>
  tool?.server === undefined ? {} : { mcp_server: tool.server }

/** Which of the two events a call ends with; undefined for none. */
const endingEvent = (
  { outcome: { status } }: CallEnding,
  profile: Profile,
): 'PostToolUse' | 'PostToolUseFailure' | undefined => {
  if (status === 'ok') return 'PostToolUse'
  if (status === 'deferred') return undefined
  return status === 'failed' || profile.failureEvent === 'every failure' ? 'PostToolUseFailure' : undefined
}

const endingFields = (
  event: 'PostToolUse' | 'PostToolUseFailure',
  { call, outcome, result }: CallEnding,
  form: ResponseForm,
): JsonObject => {
  const { durationMs } = outcome
  const shared = { tool_name: call.tool?.name ?? call.name, tool_input: call.input }
  const duration = durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }
  const rest = { tool_use_id: call.id, ...serverField(call.tool) }
  return event === 'PostToolUse'
    ? { ...shared, tool_response: toolResponse(call.tool, result, form), ...rest, ...duration }
    : {
        ...shared,
        ...rest,
        error: outcome.error ?? plainText(result.content),
        is_interrupt: outcome.status === 'cancelled',
        ...duration,
      }
}

const applyFolded = async (ending: CallEnding, folded: Folded, scope: StepScope): Promise<CallEnding> => {
  const stop = ending.stop ?? folded.stop
  return {
    ...ending,
    result: await replacedResult(ending, folded, scope),
    notes: [...ending.notes, ...folded.notes],
    ...(stop !== undefined && { stop }),
  }
}

const replacedResult = async (
  { call, result }: CallEnding,
  { output }: Folded,
  scope: SessionScope,
): Promise<CallEnding['result']> => {
  if (output === undefined || call.tool === undefined || (output.mcp && call.tool.origin !== 'mcp')) return result
  const replaced = replaceOutput(call.tool, call.input, output.value)
  if (typeof replaced !== 'string') return replaced
  // The model keeps the original, as the reference program does.
  await scope.emit({ type: 'notice', level: 'error', text: replaced, source: output.source })
  return result
}

const batchCall = ({ id, name, calledAs = name, original, result }: SealedCall): JsonObject => ({
  tool_name: calledAs,
  tool_input: original,
  tool_use_id: id,
  tool_response: seenResponse(result, name),
})

const stopFields = ({ active, text, tasks }: StopDraft, scope: StepScope): JsonObject => ({
  stop_hook_active: active,
  ...(scope.agent !== undefined && {
    ...agentFields(scope.agent),
    agent_transcript_path: agentTranscript(scope.transcriptPath, scope.agent.id),
  }),
  ...(text !== '' && { last_assistant_message: text }),
  background_tasks: tasks.map(taskFields),
  session_crons: [],
})

/** Matchers of events about a subagent are held against its type. */
const agentFields = ({ id, type }: AgentIdentity): JsonObject => ({ agent_id: id, agent_type: type })

const taskFields = ({ id, kind, description, agentType, command }: Task): JsonObject => ({
  id,
  type: kind,
  status: 'running',
  description: cut(description),
  ...(agentType !== undefined && { agent_type: agentType }),
  ...(command !== undefined && { command: cut(command) }),
})

const maxFreeText = 1000

const cut = (text: string): string =>
  text.length <= maxFreeText ? text : `${text.slice(0, maxFreeText)}… [+${text.length - maxFreeText} chars]`
