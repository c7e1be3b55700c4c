import {
  text,
  type CallStatus,
  type CancelReason,
  type Decision,
  type InputIssue,
  type ToolOutcome,
  type ToolResult,
} from '@raider/contracts'

/** An error result with one text. */
export const errorResult = (message: string): ToolResult => ({ content: [text(message)], isError: true })

/** The wrapper that models know for errors of the call itself. */
const toolUseError = (message: string): string => `<tool_use_error>${message}</tool_use_error>`

/** A decision before anybody spoke. */
export const undecided: Decision = { allowed: false, votes: [], considered: [] }

function outcome(status: CallStatus, message: string, shown: string, decision: Decision): ToolOutcome {
  return { status, error: message, result: errorResult(shown), decision }
}

/** The model named a tool that is not offered. */
export const unknownTool = (name: string): ToolOutcome => {
  const message = `Error: No such tool available: ${name}`
  return outcome('unknown', message, toolUseError(message), undecided)
}

/** The input does not fit the schema; `blame` names who replaced it. */
export const invalidInput = (
  tool: string,
  issues: readonly InputIssue[],
  decision: Decision,
  blame = '',
): ToolOutcome => {
  const head = `InputValidationError: ${tool} failed due to the following issue${issues.length === 1 ? '' : 's'}:`
  const message = `${head}\n${issues.map((issue) => issue.problem).join('\n')}${blame}`
  return { ...outcome('invalid', message, toolUseError(message), decision), issues }
}

/** The tool's own check speaks against the call. */
export const objected = (message: string, decision: Decision): ToolOutcome =>
  outcome('invalid', message, toolUseError(message), decision)

/** Votes, rules or the host said no. */
export const refused = (decision: Decision, interrupt = false): ToolOutcome => {
  const message = decision.reason ?? 'Permission denied.'
  return { ...outcome('refused', message, message, decision), ...(interrupt && { interrupt }) }
}

/** The call was kept from running, or stopped while it ran. */
export const cancelled = (cancel: CancelReason, decision: Decision, ran = false): ToolOutcome => {
  const message = `${ran ? 'Stopped while running' : 'Not run'}: cancelled by ${who(cancel)} (${cancel.reason}).`
  return { ...outcome('cancelled', message, message, decision), cancel }
}

const who = (cancel: CancelReason): string => (cancel.by === 'user' ? 'the user' : `a ${cancel.by}`)

/** A decision from outside is awaited; the ledger keeps the call open. */
export const deferred = (decision: Decision): ToolOutcome => ({
  status: 'deferred',
  result: { content: [], isError: false },
  decision,
})
