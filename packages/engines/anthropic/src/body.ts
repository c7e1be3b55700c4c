import type { Message, ModelRequest } from '@raider/contracts'
import { createHistoryEncoder, type History } from './history.js'
import { samplingOf } from './model.js'
import { systemJson, toolsJson, withSearch } from './wire.js'

/** What the body of a request depends on beside the request. */
interface BodyOptions {
  /** Model id, aliases resolved. */
  readonly model: string
  /** Tokens of a reply where the request names no number; by model where absent. */
  readonly maxOutput: number | undefined
  /** Are cache breakpoints set? */
  readonly cache: boolean
}

/** Makes the UTF-8 bytes of a request body. */
type BodyEncoder = (request: ModelRequest, options: BodyOptions) => Buffer

const cacheControl = ',"cache_control":{"type":"ephemeral"}'
const breakpoint = Buffer.from(cacheControl)
/** What follows the last block's fields in the JSON of a message. */
const closing = '}]}'.length

/**
 * A history is serialised once: a body is the history's bytes with cache breakpoints spliced in. They stand after the
 * tools, after the system prompt, after the last message and after the one that was last in the previous request, so
 * that every request finds the whole previous one in the provider's cache.
 */
export const createBodyEncoder = (): BodyEncoder => {
  const encodeHistory = createHistoryEncoder()
  const encodeTools = remembered(toolsJson)
  const encodeSystem = remembered(systemJson)

  return (request, { model, maxOutput, cache }) => {
    const list = (name: string, json: string): string =>
      json === '[]' ? '' : `,"${name}":${cache ? `${json.slice(0, -2)}${cacheControl}}]` : json}`
    const fields = JSON.stringify({ model, stream: true, ...samplingOf(model, request, maxOutput) }).slice(0, -1)
    const lists =
      list('tools', withSearch(encodeTools(request.tools), request.webSearch)) +
      list('system', encodeSystem(request.system))
    const history = encodeHistory(request.messages)
    return Buffer.concat([
      Buffer.from(`${fields}${lists},"messages":[`),
      ...spliced(history.bytes, cache ? breakpoints(request.messages, history) : []),
      Buffer.from(']}'),
    ])
  }
}

const remembered = <Key extends object>(encode: (key: Key) => string): ((key: Key) => string) => {
  const known = new WeakMap<Key, string>()
  return (key) => {
    const json = known.get(key) ?? encode(key)
    known.set(key, json)
    return json
  }
}

/**
 * Offsets of the breakpoints: in the last message, and in the one before the model's last reply, where the previous
 * request ended.
 */
const breakpoints = (messages: readonly Message[], { ends }: History): readonly number[] => {
  const sent = (index: number): boolean => (ends[index] ?? 0) > (ends[index - 1] ?? 0)
  const lastOfUser = (before: number): number =>
    messages.findLastIndex((message, index) => index < before && message.role === 'user' && sent(index))
  const last = lastOfUser(messages.length)
  const reply = messages.findLastIndex((message, index) => index < last && message.role === 'assistant')
  return [lastOfUser(reply), last].flatMap((index) => (index < 0 ? [] : [(ends[index] ?? 0) - closing]))
}

const spliced = (bytes: Buffer, offsets: readonly number[]): readonly Buffer[] => {
  const cuts = [0, ...offsets, bytes.length]
  return cuts.slice(1).flatMap((cut, index) => [...(index > 0 ? [breakpoint] : []), bytes.subarray(cuts[index], cut)])
}
