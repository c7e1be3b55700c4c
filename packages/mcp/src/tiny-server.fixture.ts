import { createCallScope, createProject, createSessionScope, createStepScope, type Project } from '@raider/testing'
import type { CallScope, EventBody, Note, PluginSteps, SessionScope, Tool, ToolResult } from '@raider/contracts'
import type { DeclaredServer } from './declaration.js'
import { createMcp, type Mcp, type McpOptions } from './mcp.js'

/** A server of a few lines that speaks the protocol by hand, so that tests can make it do what no library lets it do. */
export const tinyServer = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const [pidFile] = process.argv.slice(2)
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more })
const names = ['echo', 'params', 'fail', 'shape', 'long', 'nothing', 'environment', 'roots', 'ask', 'die', 'hang', 'tick', 'grow', 'orphan']
const waiting = new Map()
let lastId = 1000
const request = (method, params) =>
  new Promise((resolve) => { waiting.set(++lastId, resolve); send({ id: lastId, method, params }) })
const answers = {
  echo: ({ arguments: input }) => text('echo ' + input.text),
  params: (params) => text(JSON.stringify(params)),
  fail: () => text('it went wrong', { isError: true }),
  shape: () => ({ content: [{ type: 'text', text: 'one' }, { type: 'audio', mimeType: 'audio/wav', data: 'AAEC' }], structuredContent: { n: 1 } }),
  long: () => text('y'.repeat(60000)),
  nothing: () => ({ content: [] }),
  environment: () => text(JSON.stringify({ ...process.env, cwd: process.cwd() })),
  roots: async () => text(JSON.stringify((await request('roots/list', {})).result)),
  ask: async () => text(JSON.stringify((await request('elicitation/create', { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } })).result)),
  die: () => process.exit(3),
  hang: () => new Promise(() => undefined),
  tick: async ({ _meta }) => {
    send({ method: 'notifications/progress', params: { progressToken: _meta.progressToken, progress: 1, total: 2, message: 'half' } })
    return text('done')
  },
  grow: () => { names.push('grown'); send({ method: 'notifications/tools/list_changed' }); return text('grew') },
  orphan: () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' })
    writeFileSync(pidFile, String(child.pid))
    return text('left')
  },
}
const handle = async ({ id, method, params, ...rest }) => {
  if (method === undefined) return waiting.get(id)?.(rest)
  if (id === undefined) return
  if (method === 'initialize')
    return send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true }, prompts: {} }, serverInfo: { name: 'tiny', version: '1' }, instructions: 'Be gentle.' } })
  if (method === 'tools/list') return send({ id, result: { tools: names.map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: { text: { type: 'string' } } } })) } })
  if (method === 'prompts/list') return send({ id, result: { prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }, { name: 'how' }] }] } })
  if (method === 'prompts/get') return send({ id, result: { messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(params.arguments) } }] } })
  const answer = method === 'tools/call' ? answers[params.name] : undefined
  if (answer === undefined) return send({ id, error: { code: -32601, message: 'nothing of that name' } })
  send({ id, result: await answer(params) })
}
let rest = ''
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) void handle(JSON.parse(line))
})
console.log('a stray print that is no message')
`

/** The tiny server as an entry of `.mcp.json`. */
export const tinyEntry = (project: Project, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [project.path('server.mjs'), ...args],
})

/** Servers of a session that is open. */
export interface Opened {
  readonly mcp: Mcp
  readonly steps: PluginSteps
  readonly session: SessionScope
  readonly events: readonly EventBody[]
  /** Notes of the opening. */
  readonly notes: readonly Note[]
  readonly tool: (name: string) => Tool
  /** Runs a tool as the gate does. */
  readonly run: (name: string, input?: Record<string, unknown>, scope?: Partial<CallScope>) => Promise<ToolResult>
  readonly close: () => Promise<void>
}

/** A project with the tiny server in it. */
export const tinyProject = (): Promise<Project> => createProject({ 'server.mjs': tinyServer })

/** Starts servers as a session does. */
export async function openServers(
  project: Project,
  servers: Readonly<Record<string, unknown>>,
  options: Partial<McpOptions> & { readonly session?: Partial<SessionScope> } = {},
): Promise<Opened> {
  const { session: overrides, ...rest } = options
  const abort = new AbortController()
  const session = createSessionScope({ project, signal: abort.signal, ...overrides })
  const { state, permit } = createCallScope({ project })
  const mcp = createMcp({ servers: declare(servers), state, permit, ...rest })
  const steps = await mcp.plugin.create(session)
  const opening = await steps.open?.({ source: 'startup', notes: [] }, createStepScope({ project, ...session }))
  const tool = (name: string): Tool => {
    const found = mcp.tools().find((one) => one.name === name)
    if (found === undefined) throw new Error(`there is no tool ${name}`)
    return found
  }
  return {
    mcp,
    steps,
    session,
    events: session.events,
    notes: opening?.notes ?? [],
    tool,
    run: async (name, input = {}, scope = {}) => {
      const structured = await tool(name).run(input, createCallScope({ project, state, ...scope }))
      return { content: tool(name).render?.(structured, input) ?? [], isError: false, structured }
    },
    close: async () => {
      await steps.close?.('other', createStepScope({ project }))
      abort.abort({ by: 'shutdown', reason: 'the test is over' })
    },
  }
}

const declare = (servers: Readonly<Record<string, unknown>>): readonly DeclaredServer[] =>
  Object.entries(servers).map(([name, value]) => ({ name, value, source: 'dynamic' }))
