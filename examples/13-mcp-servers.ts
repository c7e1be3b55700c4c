// MCP servers: one of this process made of your own tools, and one that is a program of its own. Both pass the same gate.
import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMcpServer, plainText, Raider, script, tool } from 'raider'

const clock = createMcpServer({
  name: 'clock',
  instructions: 'Ask the clock before you speak of a time.',
  tools: [
    tool({
      name: 'now',
      description: 'Tells the time of a city.',
      input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      run: ({ city }) => `It is noon in ${String(city)}.`,
    }),
  ],
})

// A server in a few lines, so that this example needs no network. Any other is declared the same way, here or in `.mcp.json`.
const file = join(await mkdtemp(join(tmpdir(), 'raider-example-')), 'server.mjs')
await writeFile(
  file,
  `import { createInterface } from 'node:readline'
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'dice', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'roll', description: 'Rolls a die.', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'a six' }] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }))
})`,
)

const run = new Raider({
  mcpServers: { clock, dice: { command: process.execPath, args: [file] } },
  allowedTools: ['mcp__clock', 'mcp__dice__roll'],
  engine: script({ turns: [{ calls: [{ mcp__clock__now: { city: 'Rome' } }, { mcp__dice__roll: {} }] }, 'Done.'] }),
}).run('What time is it in Rome, and what does the die say?')

const results: string[] = []
for await (const event of run) {
  if (event.type === 'server-change') console.log(event.name, event.status)
  if (event.type === 'tool-result') results.push(plainText(event.content))
}
console.log(results)
assert.deepEqual(results, ['It is noon in Rome.', 'a six'])
assert.equal((await run.result).kind, 'done')
