#!/usr/bin/env node
// npm test: everything that must hold. The last line counts; CI=true runs all scenarios instead of a sample.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from './build.mjs'
import { exampleNames, runExample } from './example.mjs'
import { root } from './stamp.mjs'

/** @typedef {{ passed: number, failed: number }} Tally */

const testReport = join(root, 'node_modules/.cache/raider/tests.json')

/** The checks in order: each answers with a tally. */
const checks = {
  build: async () => once(await buildAll()),
  lint: () => command('node_modules/.bin/oxlint', '--type-aware', '--deny-warnings'),
  format: () => command('node_modules/.bin/oxfmt', '--check'),
  architecture: () => command(process.execPath, 'scripts/architecture.mjs'),
  tests,
  examples,
  conformance: () => command(process.execPath, 'conformance/run.mjs', ...(process.env.CI ? [] : ['--quick'])),
}

/** A check that is one thing. */
const once = (succeeded) => (succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** @returns {Promise<Tally>} */
async function command(file, ...args) {
  return once((await run(file, args)) === 0)
}

function run(file, args) {
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve))
}

/** Each test counts; a file that could not be loaded counts as one that failed. */
async function tests() {
  rmSync(testReport, { force: true })
  const code = await run('node_modules/.bin/vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${testReport}`,
  ])
  if (!existsSync(testReport)) return once(false)
  const report = JSON.parse(readFileSync(testReport, 'utf8'))
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + unloaded.length
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** Examples run in an empty home, so that no settings or hooks of whoever checks take part. */
async function examples() {
  const tally = { passed: 0, failed: 0 }
  const home = mkdtempSync(join(tmpdir(), 'raider-examples-'))
  for (const name of exampleNames()) {
    console.log(`\n── ${name}`)
    const code = await runExample(name, { PATH: process.env.PATH, HOME: home })
    if (code === 0) tally.passed += 1
    else tally.failed += 1
  }
  rmSync(home, { recursive: true, force: true })
  return tally
}

async function main() {
  const lines = []
  const total = { passed: 0, failed: 0 }
  for (const [name, check] of Object.entries(checks)) {
    console.log(`\n━━ ${name}`)
    const start = performance.now()
    const tally = await check()
    lines.push(summary(name, tally, (performance.now() - start) / 1000))
    total.passed += tally.passed
    total.failed += tally.failed
  }
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

/** One line of the table at the end. */
function summary(name, { passed, failed }, seconds) {
  const cells = [name.padEnd(14), `${passed} passed`.padStart(12), `${failed} failed`.padStart(12)]
  return `${failed === 0 ? '✓' : '✗'} ${cells.join('')}${`${seconds.toFixed(1)} s`.padStart(10)}`
}

await main()
