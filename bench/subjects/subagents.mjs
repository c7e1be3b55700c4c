// Many subagents of one parent, twenty at a time: what the process needs at its peak, and what each leaves on the heap of a session
// that is still open. Needs --expose-gc.
import { createEngine } from './engine.mjs'
import { createRaider } from './project.mjs'
import { ending, text, toolUse } from './reply.mjs'
import { echo, heapBytes, prompt, tell } from './task.mjs'

const atOnce = 20
const warmUp = 2
const count = Number(process.argv[2])

/** Batches that the parent has still to start in this run. */
let batches = 0
let calls = 0

const engine = createEngine(async function* ({ agent, messages }) {
  yield agent === 'main' ? parentReply() : childReply(messages)
})

const session = await createRaider({ engine, tool: echo, settings: {}, builtinTools: ['Agent'] }).open()
await runAgents(warmUp)
const before = heapBytes()
await runAgents(count / atOnce)
const keptKb = (heapBytes() - before) / 1024 / count
await session.close()
tell({ keptKb, peakMb: process.resourceUsage().maxRSS / 1024 })

async function runAgents(more) {
  batches = more
  const { kind } = await session.run(prompt).result
  if (kind !== 'done' || batches > 0) throw new Error(`The run ended as ${kind}, ${batches} batches before its end`)
}

function parentReply() {
  if (batches === 0) return ending([text('done')], 'end')
  batches -= 1
  return ending(Array.from({ length: atOnce }, agentCall), 'tool-use')
}

function agentCall() {
  const input = { description: 'look', prompt, subagent_type: 'general-purpose', run_in_background: false }
  return toolUse(newId(), 'Agent', input)
}

function childReply(messages) {
  if (messages.length > 1) return ending([text('found it')], 'end')
  return ending([toolUse(newId(), 'echo', { text: 'x' })], 'tool-use')
}

function newId() {
  calls += 1
  return `call_${calls}`
}
