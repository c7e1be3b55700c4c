import { plainText, type Ask, type CallServer, type ServerCall } from '@raider/contracts'
import { readAnswer } from '@raider/permissions'

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
    return readAnswer(parse(words))
  }

/** Words that are no JSON are told as an answer of the wrong form. */
const parse = (words: string): unknown => {
  try {
    return JSON.parse(words)
  } catch {
    return words
  }
}
