// Many runs that wait for the model: what each holds on the heap. Needs --expose-gc.
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from './engine.mjs'
import { createRaider } from './project.mjs'
import { echo, heapBytes, prompt, tell } from './task.mjs'

const count = Number(process.argv[2])
let waiting = 0

const engine = createEngine(async function* (_request, signal) {
  waiting += 1
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  yield { type: 'fault', fault: { kind: 'cancelled', message: 'cancelled', attempts: 1 } }
})

const raider = createRaider({ engine, tool: echo, settings: {} })
const runs = []

// The first run loads what is loaded late; it does not count.
await park(1)
const before = heapBytes()
await park(count)
const kilobytes = (heapBytes() - before) / 1024 / count
for (const run of runs) run.cancel('measured')
await Promise.all(runs.map((run) => run.result))
tell({ kilobytes })

async function park(more) {
  for (let index = 0; index < more; index += 1) runs.push(raider.run(prompt))
  while (waiting < runs.length) await sleep(5)
}
