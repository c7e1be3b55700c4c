// Your own tool: the input is checked by zod (or any Standard Schema, or a JSON Schema) before your code sees it.
import assert from 'node:assert/strict'
import { Raider, script, tool } from 'raider'
import { z } from 'zod'

const weather = tool({
  name: 'Weather',
  description: 'Tells the weather of a city.',
  input: z.object({ city: z.string(), days: z.number().int().default(1) }),
  run: ({ city, days }) => ({ city, days, sky: 'clear' }),
})
const raider = new Raider({
  tools: [weather],
  engine: script({
    turns: [{ calls: [{ Weather: { city: 'Oslo' } }, { Weather: { town: 'Oslo' } }] }, 'Clear skies.'],
  }),
})
const outcome = await raider.run('How is the weather in Oslo?').result

for (const event of outcome.toolEvents) console.log(event.phase, event.phase === 'failure' ? event.error : event.name)
assert.deepEqual(
  outcome.toolEvents.map((event) => event.phase),
  ['call', 'result', 'call', 'failure'],
)
