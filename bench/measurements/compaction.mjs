import { join } from 'node:path'
import { measureInTurns, runSubject } from '../child.mjs'
import { digits } from '../../scripts/table.mjs'

const subject = join(import.meta.dirname, '../subjects/compaction.mjs')

/** Exchanges of a million tokens; a multiple of four. */
const million = 1700

/**
 * CPU time of a compaction: that of a long history against that of a quarter of it. Linear cost gives at most 4, quadratic 16.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureCompaction({ node, rounds, quick }) {
  const count = quick ? 400 : million
  const historyOf = (exchanges) => () => runSubject(node, [subject, String(exchanges)])
  const { short, long } = await measureInTurns({ short: historyOf(count / 4), long: historyOf(count) }, rounds)
  return {
    title: 'Compaction',
    text: `A history of ${count} exchanges is compacted in ${digits(long.cpuMs)} ms of CPU time, a quarter of it in ${digits(short.cpuMs)} ms.`,
    targets: quick
      ? []
      : [{ name: 'compaction of a million tokens', value: long.cpuMs / short.cpuMs, limit: 4, unit: '× of a quarter' }],
  }
}
