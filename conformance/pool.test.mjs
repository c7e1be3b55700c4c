import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runTasks } from './pool.mjs'

const folder = mkdtempSync(join(tmpdir(), 'pool-test-'))
const file = join(folder, 'scenario.yaml')
writeFileSync(file, 'prompt: go\nturns: []\n')
writeFileSync(
  join(folder, 'scenario.golden.json'),
  JSON.stringify({ hooks: [], runs: [{ exit: 0, stream: [], model: {} }], files: {} }),
)

afterAll(() => rmSync(folder, { recursive: true }))

/** A task whose program is a shell script. */
function task(name, script) {
  const bin = join(folder, name)
  writeFileSync(bin, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { file, cli: { bin, args: [] } }
}

/** Empty for a process that is gone or waits to be reaped. */
const commandLine = (pid) => (existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '')

it('answers with what differs, in the order of the tasks', async () => {
  const tasks = [task('slow', 'sleep 0.3; exit 1'), task('quick', 'exit 0')]
  const results = await runTasks(tasks, { jobs: 2 }, (_, lines) => lines)
  expect(results).toEqual([['exit: want 0, got 1'], []])
})

it.runIf(process.platform === 'linux')('ends a daemon that a program left its output to', async () => {
  const record = join(folder, 'daemon')
  const daemon = task('daemonic', `sleep 300 & echo $! > ${record}; exit 0`)
  const [lines] = await runTasks([daemon], { jobs: 1, limitMs: 500 }, (_, differing) => differing)
  expect(lines).toEqual([])
  const pid = readFileSync(record, 'utf8').trim()
  await expect.poll(() => commandLine(pid)).toBe('')
})

it('goes on with the next task after a program that cannot be started', async () => {
  const missing = { file, cli: { bin: join(folder, 'missing'), args: [] } }
  const results = await runTasks([missing, task('fine', 'exit 0')], { jobs: 1 }, (_, lines) => lines.length)
  expect(results).toEqual([1, 0])
})
