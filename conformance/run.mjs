#!/usr/bin/env node
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { readDifferences, recordDifference } from './difference.mjs'
import { raiseFloors } from './floor.mjs'
import { countTable, publish } from './report.mjs'
import { selectScenarios } from './scenario.mjs'
import { countResults, holdSuite, isMet, runSuite } from './suite.mjs'

const usage = `npm run conformance -- [FOLDER or FOLDER/SCENARIO…]

Runs recorded scenarios through Raider and compares with what the reference program did.

  --profile NAME      only this profile: claude or raider (default: both)
  --quick             a fixed sample of the scenarios
  --verbose           print what differs
  --jobs N            scenarios at once (default: one per core)
  --bin "CMD ARGS"    another program in place of Raider; it gets no --profile
  --raise             raise the floors to what passed
  --explain WHY       record what differs as meant: rows of the profile table (profile raider), or a reason (profile claude)
  --write             publish RESULTS.md and DIFFERENCES.md (all folders, both profiles)
`

const options = {
  profile: { type: 'string' },
  quick: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  jobs: { type: 'string', default: String(availableParallelism()) },
  bin: { type: 'string' },
  raise: { type: 'boolean', default: false },
  explain: { type: 'string' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

async function main(values, wanted) {
  if (values.help) return console.log(usage)
  const profiles = selectProfiles(values)
  const scenarios = selectScenarios(wanted, values.quick)
  const results = await runTwice(scenarios, profiles, values)
  const counts = countResults(results, values.quick)
  console.log(`\n${countTable(counts, profiles)}\n`)
  if (values.explain !== undefined) explain(results, values.explain)
  if (values.write) publish(counts, profiles, readDifferences())
  if (values.bin === undefined) hold(results, values)
  else process.exitCode = results.every(isMet) ? 0 : 1
}

function selectProfiles({ profile, bin, write, quick, explain: explanation }) {
  if (profile !== undefined && profile !== 'claude' && profile !== 'raider') {
    throw new Error(`--profile is claude or raider, not ${profile}.`)
  }
  if (write && (profile !== undefined || bin !== undefined || quick)) {
    throw new Error('--write publishes whole runs of both profiles: leave out --profile, --bin and --quick.')
  }
  if (explanation !== undefined && profile === undefined) throw new Error('--explain needs --profile.')
  return profile === undefined ? ['claude', 'raider'] : [profile]
}

/** Some scenarios depend on time: where a floor is missed, what failed gets a second chance, alone on the machine. */
async function runTwice(scenarios, profiles, values) {
  const differences = readDifferences()
  const suite = { bin: values.bin, jobs: Number(values.jobs), differences, onFailure: printer(values.verbose) }
  const results = await runSuite(scenarios, profiles, suite)
  if (values.bin !== undefined || holdSuite(results, differences, values.quick).faults.length === 0) return results
  console.log('A floor was missed; what failed runs once more.')
  const retried = []
  for (const profile of profiles) {
    const failed = results.filter((result) => !isMet(result) && result.profile === profile)
    retried.push(...(await runSuite(failed, [profile], { ...suite, jobs: 1 })))
  }
  const second = new Map(retried.map((result) => [`${result.profile} ${result.id}`, result]))
  return results.map((result) => second.get(`${result.profile} ${result.id}`) ?? result)
}

const printer = (verbose) => (result) => {
  console.log(`differs: ${result.id} (${result.profile})`)
  if (verbose) for (const line of result.lines.slice(0, 8)) console.log(`    ${line}`)
}

function explain(results, explanation) {
  for (const result of results) {
    if (!isMet(result)) recordDifference(result.profile, result.id, explanation, result.lines)
  }
}

function hold(results, { quick, raise }) {
  const { faults, stale, whole, above } = holdSuite(results, readDifferences(), quick)
  for (const line of faults) console.log(`Fault: ${line}`)
  for (const line of stale) console.log(`Remove from differences.json: ${line}`)
  if (raise) raiseFloors(whole)
  else for (const line of above) console.log(`Raise the floor (--raise): ${line}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  await main(values, positionals)
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}
