import { join } from 'node:path'
import { measureInTurns, runSubject } from '../child.mjs'
import { digits, table } from '../../scripts/table.mjs'

const subjects = join(import.meta.dirname, '../subjects')

/**
 * What a command hook adds to a tool call, against a bare spawn of the same shell command; alone, and twenty side by side.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureHookCost({ node, rounds, quick }) {
  const calls = quick ? 20 : 100
  const subject =
    (script, count, parallel, ...more) =>
    () =>
      runSubject(node, [join(subjects, script), String(count), String(parallel), ...more])
  const results = await measureInTurns(
    {
      without: subject('raider-hooks.mjs', calls, 0),
      bare1: subject('bare-spawn.mjs', calls, 1),
      beside1: subject('bare-spawn.mjs', calls, 1, 'beside'),
      raider1: subject('raider-hooks.mjs', calls, 1),
      bare20: subject('bare-spawn.mjs', calls / 10, 20),
      raider20: subject('raider-hooks.mjs', calls / 10, 20),
    },
    rounds,
  )
  const added = (name, key) => results[name][key] - results.without[key]
  const row = (label, bare, raider) => [
    label,
    digits(results[bare].wallMs),
    digits(added(raider, 'wallMs')),
    digits(added(raider, 'wallMs') / results[bare].wallMs),
    digits(results[bare].cpuMs),
    digits(added(raider, 'cpuMs')),
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
        value: added('raider1', 'wallMs') / results.bare1.wallMs,
        limit: 1.2,
        unit: '× a bare spawn',
      },
      {
        name: 'twenty hooks',
        value: added('raider20', 'wallMs') / results.bare20.wallMs,
        limit: 1.2,
        unit: '× bare spawns',
      },
    ],
  }
}
