import type { Fault, StopReason, Usage } from './engine.js'
import type { JsonObject } from './json.js'
import type { AssistantBlock, UserBlock } from './message.js'

/** Stop reasons in the spelling of Anthropic's Messages API, in which transcripts and stream-json are written too. */
export const apiStopReasons: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  'tool-use': 'tool_use',
  'max-tokens': 'max_tokens',
  'stop-sequence': 'stop_sequence',
  refusal: 'refusal',
  pause: 'pause_turn',
  'context-limit': 'model_context_window_exceeded',
}

/** Tokens in the spelling of the Messages API. */
export const apiUsage = (usage: Usage): JsonObject => ({
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  cache_creation_input_tokens: usage.cacheWriteTokens,
  cache_read_input_tokens: usage.cacheReadTokens,
})

/** A block as the Messages API has it. */
export const apiBlock = (block: AssistantBlock | UserBlock): object => (block.type === 'opaque' ? block.block : block)

/** The line that stands where a reply would; scripts rely on its beginning, and on the whole of it where the prompt is too long. */
export const faultText = ({ kind, status, message }: Fault): string => {
  if (kind === 'context-limit') return 'Prompt is too long'
  if (kind === 'coverage' || kind === 'shortfall') return message
  return `API Error: ${status === undefined ? '' : `${status} `}${message}`
}
