import { plainText, type UserBlock } from '@raider/contracts'
import { compact, type CompactionParts } from './compaction.js'
import type { Gauge } from '../model/gauge.js'
import type { Taken } from '../prompt/taking.js'

/** What the user wants of a compaction. */
interface CompactionWish {
  readonly instructions: string | null
}

/** The wish behind the prompt `/compact [instructions]`; undefined for any other prompt. */
export function compactionWish(content: readonly UserBlock[]): CompactionWish | undefined {
  const command = /^\s*\/compact(?:\s+([\s\S]*))?$/.exec(plainText(content))
  return command === null ? undefined : { instructions: command[1]?.trim() || null }
}

/** Carries the command out; it is no prompt, so nobody votes on it as on one (Claude Code 2.1.332, seen). */
export async function takeCompaction(parts: CompactionParts, gauge: Gauge, wish: CompactionWish): Promise<Taken> {
  const { tokens } = gauge
  const cause = {
    trigger: 'manual',
    keepTokens: 0,
    ...wish,
    ...(tokens !== undefined && { tokensBefore: tokens }),
  } as const
  const ending = await compact(parts, cause)
  switch (ending.kind) {
    case 'done':
      gauge.tokens = undefined
      await parts.history.note(ending.notes)
      return { ending: { kind: 'done' } }
    case 'empty':
      await parts.step.emit({ type: 'notice', level: 'warning', text: 'There is nothing to compact yet.' })
      return { ending: { kind: 'done' } }
    case 'blocked':
      await parts.history.note(ending.notes)
      return { ending: { kind: 'done' }, answer: `The conversation was not compacted: ${ending.reason}` }
    case 'failed':
      return { ending: { kind: 'failed', fault: ending.fault } }
  }
}
