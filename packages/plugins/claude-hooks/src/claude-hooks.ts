import {
  plainText,
  type AgentIdentity,
  type CallEnding,
  type JsonObject,
  type Plugin,
  type PluginSteps,
  type Profile,
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
import { isHookEvent, rowOf, type HookEvent } from './events.js'
import type { Fire } from './fire.js'
import type { Folded } from './fold.js'
import { Instructions } from './instructions.js'
import { openHooks, type HookOptions } from './open-hooks.js'
import { openedWith, openingFields } from './opening.js'
import { replaceOutput, seenResponse, toolResponse, type ResponseForm } from './tool-result.js'
import { watchList } from './watch-list.js'

/** Options of {@link claudeHooks}. */
export interface ClaudeHooksOptions extends HookOptions {
  /** False: no hook runs. Default true. */
  readonly enabled?: boolean
  /** Called for `continue: false` in place of the default, which ends the run. */
  readonly onStop?: (stop: Stop, scope: StepScope) => void | Promise<void>
  /** Default `native`. */
  readonly toolResponse?: ResponseForm
}

/** Runs the user's own Claude Code hooks, unchanged, around everything a session does. */
export const claudeHooks = (options: ClaudeHooksOptions = {}): Plugin => ({
  name: 'claude-hooks',
  guard: true,
  async create(session) {
    if (options.enabled === false) return {}
    const hooks = openHooks(session, session.settings, options)
    for (const { level, text, file, line } of hooks.notices) {
      const source = { kind: 'hook', name: 'settings', file, ...(line !== undefined && { line }) } as const
      await session.emit({ type: 'notice', level, text, source })
    }
    const list = hooks.list()
    const mayGrow = session.lateLayers !== undefined || session.currentSettings !== undefined
    if (list.length === 0 && !mayGrow) return {}
    const instructions = new Instructions(hooks.fire, session)
    const steps = Object.entries({
      ...createSteps(hooks.fire, options),
      onEvent: (event: RaiderEvent) => instructions.tell(event),
    })
    const wanted = new Set<string>(list.map((hook) => rowOf(hook.event).step))
    return {
      // A step that can have no hooks is not taken at all, so that it costs nothing.
      ...Object.fromEntries(steps.filter(([step]) => mayGrow || wanted.has(step))),
      pending: hooks.pending,
      ...((mayGrow || list.some((hook) => hook.event === 'FileChanged')) && {
        watched: (cwd: string) => watchList(hooks.list(), cwd),
      }),
      async close(reason, scope) {
        if (scope.agent === undefined) await hooks.fire('SessionEnd', { reason }, scope)
        await instructions.close(scope.signal)
        await hooks.close()
      },
    }
  },
})

const createSteps = (fire: Fire, options: ClaudeHooksOptions): PluginSteps => {
  /** Hands a stop to the host where it wants to decide itself. */
  const settle = async <T extends { readonly stop?: Stop }>(value: T, scope: StepScope): Promise<T> => {
    if (value.stop === undefined || options.onStop === undefined) return value
    await options.onStop(value.stop, scope)
    const { stop: _, ...rest } = value
    return rest as T
  }
  const vote = async (
    event: HookEvent,
    fields: JsonObject,
    scope: StepScope,
    callId?: string,
  ): Promise<Verdict | undefined> => {
    const folded = await fire(event, fields, scope, callId)
    return folded && settle<Verdict>(folded, scope)
  }
  /** What guards of Bash calls have against a shell command of a skill. */
  const guard = async (event: HookEvent, input: JsonObject, scope: StepScope): Promise<Verdict | undefined> => {
    if (event !== 'PreSkillShellCommand' || scope.profile.skillCommand !== 'passes guards') return undefined
    const { tool_name, tool_input, tool_use_id } = input
    const verdict = await vote('PreToolUse', { tool_name, tool_input, tool_use_id }, scope)
    const objects = verdict?.revised !== undefined || (verdict?.stance !== undefined && verdict.stance !== 'allow')
    return objects || verdict?.stop !== undefined ? verdict : undefined
  }
  return {
    async open(opening, scope) {
      const folded =
        scope.agent === undefined
          ? await fire('SessionStart', openingFields(opening), scope)
          : await fire('SubagentStart', agentFields(scope.agent), scope)
      return folded === undefined ? opening : openedWith(opening, folded)
    },
    // The prompt of a subagent is a model's.
    beforePrompt: async ({ text, title }, scope) =>
      scope.agent === undefined
        ? vote('UserPromptSubmit', { prompt: text, ...(title !== undefined && { session_title: title }) }, scope)
        : undefined,
    beforeTool: (call, scope) =>
      vote('PreToolUse', { ...callFields(call), tool_use_id: call.id, ...serverField(call.tool) }, scope, call.id),
    beforeAsk: ({ call, suggestions }, scope) =>
      vote(
        'PermissionRequest',
        {
          ...callFields(call),
          ...(suggestions !== undefined && { permission_suggestions: suggestions }),
          ...serverField(call.tool),
        },
        scope,
        call.id,
      ),
    async afterTool(ending, scope) {
      const event = endingEvent(ending, scope.profile)
      if (event === undefined) return ending
      const fields = endingFields(event, ending, options.toolResponse ?? 'native')
      const folded = await fire(event, fields, scope, ending.call.id)
      return folded === undefined ? ending : settle(await applyFolded(ending, folded, scope), scope)
    },
    afterBatch: (batch, scope) => vote('PostToolBatch', { tool_calls: batch.calls.map(batchCall) }, scope),
    beforeStop: (stop, scope) =>
      vote(scope.agent === undefined ? 'Stop' : 'SubagentStop', stopFields(stop, scope), scope),
    beforeCompact: ({ trigger, instructions }, scope) =>
      vote('PreCompact', { trigger, custom_instructions: instructions }, scope),
    async beforeChange({ kind, input }, scope) {
      if (!isHookEvent(kind)) return undefined
      return (await guard(kind, input, scope)) ?? vote(kind, input, scope)
    },
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
