import {
  isObject,
  plainText,
  type Ask,
  type AskAnswer,
  type CallServer,
  type PermissionUpdate,
} from '@raider/contracts'
import type { ServerCall } from '@raider/contracts'

/**
 * Puts permission questions to a tool of a server (`--permission-prompt-tool`): it gets tool, input and call id, and answers with the
 * JSON of `canUseTool` as text.
 */
export const askByTool =
  (call: CallServer, tool: Pick<ServerCall, 'server' | 'tool'>): Ask =>
  async (request, signal) => {
    const input = { tool_name: request.tool, input: request.input, tool_use_id: request.callId }
    const result = await call({ ...tool, input }, signal)
    const words = plainText(result.content)
    if (result.isError) throw new Error(words)
    return answerOf(words)
  }

const answerOf = (words: string): AskAnswer => {
  const value = parse(words)
  if (isObject(value)) {
    const { behavior, message, updatedInput, updatedPermissions, interrupt } = value
    if (behavior === 'deny' && typeof message === 'string')
      return { behavior, message, ...(interrupt === true && { interrupt }) }
    if (behavior === 'allow' && (updatedInput === undefined || isObject(updatedInput)))
      return {
        behavior,
        ...(updatedInput !== undefined && { updatedInput }),
        ...(Array.isArray(updatedPermissions) && { updatedPermissions: updatedPermissions as PermissionUpdate[] }),
      }
  }
  throw new Error(
    'the permission prompt tool answered neither {"behavior": "allow", "updatedInput"?: object} nor {"behavior": "deny", "message": text}',
  )
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Told as an answer of the wrong form.
  }
}
