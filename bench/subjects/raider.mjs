// Raider as it is used: three plugins, hooks in the settings of which none matches, the journal on disk.
import { anthropic } from 'raider'
import { echo, measureRun, prompt } from './task.mjs'
import { createRaider } from './project.mjs'

const hooks = { PreToolUse: [{ matcher: 'Other', hooks: [{ type: 'command', command: 'true' }] }] }

await measureRun(async (url) => {
  const raider = createRaider({ engine: anthropic({ baseUrl: url, apiKey: 'bench' }), tool: echo, settings: { hooks } })
  const outcome = await raider.run(prompt).result
  if (outcome.kind !== 'done') throw new Error(`The run ended as ${JSON.stringify(outcome)}`)
})
