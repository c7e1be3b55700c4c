import {
  RaiderError,
  cancelReason,
  messageOf,
  type AssistantBlock,
  type AssistantMessage,
  type Engine,
  type EngineEvent,
  type EventBody,
  type Fault,
  type ModelReply,
  type ModelRequest,
  type SparseSet,
  type Usage,
} from '@raider/contracts'

type EngineEnd = Extract<EngineEvent, { readonly type: 'end' }>

/** A finished reply, or the fault that took its place. */
type Received = { readonly reply: ModelReply } | { readonly fault: Fault }

/**
 * Sends a request and follows the answer to its end. Deltas and blocks are told as they come; the reply is whole or not there at
 * all. An engine of the host's own that throws, or leaves out what belongs into a reply, ends the run as a fault does.
 */
export async function receive(
  engine: Engine,
  request: ModelRequest,
  signal: AbortSignal,
  emit: (event: EventBody) => void | Promise<void>,
): Promise<Received> {
  try {
    for await (const event of engine.stream(request, signal)) {
      switch (event.type) {
        case 'text-delta':
        case 'thinking-delta':
          await emit(event)
          break
        case 'block':
          break
        case 'retry':
          await emit({ type: 'model-retry', attempt: event.attempt, delayMs: event.delayMs, fault: event.fault })
          break
        case 'fault':
          return { fault: event.fault }
        case 'end':
          return wholeReply(event, engine.name)
      }
    }
  } catch (error) {
    if (error instanceof RaiderError) throw error
    return brokenOff(`Engine "${engine.name}" threw: ${messageOf(error)}`, signal)
  }
  return brokenOff(`Engine "${engine.name}" ended its stream without an end or a fault`, signal)
}

const brokenOff = (message: string, signal: AbortSignal): Received =>
  signal.aborted
    ? { fault: { kind: 'cancelled', message: cancelReason(signal).reason, attempts: 1 } }
    : { fault: { kind: 'protocol', message, attempts: 1 } }

/** The types demand all of it, but an engine may be written without them. */
function wholeReply({ message, stopReason, usage, model }: EngineEnd, engineName: string): Received {
  const parts = {
    'message.content': Array.isArray((message as Partial<AssistantMessage> | undefined)?.content),
    stopReason: typeof stopReason === 'string',
    usage: isUsage(usage),
    model: typeof model === 'string',
  }
  const missing = Object.entries(parts).flatMap(([name, isThere]) => (isThere ? [] : name))
  if (missing.length === 0) return { reply: { message, stopReason, usage, model } }
  const what = `The "end" of engine "${engineName}" lacks ${missing.join(', ')}: see EngineEvent for what belongs there`
  return { fault: { kind: 'protocol', message: what, attempts: 1 } }
}

const isUsage = (usage: Partial<Usage> | undefined): boolean =>
  [usage?.inputTokens, usage?.outputTokens, usage?.cacheReadTokens, usage?.cacheWriteTokens].every(Number.isFinite)

/**
 * Gives calls whose id was used before an id of their own: the provider would refuse the conversation from then on.
 * @returns the message, and the ids that were replaced.
 */
export function withUniqueIds(
  message: AssistantMessage,
  used: SparseSet<string>,
): { message: AssistantMessage; replaced: readonly string[] } {
  const replaced: string[] = []
  const content = message.content.map((block): AssistantBlock => {
    if (block.type !== 'tool_use') return block
    if (!used.has(block.id)) {
      used.add(block.id)
      return block
    }
    let n = 2
    while (used.has(`${block.id}_${n}`)) n++
    const id = `${block.id}_${n}`
    used.add(id)
    replaced.push(block.id)
    return { ...block, id }
  })
  return { message: replaced.length === 0 ? message : { ...message, content }, replaced }
}
