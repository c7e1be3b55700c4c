import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import {
  apiStopReasons,
  isObject,
  noUsage,
  type AssistantBlock,
  type EngineEvent,
  type JsonObject,
  type StopReason,
  type Usage,
} from '@raider/contracts'

/** One reply while it comes in. */
export interface Reply {
  /** Takes the provider's next event and returns what it means for the listener, if anything. */
  take(event: RawMessageStreamEvent): EngineEvent | undefined
  /** The closing event; undefined while the provider has not ended the reply. */
  end(): EngineEvent | undefined
}

/** A block of which parts have come. */
interface Draft {
  readonly start: JsonObject
  /** Text, reasoning or JSON text so far. */
  text: string
  signature: string
}

const stopReasons: ReadonlyMap<string, StopReason> = new Map(
  (Object.keys(apiStopReasons) as StopReason[]).map((reason) => [apiStopReasons[reason], reason]),
)

/**
 * Builds a reply from raw stream events; `model` is the id that was asked for. Events and deltas of unknown kind are
 * ignored.
 */
export const createReply = (model: string): Reply => {
  const drafts = new Map<number, Draft>()
  const content: AssistantBlock[] = []
  let id: string | undefined
  let answering = model
  let usage: Usage = noUsage
  let stopReason: StopReason = 'end'
  let complete = false

  const finish = (index: number): EngineEvent | undefined => {
    const draft = drafts.get(index)
    drafts.delete(index)
    const block = draft === undefined ? undefined : finished(draft)
    if (block === undefined) return undefined
    content.push(block)
    return { type: 'block', block }
  }

  const take = (event: RawMessageStreamEvent): EngineEvent | undefined => {
    switch (event.type) {
      case 'message_start':
        id = event.message.id
        answering = event.message.model || model
        usage = laterUsage(usage, event.message.usage)
        return undefined
      case 'content_block_start':
        drafts.set(event.index, draftOf({ ...event.content_block }))
        return undefined
      case 'content_block_delta': {
        const draft = drafts.get(event.index)
        return draft === undefined ? undefined : grow(draft, event.delta)
      }
      case 'content_block_stop':
        return finish(event.index)
      case 'message_delta':
        stopReason = stopReasons.get(event.delta.stop_reason ?? '') ?? 'end'
        usage = laterUsage(usage, event.usage)
        return undefined
      case 'message_stop':
        complete = true
        return undefined
      default:
        return undefined
    }
  }

  const end = (): EngineEvent | undefined => {
    if (!complete) return undefined
    const message = { role: 'assistant' as const, content, ...(id === undefined ? {} : { id }) }
    return { type: 'end', message, stopReason, usage, model: answering }
  }

  return { take, end }
}

const draftOf = (start: JsonObject): Draft => ({
  start,
  text: stringOf(start, start['type'] === 'thinking' ? 'thinking' : 'text'),
  signature: stringOf(start, 'signature'),
})

type Delta = Extract<RawMessageStreamEvent, { type: 'content_block_delta' }>['delta']

const grow = (draft: Draft, delta: Delta): EngineEvent | undefined => {
  switch (delta.type) {
    case 'text_delta':
      draft.text += delta.text
      return { type: 'text-delta', text: delta.text }
    case 'thinking_delta':
      draft.text += delta.thinking
      return { type: 'thinking-delta', text: delta.thinking }
    case 'input_json_delta':
      draft.text += delta.partial_json
      return undefined
    case 'signature_delta':
      draft.signature = delta.signature
      return undefined
    case 'citations_delta':
    default:
      return undefined
  }
}

const finished = ({ start, text, signature }: Draft): AssistantBlock | undefined => {
  switch (start['type']) {
    case 'text':
      return text === '' ? undefined : { type: 'text', text }
    case 'thinking':
      return { type: 'thinking', thinking: text, signature }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: stringOf(start, 'data') }
    case 'tool_use':
      return {
        type: 'tool_use',
        id: stringOf(start, 'id'),
        name: stringOf(start, 'name'),
        input: decoded(text, start['input']),
      }
    default:
      return { type: 'opaque', block: text === '' ? start : { ...start, input: decoded(text, start['input']) } }
  }
}

/** Arguments as the model wrote them: decoded once, at the end of the block; the raw text where they are no JSON. */
const decoded = (json: string, initial: unknown): unknown => {
  if (json.trim() === '') return initial ?? {}
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

const stringOf = (value: JsonObject, key: string): string => {
  const found = value[key]
  return typeof found === 'string' ? found : ''
}

/** The provider counts up: a later number replaces an earlier one, null and absence say nothing. */
const laterUsage = (before: Usage, usage: unknown): Usage => {
  if (!isObject(usage)) return before
  const count = (key: string, known: number): number => {
    const value = usage[key]
    return typeof value === 'number' ? value : known
  }
  const searches = isObject(usage['server_tool_use']) ? usage['server_tool_use']['web_search_requests'] : undefined
  const webSearches = typeof searches === 'number' ? searches : before.webSearches
  return {
    inputTokens: count('input_tokens', before.inputTokens),
    outputTokens: count('output_tokens', before.outputTokens),
    cacheReadTokens: count('cache_read_input_tokens', before.cacheReadTokens),
    cacheWriteTokens: count('cache_creation_input_tokens', before.cacheWriteTokens),
    ...(webSearches !== undefined && webSearches > 0 && { webSearches }),
  }
}
