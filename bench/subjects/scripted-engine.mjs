import { createEngine } from './engine.mjs'
import { ending, text, toolUse } from './reply.mjs'

/**
 * An engine that gives the same reply with tool calls again and again, then an end.
 * @param {number} turns that call tools
 * @returns {import('raider').Engine}
 */
export function scriptedEngine(turns) {
  let turn = 0
  return createEngine(async function* () {
    const id = `call_${turn}`
    turn += 1
    yield turn > turns ? ending([text('done')], 'end') : ending([toolUse(id, 'echo', { text: 'x' })], 'tool-use')
  })
}
