// What it costs to compact a conversation of so many exchanges, some 600 tokens each: the cheapest of some times, without warm-up.
import { createEngine } from './engine.mjs'
import { createRaider } from './project.mjs'
import { ending, text, toolUse } from './reply.mjs'
import { echo, prompt, tell } from './task.mjs'

const rounds = 4
const exchanges = Number(process.argv[2])

/** Exchanges that the model has still to ask for in this run. */
let open = 0
let calls = 0

const engine = createEngine(async function* () {
  if (open === 0) return yield ending([text('All that was said.')], 'end')
  open -= 1
  calls += 1
  yield ending([toolUse(`call_${calls}`, 'echo', { text: 'x' })], 'tool-use')
})

const session = await createRaider({ engine, tool: echo, settings: {} }).open()
let cpuMs = Infinity
for (let round = 0; round < rounds; round += 1) {
  open = exchanges
  await finish(prompt)
  const start = process.cpuUsage()
  await finish('/compact')
  const { user, system } = process.cpuUsage(start)
  cpuMs = Math.min(cpuMs, (user + system) / 1000)
}
await session.close()
tell({ cpuMs })

async function finish(words) {
  const { kind } = await session.run(words).result
  if (kind !== 'done') throw new Error(`"${words}" ended as ${kind}`)
}
