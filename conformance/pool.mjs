import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A scenario may take 60 s in itself; this catches one whose leftovers keep its pipes open. */
const defaultLimitMs = 90_000

/** Time the worker has to answer once the leftovers were killed. */
const answerLimitMs = 5_000

/**
 * Runs tasks in a few worker processes.
 * @template {{ file: string, cli: { bin: string, args: readonly string[] } }} Task
 * @template Result
 * @param {readonly Task[]} tasks
 * @param {{ jobs: number, limitMs?: number }} options how many run at once, and for how long each may (default 90 s)
 * @param {(task: Task, lines: readonly string[]) => Result} onDone gets what differed, as soon as it is known
 * @returns {Promise<Result[]>} in the order of the tasks
 */
export async function runTasks(tasks, { jobs, limitMs = defaultLimitMs }, onDone) {
  const results = []
  const queue = [...tasks.entries()]
  const lane = async () => {
    const worker = createWorker()
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, task] = next
      results[index] = onDone(task, await worker.run({ file: task.file, cli: task.cli }, limitMs))
    }
    worker.close()
  }
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, lane))
  return results
}

/** One worker process with a temporary folder of its own, replaced should it hang or die. */
function createWorker() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'raider-conformance-')))
  let child
  const start = () => {
    child = fork(join(import.meta.dirname, 'worker.mjs'), { env: { ...process.env, TMPDIR: folder } })
  }
  const removeOnExit = () => {
    killLeftovers(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', removeOnExit)
  start()

  const run = async (task, limitMs) => {
    const answer = await ask(child, task, folder, limitMs)
    killLeftovers(folder)
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
    if (answer !== undefined) return answer.lines
    child.kill('SIGKILL')
    start()
    return ['the scenario did not end']
  }
  const close = () => {
    child.disconnect()
    process.off('exit', removeOnExit)
    removeOnExit()
  }
  return { run, close }
}

/** The worker's answer; undefined where it died or stayed silent. */
function ask(child, task, folder, limitMs) {
  return new Promise((resolve) => {
    const timers = [
      // Again and again: on a busy machine the program may not even have begun.
      setInterval(() => killLeftovers(folder), limitMs),
      setTimeout(() => settle(undefined), limitMs + answerLimitMs),
    ]
    const settle = (answer) => {
      timers.forEach(clearTimeout)
      child.off('message', settle).off('exit', onExit)
      resolve(answer)
    }
    const onExit = () => settle(undefined)
    child.once('message', settle).once('exit', onExit)
    child.send(task)
  })
}

/** Ends every process whose environment points into the folder: daemons and hooks that outlived their scenario. Linux only. */
function killLeftovers(folder) {
  for (const pid of processIds()) {
    if (environmentOf(pid).includes(`HOME=${folder}/`)) kill(Number(pid))
  }
}

function processIds() {
  return process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return '' // The process ended meanwhile, or belongs to somebody else.
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
