import { isObject, text, type JsonObject, type UserBlock } from '@raider/contracts'

/** A line that a host writes on stdin, as far as Raider looks at it (Claude Code 2.1.332, seen). */
export type HostMessage =
  | { readonly kind: 'prompt'; readonly content: readonly UserBlock[] }
  /** The host wants something of the session. */
  | { readonly kind: 'request'; readonly id: string; readonly subtype: string; readonly request: JsonObject }
  /** The host answers a request of the session. */
  | { readonly kind: 'answer'; readonly id: string; readonly answer: JsonObject }
  | { readonly kind: 'refusal'; readonly id: string; readonly reason: string }

/** Reads a line; undefined for types that mean nothing here, such as `keep_alive`. A text says what is wrong with it. */
export function readHostMessage(line: string): HostMessage | string | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return 'it is no JSON'
  }
  if (!isObject(value)) return 'it is no JSON object'
  switch (value.type) {
    case 'user':
      return promptOf(value)
    case 'control_request':
      return requestOf(value)
    case 'control_response':
      return answerOf(value)
    default:
      return undefined
  }
}

function promptOf({ message }: JsonObject): HostMessage | string {
  const content = isObject(message) ? message.content : undefined
  if (typeof content === 'string') return { kind: 'prompt', content: [text(content)] }
  const isBlocks = Array.isArray(content) && content.every((block) => isObject(block) && typeof block.type === 'string')
  if (!isBlocks) return 'message.content must be a text or a list of blocks'
  return { kind: 'prompt', content: content as readonly UserBlock[] }
}

function requestOf({ request_id: id, request }: JsonObject): HostMessage | string {
  if (typeof id !== 'string' || !isObject(request) || typeof request.subtype !== 'string')
    return 'a control_request needs request_id and request.subtype'
  return { kind: 'request', id, subtype: request.subtype, request }
}

function answerOf({ response }: JsonObject): HostMessage | string {
  if (!isObject(response) || typeof response.request_id !== 'string') return 'a control_response needs request_id'
  const { request_id: id, subtype, error, response: answer } = response
  if (subtype === 'success') return { kind: 'answer', id, answer: isObject(answer) ? answer : {} }
  return { kind: 'refusal', id, reason: typeof error === 'string' ? error : 'the host refused' }
}
