import {
  cancelReason,
  type AssistantBlock,
  type AssistantMessage,
  type Engine,
  type EventBody,
  type Fault,
  type ModelReply,
  type ModelRequest,
  type SparseSet,
} from '@raider/contracts'

/** A finished reply, or the fault that took its place. */
type Received = { readonly reply: ModelReply } | { readonly fault: Fault }

/**
 * Sends a request and follows the answer to its end. Deltas and blocks are told as they come; the reply is whole or not there at
 * all.
 */
export async function receive(
  engine: Engine,
  request: ModelRequest,
  signal: AbortSignal,
  emit: (event: EventBody) => void | Promise<void>,
): Promise<Received> {
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
      case 'end': {
        const { message, stopReason, usage, model } = event
        return { reply: { message, stopReason, usage, model } }
      }
    }
  }
  const message = signal.aborted
    ? cancelReason(signal).reason
    : `Engine "${engine.name}" ended its stream without an end or a fault`
  return { fault: { kind: signal.aborted ? 'cancelled' : 'protocol', message, attempts: 1 } }
}

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
