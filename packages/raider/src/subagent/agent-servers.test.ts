import { plainText, type RaiderEvent } from '@raider/contracts'
import { script } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

/** A server of one tool, `pid`, that names its process. */
const server = `
import { createInterface } from 'node:readline'
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'pid', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'pid ' + process.pid }] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method](params) }))
})
`
const agent = `---
name: x
description: helps
tools: mcp__own, mcp__shared
mcpServers:
  - shared
  - own: { command: ${process.execPath}, args: [server.mjs] }
---
You help.
`
const files = { 'server.mjs': server, '.claude/agents/x.md': agent }
const start = { Agent: { description: 'help', prompt: 'do it', subagent_type: 'x', run_in_background: false } }
const call = (name: string) => ({ calls: [{ [`mcp__${name}__pid`]: {} }] })

async function play(project: Project, options: RaiderOptions = {}) {
  const run = new Raider({
    ...optionsIn(project),
    engine: script({
      turns: [{ calls: [start] }, call('shared'), call('own'), 'end'],
      agents: { x: [call('shared'), call('own'), 'done'] },
    }),
    allowedTools: ['mcp__own', 'mcp__shared'],
    mcpServers: { shared: { command: process.execPath, args: ['server.mjs'] } },
    trust: true,
    ...options,
  }).run('go')
  const events: RaiderEvent[] = []
  for await (const event of run) events.push(event)
  await run.result
  return events.flatMap((event) =>
    event.type === 'tool-result' && event.name !== 'Agent'
      ? [`${event.agent} ${event.name}: ${plainText(event.content)}`]
      : [],
  )
}

describe('the servers of an agent', () => {
  it('are its own, beside those of its parent, and nobody else has them', async () => {
    await using project = await createProject(files)
    const [shared, own, sharedOfMain, ownOfMain] = await play(project)
    expect(own).toMatch(/^main\/x mcp__own__pid: pid \d+$/)
    expect(own?.split('pid ')[1]).not.toBe(shared?.split('pid ')[1])
    expect(sharedOfMain?.split('pid ')[1]).toBe(shared?.split('pid ')[1])
    expect(ownOfMain).toContain('No such tool')
  })

  it('do not run where the project that declares them is not trusted', async () => {
    await using project = await createProject(files)
    const [, own] = await play(project, { trust: false })
    expect(own).toContain('No such tool')
  })
})
