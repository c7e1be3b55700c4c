/** @param {string} words */
export const text = (words) => ({ type: 'text', text: words })

/** @param {string} id @param {string} name @param {object} input */
export const toolUse = (id, name, input) => ({ type: 'tool_use', id, name, input })

/**
 * The one event of a reply that comes at once.
 * @param {readonly object[]} content
 * @param {'end' | 'tool-use'} stopReason
 */
export const ending = (content, stopReason) => ({
  type: 'end',
  message: { role: 'assistant', content },
  stopReason,
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  model: 'claude-bench',
})
