import { join } from 'node:path'
import { measureInTurns, runSubject } from '../child.mjs'
import { digits } from '../../scripts/table.mjs'

const subject = join(import.meta.dirname, '../subjects/decision.mjs')

/**
 * What rules cost: one decision over a command line that was never seen before.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureDecisionCost({ node, rounds, quick }) {
  const decisions = () => runSubject(node, [subject, String(quick ? 10_000 : 40_000)])
  const { raider } = await measureInTurns({ raider: decisions }, rounds)
  return {
    title: 'Permissions',
    text: `One decision over a command line takes ${digits(raider.microseconds)} µs of CPU time with 200 rules, parsing included.`,
    targets: [{ name: 'a decision with 200 rules', value: raider.microseconds, limit: 50, unit: 'µs' }],
  }
}
