import { ending, text, toolUse } from './reply.mjs'

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
      yield turn > turns ? ending([text('done')], 'end') : ending([toolUse(id, 'echo', { text: 'x' })], 'tool-use')
    },
  }
}
