import { plainText, type Content } from '@raider/contracts'
import { childProgress } from './child.js'
import { childAddress, isRoot, isStreamed, parentOf, type EventOf, type Translate } from './desk.js'
import { isConfigDenial, reasonType, resultMeta } from './permission.js'
import type { FrameBody } from './frame.js'

/** Remembers the tool's name for the hooks of the call. */
export const toolCall: Translate<'tool-call'> = (event, desk) => {
  const { roster } = desk
  roster.calls.set(event.id, event.name)
  return childProgress(event, desk)
}

/** A single text travels as a string, as the reference program sends it; anything else, and what a server sent, as blocks. */
const wireContent = ({ content, name, isError }: EventOf<'tool-result'>): string | readonly Content[] => {
  const isText = content.every((part) => part.type === 'text') && content.length < 2
  return isText && (isError || !name.startsWith('mcp__')) ? plainText(content) : content
}

/** One user frame for a result, after the denial that caused it. */
export const toolResult: Translate<'tool-result'> = (event, desk) => {
  desk.roster.calls.delete(event.id)
  if (isRoot(event, desk)) {
    // Results of calls that an earlier run deferred come before the model is asked, and do not count (seen).
    if (desk.facts.stopReason !== undefined) desk.facts.toolResults += 1
  }
  if (!isStreamed(event, desk, false)) return []
  const meta = resultMeta(event)
  const result: FrameBody = {
    type: 'user',
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: event.id,
          content: wireContent(event),
          is_error: event.isError,
        },
      ],
    },
    parent_tool_use_id: parentOf(event, desk),
    ...childAddress(event, desk),
    timestamp: event.time,
    tool_use_result: event.isError ? `Error: ${plainText(event.content)}` : (event.structured ?? event.content),
    ...(meta === undefined ? {} : { tool_result_meta: [meta] }),
  }
  return isConfigDenial(event) ? [denied(event), result] : [result]
}

function denied(event: EventOf<'tool-result'>): FrameBody {
  const type = reasonType(event.decision)
  return {
    type: 'system',
    subtype: 'permission_denied',
    tool_name: event.name,
    tool_use_id: event.id,
    ...(type === undefined ? {} : { decision_reason_type: type }),
    message: event.decision.reason ?? plainText(event.content),
  }
}
