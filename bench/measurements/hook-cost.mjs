import { join } from 'node:path'
import { median, mediansOf, runInTurns, runSubject } from '../child.mjs'
import { digits, table } from '../../scripts/table.mjs'

const subjects = join(import.meta.dirname, '../subjects')

/**
 * What a command hook adds to a tool call, against a bare spawn of the same shell command; alone, and twenty side by side. What a
 * spawn takes changes with the moment, so that ratios are those of a round each, and there are more rounds than elsewhere.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureHookCost({ node, rounds, quick }) {
  const calls = quick ? 20 : 100
  const subject =
    (script, count, parallel, ...more) =>
    () =>
      runSubject(node, [join(subjects, script), String(count), String(parallel), ...more])
  const all = await runInTurns(
    {
      without: subject('raider-hooks.mjs', calls, 0),
      bare1: subject('bare-spawn.mjs', calls, 1),
      beside1: subject('bare-spawn.mjs', calls, 1, 'beside'),
      raider1: subject('raider-hooks.mjs', calls, 1),
      bare20: subject('bare-spawn.mjs', calls / 10, 20),
      raider20: subject('raider-hooks.mjs', calls / 10, 20),
    },
    rounds * 3,
  )
  const added = (round, name, key) => round[name][key] - round.without[key]
  const ratio = (bare, raider) => median(all.map((round) => added(round, raider, 'wallMs') / round[bare].wallMs))
  const results = mediansOf(all)
  const row = (label, bare, raider) => [
    label,
    digits(results[bare].wallMs),
    digits(added(results, raider, 'wallMs')),
    digits(ratio(bare, raider)),
    digits(results[bare].cpuMs),
    digits(added(results, raider, 'cpuMs')),
  ]
  const head = ['hooks of a call', 'bare spawn, wall ms', 'Raider, wall ms', '× bare', 'bare, CPU ms', 'Raider, CPU ms']
  const rows = [row('one', 'bare1', 'raider1'), row('twenty side by side', 'bare20', 'raider20')]
  const { wallMs, cpuMs } = results.beside1
  return {
    title: 'Hooks',
    text: `${table(head, rows)}\n\nThe same bare spawn by a process that holds Raider takes ${digits(wallMs)} ms, ${digits(cpuMs)} ms of it CPU time.`,
    targets: [
      {
        name: 'one hook',
        value: ratio('bare1', 'raider1'),
        limit: 1.2,
        unit: '× a bare spawn',
      },
      {
        name: 'twenty hooks',
        value: ratio('bare20', 'raider20'),
        limit: 1.2,
        unit: '× bare spawns',
      },
    ],
  }
}
