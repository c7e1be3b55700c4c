import type { StopReason } from '@raider/contracts'

const names: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  'tool-use': 'tool_use',
  'max-tokens': 'max_tokens',
  'stop-sequence': 'stop_sequence',
  refusal: 'refusal',
  pause: 'pause_turn',
  'context-limit': 'model_context_window_exceeded',
}

/** A stop reason in the spelling of the Messages API. */
export const stopReasonName = (reason: StopReason): string => names[reason]
