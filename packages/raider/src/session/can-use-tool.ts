import type { Ask, AskAnswer, JsonObject, PermissionUpdate } from '@raider/contracts'
import { readAnswer } from '@raider/permissions'

/** What a host is told of a call beside its tool and input. */
export interface ToolUse {
  readonly toolUseId: string
  /** One line for a dialog. */
  readonly title: string
  /** Why rules and mode did not decide. */
  readonly reason: string
  /** What may be offered as a lasting answer: give it back as `updatedPermissions`. */
  readonly suggestions: readonly PermissionUpdate[]
  /** The path that raised the question, where one did. */
  readonly blockedPath?: string
  /** The subagent that makes the call; absent on the main thread. */
  readonly agentId?: string
  /** Aborts when the answer is not wanted any more. */
  readonly signal: AbortSignal
}

/**
 * Asked where rules and mode leave a call open. `updatedInput` replaces the input; `updatedPermissions` are put in force, and those
 * for a settings file are written to it; `interrupt` ends the turn. A rejection, or an answer of another form, refuses the call.
 *
 * @example
 * const canUseTool: CanUseTool = async (name, input) =>
 *   name === 'Bash' ? { behavior: 'deny', message: 'No commands.' } : { behavior: 'allow', updatedInput: input }
 */
export type CanUseTool = (name: string, input: JsonObject, context: ToolUse) => Promise<AskAnswer>

/** The host's function in the form that the gate asks in. */
export const askByFunction =
  (canUseTool: CanUseTool): Ask =>
  async ({ callId, tool, input, ...request }, signal) =>
    readAnswer(await canUseTool(tool, input, { ...request, toolUseId: callId, signal }))
