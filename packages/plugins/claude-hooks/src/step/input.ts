import type { JsonObject } from '@raider/contracts'
import { rowOf, type HookEvent } from '../events.js'
import type { HookScope } from '../scope.js'

/** Pairs that a host adds to every hook input: an object, or a function that is called for each hook. */
export type ExtraInput = JsonObject | ((event: HookEvent, hook: string) => JsonObject)

/** The hook input as a function of the hook: one line of compact JSON with its newline. */
export const createInput = (
  event: HookEvent,
  fields: JsonObject,
  scope: HookScope,
  extra: ExtraInput | undefined,
): ((hook: string) => string) => {
  const shared = { ...commonFields(event, scope), ...fields }
  const line = (more: JsonObject): string => `${JSON.stringify({ ...shared, ...more })}\n`
  if (typeof extra === 'function') return (hook) => line(extra(event, hook))
  const text = line(extra ?? {})
  return () => text
}

/** In the order of Claude Code 2.1.332 (seen). */
const commonFields = (event: HookEvent, scope: HookScope): JsonObject => {
  const { mode, effort } = rowOf(event)
  return {
    session_id: scope.session,
    transcript_path: scope.transcriptPath,
    cwd: scope.cwd(),
    ...(scope.promptId !== undefined && scope.promptId !== '' && { prompt_id: scope.promptId }),
    ...(mode && { permission_mode: scope.mode() }),
    ...(scope.agent !== undefined && { agent_id: scope.agent.id, agent_type: scope.agent.type }),
    ...(scope.agent === undefined && scope.role !== undefined && { agent_type: scope.role }),
    ...(effort && scope.effort !== undefined && { effort: { level: scope.effort } }),
    hook_event_name: event,
  }
}
