import { join } from 'node:path'
import { measureInTurns, runSubject } from '../child.mjs'
import { digits } from '../../scripts/table.mjs'

const subject = join(import.meta.dirname, '../subjects/parked.mjs')

/**
 * Heap that a run holds while it waits for the model.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureParkedRuns({ node, rounds, quick }) {
  const count = quick ? 100 : 1000
  const parked = () => runSubject(node, ['--expose-gc', subject, String(count)])
  const { raider } = await measureInTurns({ raider: parked }, rounds)
  return {
    title: 'Parked runs',
    text: `${count} runs that wait for the model hold ${digits(raider.kilobytes)} KB of heap each.`,
    targets: [{ name: 'heap of a parked run', value: raider.kilobytes, limit: 25, unit: 'KB' }],
  }
}
