// Tool calls of Raider, each with the given number of PreToolUse hooks; the engine costs nothing.
import { command, measureCalls } from './hook.mjs'
import { createRaider } from './project.mjs'
import { scriptedEngine } from './scripted-engine.mjs'
import { echo, prompt } from './task.mjs'

await measureCalls(async (calls, parallel) => {
  const hooks = Array.from({ length: parallel }, (_, index) => ({ type: 'command', command: command(index) }))
  const settings = parallel > 0 ? { hooks: { PreToolUse: [{ matcher: 'echo', hooks }] } } : {}
  const raider = createRaider({ engine: scriptedEngine(calls), tool: echo, settings })
  const outcome = await raider.run(prompt).result
  const executed = outcome.toolEvents.filter((event) => event.phase === 'result').length
  if (executed !== calls) throw new Error(`${executed} of ${calls} calls ran; the run ended as ${outcome.kind}`)
})
