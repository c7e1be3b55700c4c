#!/usr/bin/env node
// npm run bench [NAME…] [--quick]: what Raider costs, against floors measured in the same run.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCompaction } from './measurements/compaction.mjs'
import { measureDecisionCost } from './measurements/decision-cost.mjs'
import { measureHookCost } from './measurements/hook-cost.mjs'
import { measureInstallSize } from './measurements/install-size.mjs'
import { measureLoopCost } from './measurements/loop-cost.mjs'
import { measureParkedRuns } from './measurements/parked-runs.mjs'
import { measureStartCost } from './measurements/start-cost.mjs'
import { measureSubagents } from './measurements/subagents.mjs'
import { installPeers } from './peers.mjs'
import { digits, table } from '../scripts/table.mjs'

/**
 * @typedef {{ node: string, rounds: number, quick: boolean }} Conditions executable of the subjects, how often each is measured
 * @typedef {{ name: string, value: number, limit: number, unit: string }} Target met where value < limit
 * @typedef {{ title: string, text: string, targets: Target[] }} Finding
 * @typedef {(conditions: Conditions) => Promise<Finding>} Measurement
 */

/** @type {Record<string, Measurement>} */
const measurements = {
  loop: measureLoopCost,
  parked: measureParkedRuns,
  subagents: measureSubagents,
  compaction: measureCompaction,
  hooks: measureHookCost,
  permissions: measureDecisionCost,
  start: measureStartCost,
  install: measureInstallSize,
}

const usage = `npm run bench -- [NAME…] [--quick]

Measures ${Object.keys(measurements).join(', ')}; all without a name. A whole run is published in bench/RESULTS.md.

  --quick    once, with small loads and without peers: shows that the measurements work
`

async function main({ quick, help }, wanted) {
  if (help) return console.log(usage)
  const names = wanted.length > 0 ? wanted : Object.keys(measurements)
  const unknown = names.filter((name) => !(name in measurements))
  if (unknown.length > 0) throw new Error(`No measurement is called ${unknown.join(', ')}.\n\n${usage}`)
  const conditions = { node: quick ? process.execPath : installPeers(), rounds: quick ? 1 : 5, quick }
  const findings = []
  for (const name of names) {
    const finding = await measurements[name](conditions)
    console.log(`\n## ${finding.title}\n\n${finding.text}`)
    findings.push(finding)
  }
  const summary = targetTable(findings.flatMap((finding) => finding.targets))
  console.log(`\n## Targets\n\n${summary}`)
  if (!quick && wanted.length === 0) publish(findings, summary, conditions)
}

const targetTable = (targets) =>
  table(
    ['target', 'measured', 'limit', 'unit', 'met'],
    targets.map(({ name, value, limit, unit }) => [name, digits(value), limit, unit, value < limit ? 'yes' : '**no**']),
  )

function publish(findings, summary, { node, rounds }) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const [{ model }] = cpus()
  const lines = [
    '# Bench results',
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${version}, ${cpus().length} × ${model.trim()}, ${process.platform}. Medians of ${rounds}, of starts and hooks ${rounds * 3},`,
    'each measured in a process of its own, subjects in turns. Written by `npm run bench`.',
    '',
    '## Targets',
    '',
    summary,
    ...findings.flatMap(({ title, text }) => ['', `## ${title}`, '', text]),
  ]
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${lines.join('\n')}\n`)
}

try {
  const options = { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  await main(values, positionals)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
