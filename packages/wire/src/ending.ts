import { childEnd } from './child.js'
import { isRoot, type Translate } from './desk.js'

/** What ends a run beside its result: the mark of an interrupt on the main thread, the last frames of a subagent. */
export const runEnd: Translate<'run-end'> = (event, desk) => {
  if (!isRoot(event, desk)) return childEnd(event, desk)
  const { ending, time } = event
  if (ending.kind !== 'cancelled' || ending.by !== 'user') return []
  // To the letter, since hosts look for it; it counts as one of the messages of the user (Claude Code 2.1.332, seen).
  const text = `[Request interrupted by user${desk.facts.stopReason === 'tool-use' ? ' for tool use' : ''}]`
  desk.facts.toolResults += 1
  const message = { role: 'user', content: [{ type: 'text', text }] }
  return [{ type: 'user', message, parent_tool_use_id: null, timestamp: time }]
}
