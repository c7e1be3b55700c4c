import type {
  AskDraft,
  BatchDraft,
  CallEnding,
  Change,
  CloseReason,
  CompactDraft,
  JsonObject,
  Note,
  Opening,
  PluginSteps,
  PromptDraft,
  RaiderEvent,
  SessionScope,
  StepScope,
  Stop,
  StopDraft,
  ToolCall,
  Verdict,
} from '@raider/contracts'
import { endedWith, endingEvent, endingFields } from './call-ending.js'
import { isHookEvent, type HookEvent } from '../events.js'
import { Instructions } from './instructions.js'
import type { OpenHooks } from '../open-hooks.js'
import { openedWith, openingFields } from './opening.js'
import { agentFields, askFields, batchFields, callFields, promptFields, stopFields } from './step-fields.js'
import type { ResponseForm } from './tool-result.js'
import { watchList } from '../configuration/watch-list.js'

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
    this.#instructions.opened()
    return folded === undefined ? opening : openedWith(opening, folded)
  }

  /** The prompt of a subagent is a model's. */
  async beforePrompt(prompt: PromptDraft, scope: StepScope): Promise<Verdict | undefined> {
    return scope.agent === undefined ? this.#vote('UserPromptSubmit', promptFields(prompt), scope) : undefined
  }

  beforeTool(call: ToolCall, scope: StepScope): Promise<Verdict | undefined> {
    return this.#vote('PreToolUse', callFields(call), scope, call.id)
  }

  beforeAsk(ask: AskDraft, scope: StepScope): Promise<Verdict | undefined> {
    return this.#vote('PermissionRequest', askFields(ask), scope, ask.call.id)
  }

  async afterTool(ending: CallEnding, scope: StepScope): Promise<CallEnding> {
    const event = endingEvent(ending, scope.profile)
    if (event === undefined) return ending
    const fields = endingFields(event, ending, this.#options.toolResponse ?? 'native')
    const folded = await this.#hooks.fire(event, fields, scope, ending.call.id)
    return folded === undefined ? ending : this.#settle(await endedWith(ending, folded, scope), scope)
  }

  afterBatch(batch: BatchDraft, scope: StepScope): Promise<Verdict | undefined> {
    return this.#vote('PostToolBatch', batchFields(batch), scope)
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
