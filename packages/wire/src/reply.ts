import { randomUUID } from 'node:crypto'
import { apiBlock, apiUsage, costOf, faultText, noUsage, type JsonObject, type RaiderEvent } from '@raider/contracts'
import { childReply } from './child.js'
import { childAddress, isRoot, isStreamed, parentOf, type Desk, type Translate } from './desk.js'
import { elapsedMs } from './elapsed.js'
import { faultName } from './fault.js'

const assistant = (event: RaiderEvent, desk: Desk, message: JsonObject) => ({
  type: 'assistant' as const,
  message: { type: 'message', role: 'assistant', stop_sequence: null, ...message },
  parent_tool_use_id: parentOf(event, desk),
  ...childAddress(event, desk),
  timestamp: event.time,
})

/** Starts the clock of `duration_api_ms`. */
export const modelRequest: Translate<'model-request'> = (event, { roster }) => {
  const thread = roster.threads.get(event.session)
  if (thread !== undefined) thread.requestedAt = Date.parse(event.time)
  return []
}

function answered(event: RaiderEvent, { roster, facts }: Desk): void {
  const thread = roster.threads.get(event.session)
  if (thread?.requestedAt === undefined) return
  facts.apiMs += elapsedMs(thread.requestedAt, event.time)
  delete thread.requestedAt
}

/** One assistant frame for each block of a reply. */
export const block: Translate<'block'> = (event, desk) => {
  if (!isStreamed(event, desk, event.block.type !== 'tool_use')) return []
  return [
    assistant(event, desk, {
      id: event.messageId,
      model: desk.roster.threads.get(event.session)?.model,
      content: [apiBlock(event.block)],
      stop_reason: null,
      // A block is told before its reply has ended: the tokens stand in the result.
      usage: apiUsage(noUsage),
    }),
  ]
}

/** Stops the clock and counts the cost, which depends on the length of each prompt; the blocks were sent already. */
export const modelReply: Translate<'model-reply'> = (event, desk) => {
  answered(event, desk)
  childReply(event, desk)
  const { model, usage } = event
  const price = desk.options.price(model)
  if (price !== undefined) desk.facts.costs.set(model, (desk.facts.costs.get(model) ?? 0) + costOf(usage, price))
  if (isRoot(event, desk)) desk.facts.stopReason = event.stopReason
  return []
}

/** A provider fault that is tried again. */
export const modelRetry: Translate<'model-retry'> = (event, { options }) => [
  {
    type: 'system',
    subtype: 'api_retry',
    attempt: event.attempt,
    max_retries: options.maxRetries,
    retry_delay_ms: event.delayMs,
    error_status: event.fault.status ?? null,
    error: faultName(event.fault),
  },
]

/** The frame that stands in for a reply that never came. */
export const modelFault: Translate<'model-fault'> = (event, desk) => {
  answered(event, desk)
  if (event.fault.kind === 'cancelled' || !isStreamed(event, desk, true)) return []
  return [
    {
      ...assistant(event, desk, {
        id: randomUUID(),
        model: '<synthetic>',
        content: [{ type: 'text', text: faultText(event.fault) }],
        stop_reason: 'stop_sequence',
        usage: apiUsage(noUsage),
      }),
      error: faultName(event.fault),
      is_api_error_message: true,
      ...(event.fault.status === undefined ? {} : { api_error_status: event.fault.status }),
    },
  ]
}
