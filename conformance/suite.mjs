import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { judge } from './difference.mjs'
import { holdAgainstFloors } from './floor.mjs'
import { runTasks } from './pool.mjs'
import { selectScenarios } from './scenario.mjs'

/** @typedef {import('./floor.mjs').Count} Count */
/** @typedef {{ id: string, folder: string, file: string, profile: string, lines: readonly string[], verdict: string }} Result */

/**
 * Runs scenarios under each profile.
 * @param {readonly import('./scenario.mjs').Scenario[]} scenarios
 * @param {readonly string[]} profiles
 * @param {{ bin?: string, jobs: number, differences: ReturnType<typeof import('./difference.mjs').readDifferences>,
 *   onFailure: (result: Result) => void }} options
 * @returns {Promise<Result[]>}
 */
export async function runSuite(scenarios, profiles, options) {
  const tasks = profiles.flatMap((profile) =>
    scenarios.map((scenario) => ({ ...scenario, profile, cli: program(options.bin, profile) })),
  )
  return runTasks(tasks, { jobs: options.jobs }, (task, lines) => {
    // A decision against the reference program holds in the default profile too.
    const { claude, [task.profile]: own } = options.differences
    const result = { ...task, lines, verdict: judge(lines, own[task.id] ?? claude[task.id]) }
    if (!isMet(result)) options.onFailure(result)
    return result
  })
}

function program(bin, profile) {
  if (bin !== undefined) {
    const [file, ...args] = bin.split(' ')
    return { bin: file, args }
  }
  const raider = join(import.meta.dirname, '../node_modules/.bin/raider')
  if (!existsSync(raider)) throw new Error('Raider is not built here: run npm run build first.')
  return { bin: raider, args: ['--profile', profile] }
}

/** Did the scenario pass, or differ only as explained? */
export const isMet = ({ verdict }) => verdict !== 'failed'

/**
 * Counts for each folder and profile; a quick sample counts as one folder `quick`, since its floors are its own.
 * @param {readonly Result[]} results
 * @param {boolean} quick
 * @returns {Count[]}
 */
export function countResults(results, quick) {
  const counts = new Map()
  for (const { folder, profile, verdict } of results) {
    const group = quick ? 'quick' : folder
    const key = `${group} ${profile}`
    const count = counts.get(key) ?? { folder: group, profile, total: 0, passed: 0, explained: 0, failed: 0 }
    count.total += 1
    count[verdict] += 1
    counts.set(key, count)
  }
  return [...counts.values()]
}

/**
 * Whole folders must meet their floors; complete folders must hold no difference that nobody explained.
 * @param {readonly Result[]} results
 * @param {ReturnType<typeof import('./difference.mjs').readDifferences>} differences
 * @param {boolean} quick
 * @returns {{ faults: string[], stale: string[], whole: Count[], above: string[] }} no faults: all is well
 */
export function holdSuite(results, differences, quick) {
  const unexplained = results
    .filter((result) => !isMet(result) && differences.complete.includes(result.folder))
    .map(({ id, profile }) => `${id}, profile ${profile}: unexplained difference in a complete folder`)
  const stale = results
    .filter(({ id, profile, verdict }) => verdict === 'passed' && id in differences[profile])
    .map(({ id, profile }) => `${id}, profile ${profile}: no longer differs`)
  const whole = countResults(results, quick).filter((count) => quick || isWhole(count))
  const { below, above } = holdAgainstFloors(whole)
  return { faults: [...unexplained, ...below], stale, whole, above }
}

const isWhole = ({ folder, total }) => selectScenarios([folder], false).length === total
