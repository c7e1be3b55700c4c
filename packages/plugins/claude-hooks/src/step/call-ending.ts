import { plainText, type CallEnding, type JsonObject, type Profile, type SessionScope } from '@raider/contracts'
import type { Folded } from '../answer/fold.js'
import { serverField } from './step-fields.js'
import { replaceOutput, toolResponse, type ResponseForm } from './tool-result.js'

/** The events that a call may end with. */
type EndingEvent = 'PostToolUse' | 'PostToolUseFailure'

/** Which of the two events a call ends with; undefined for none. */
export const endingEvent = ({ outcome: { status } }: CallEnding, profile: Profile): EndingEvent | undefined => {
  if (status === 'ok') return 'PostToolUse'
  if (status === 'deferred') return undefined
  return status === 'failed' || profile.failureEvent === 'every failure' ? 'PostToolUseFailure' : undefined
}

/** The fields of that event. */
export const endingFields = (
  event: EndingEvent,
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

/** The ending with what its hooks had to say. */
export const endedWith = async (ending: CallEnding, folded: Folded, scope: SessionScope): Promise<CallEnding> => {
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
