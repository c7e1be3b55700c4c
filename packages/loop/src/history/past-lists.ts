import { isObject, type ListCall } from '@raider/contracts'
import { assistantBlocks, userBlocks } from './transcript-block.js'
import type { TranscriptLine } from './transcript-line.js'

const listTools: readonly string[] = ['TaskCreate', 'TaskUpdate', 'TodoWrite']

/**
 * What the calls of a conversation did to lists of tasks, in order. Compaction takes nothing away from lists, so all lines count, those
 * it left behind too.
 */
export function listCalls(lines: readonly TranscriptLine[]): readonly ListCall[] {
  const open = new Map<string, Pick<ListCall, 'tool' | 'input'>>()
  const done: ListCall[] = []
  for (const { type, body } of lines) {
    if (!isObject(body.message)) continue
    const { content } = body.message
    if (type === 'assistant')
      for (const block of assistantBlocks(content))
        if (block.type === 'tool_use' && listTools.includes(block.name) && isObject(block.input))
          open.set(block.id, { tool: block.name, input: block.input })
    if (type !== 'user' || open.size === 0 || !isObject(body.toolUseResult)) continue
    for (const block of userBlocks(content)) {
      const call = block.type === 'tool_result' && block.is_error !== true ? open.get(block.tool_use_id) : undefined
      if (call !== undefined) done.push({ ...call, output: body.toolUseResult })
    }
  }
  return done
}
