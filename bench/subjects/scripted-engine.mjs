/**
 * An engine that costs nothing: the same reply with tool calls again and again, then an end.
 * @param {number} turns that call tools
 * @returns {import('raider').Engine}
 */
export function scriptedEngine(turns) {
  let turn = 0
  return {
    name: 'bench',
    model: 'claude-bench',
    resolve: (model) => model,
    price: () => undefined,
    async *stream() {
      const id = `call_${turn}`
      turn += 1
      yield turn > turns ? ending([{ type: 'text', text: 'done' }], 'end') : ending([toolUse(id)], 'tool-use')
    },
  }
}

const toolUse = (id) => ({ type: 'tool_use', id, name: 'echo', input: { text: 'x' } })

const ending = (content, stopReason) => ({
  type: 'end',
  message: { role: 'assistant', content },
  stopReason,
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  model: 'claude-bench',
})
