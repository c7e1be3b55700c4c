import { join } from 'node:path'
import { measureInTurns, runSubject } from '../child.mjs'
import { digits } from '../../scripts/table.mjs'

const subject = join(import.meta.dirname, '../subjects/subagents.mjs')

/**
 * Memory of a parent with many subagents: its peak against that of a tenth as many, and what each leaves behind. A tenth does not
 * fill the young generation of the heap, which is why the peaks are not the same.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureSubagents({ node, rounds, quick }) {
  const count = quick ? 200 : 1000
  const parentOf = (number) => () => runSubject(node, ['--expose-gc', subject, String(number)])
  const { few, many } = await measureInTurns({ few: parentOf(count / 10), many: parentOf(count) }, rounds)
  return {
    title: 'Subagents',
    text:
      `A parent of ${count} subagents, twenty at a time, needs ${digits(many.peakMb)} MB at its peak, one of ${count / 10} ` +
      `${digits(few.peakMb)} MB. Each leaves ${digits(many.keptKb)} KB: its call and its report in the conversation.`,
    targets: quick
      ? []
      : [
          { name: 'peak memory of 1000 subagents', value: many.peakMb / few.peakMb, limit: 1.4, unit: '× of 100' },
          { name: 'what a subagent leaves', value: many.keptKb, limit: 5, unit: 'KB' },
        ],
  }
}
