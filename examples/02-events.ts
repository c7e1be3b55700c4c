// A run is an async iterable of events: text as it comes, calls, results, who decided, the end.
import assert from 'node:assert/strict'
import { Raider, script } from 'raider'

const raider = new Raider({
  engine: script({ turns: [{ text: 'I look.', calls: [{ Bash: { command: 'echo hello' } }] }, 'That was it.'] }),
  allowedTools: ['Bash(echo *)'],
})
const run = raider.run('Look around')
const seen: string[] = []
for await (const event of run) {
  seen.push(event.type)
  if (event.type === 'tool-start') console.log('runs  ', event.name, JSON.stringify(event.input))
  if (event.type === 'tool-result') console.log('result', event.status, '- decided by', event.decision.source)
}
assert.equal((await run.result).text, 'That was it.')
assert.ok(seen.includes('tool-result'))
