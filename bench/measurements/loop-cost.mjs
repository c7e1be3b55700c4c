import { join } from 'node:path'
import { measureInTurns, runSubject } from '../child.mjs'
import { startMock } from '../mock/client.mjs'
import { digits, table } from '../../scripts/table.mjs'

const bench = join(import.meta.dirname, '..')

const loads = [
  { turns: 10, calls: 1 },
  { turns: 100, calls: 1 },
  { turns: 300, calls: 1 },
  { turns: 20, calls: 20 },
]

const own = { floor: 'subjects/floor.mjs', raider: 'subjects/raider.mjs' }
const peers = { 'tool runner': 'peers/tool-runner.mjs', generateText: 'peers/generate-text.mjs' }

/**
 * What the loop costs: CPU of the process for a whole run, and what a turn costs above the bare loop; peak memory with it.
 * @type {import('../run.mjs').Measurement}
 */
export async function measureLoopCost({ node, rounds, quick }) {
  const mock = await startMock()
  try {
    const programs = quick ? own : { ...own, ...peers }
    const results = []
    for (const load of quick ? loads.slice(0, 2) : loads)
      results.push({ load, subjects: await run(mock, node, programs, load, rounds) })
    return { title: 'Loop', text: describe(results), targets: quick ? [] : targets(results) }
  } finally {
    mock.close()
  }
}

function run(mock, node, programs, { turns, calls }, rounds) {
  const subjects = Object.entries(programs).map(([name, script]) => [
    name,
    () => runSubject(node, [join(bench, script), mock.conversation(turns, calls), String(turns)]),
  ])
  return measureInTurns(Object.fromEntries(subjects), rounds)
}

/** Milliseconds of CPU that a turn costs above the floor. */
const above = ({ load, subjects }, name) => (subjects[name].cpuMs - subjects.floor.cpuMs) / load.turns

function describe(results) {
  const rows = results.flatMap((result) => Object.keys(result.subjects).map((name) => row(result, name)))
  return table(
    ['load', 'subject', 'CPU ms', '× floor', 'above floor, ms a turn', 'wall ms', 'peak MB', '× floor'],
    rows,
  )
}

function row(result, name) {
  const { load, subjects } = result
  const { cpuMs, wallMs, peakMb } = subjects[name]
  return [
    `${load.turns} × ${load.calls}`,
    name,
    digits(cpuMs),
    digits(cpuMs / subjects.floor.cpuMs),
    digits(above(result, name)),
    digits(wallMs),
    digits(peakMb),
    digits(peakMb / subjects.floor.peakMb),
  ]
}

function targets([, hundred, long, wide]) {
  const memory = long.subjects.raider.peakMb / long.subjects.floor.peakMb
  const growth = above(long, 'raider') - above(hundred, 'raider')
  return [
    { name: 'CPU above the floor at 300 turns', value: above(long, 'raider'), limit: 1.5, unit: 'ms a turn' },
    { name: 'CPU above the floor with 20 parallel calls', value: above(wide, 'raider'), limit: 4, unit: 'ms a turn' },
    { name: 'growth of that from 100 to 300 turns', value: growth, limit: 0.3, unit: 'ms a turn' },
    { name: 'peak memory at 300 turns', value: memory, limit: 1.3, unit: '× floor' },
  ]
}
