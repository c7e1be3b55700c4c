import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { plainText } from '@raider/contracts'
import { createProject, type Project } from '@raider/testing'
import { openServers, type Opened } from './tiny-server.fixture.js'

/** A server over HTTP that does what a test says. */
let server: Server
let project: Project
let opened: Opened | undefined
let session = 0
const seen: { method: string; authorization: string | undefined }[] = []

beforeEach(async () => {
  project = await createProject()
  seen.length = 0
  session = 1
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await opened?.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await project.dispose()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization } = request.headers
  if (request.method === 'DELETE')
    seen.push({ method: `end of ${String(request.headers['mcp-session-id'])}`, authorization })
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const { id, method } = (await json(request)) as { id?: number; method: string }
  seen.push({ method, authorization })
  if (authorization === 'Bearer expired') return void response.writeHead(401).end()
  if (method !== 'initialize' && request.headers['mcp-session-id'] !== String(session))
    return void response.writeHead(404).end()
  if (id === undefined) return void response.writeHead(202).end()
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    },
    'tools/list': { tools: [{ name: 'count', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: `session ${session}` }] },
  }
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': String(session) })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
}

const start = async (more: Record<string, unknown> = {}): Promise<Opened> => {
  const { port } = server.address() as AddressInfo
  opened = await openServers(project, { remote: { type: 'http', url: `http://127.0.0.1:${port}/mcp`, ...more } })
  return opened
}

describe('a server behind a URL', () => {
  it('gets the headers of its entry and of its helper', async () => {
    await start({
      headers: { authorization: 'Bearer old' },
      headersHelper: 'echo "{\\"authorization\\": \\"Bearer $CLAUDE_CODE_MCP_SERVER_NAME\\"}"',
    })
    expect(seen[0]).toEqual({ method: 'initialize', authorization: 'Bearer remote' })
  })

  it('that wants to know who asks is told to need it', async () => {
    const { mcp } = await start({ headers: { authorization: 'Bearer expired' } })
    expect(mcp.states()).toMatchObject([{ status: 'needs-auth', error: expect.stringContaining('`headersHelper`') }])
  })

  it('whose helper fails is not asked at all', async () => {
    const { mcp } = await start({ headersHelper: 'echo no network >&2; exit 3' })
    expect(mcp.states()).toMatchObject([{ status: 'failed', error: 'headersHelper ended with 3: no network' }])
    expect(seen).toEqual([])
  })

  it('hears that the session is over', async () => {
    const { close } = await start()
    await close()
    expect(seen.at(-1)?.method).toBe('end of 1')
  })

  it('that forgot the session is asked again in a new one', async () => {
    const { run } = await start()
    expect(plainText((await run('mcp__remote__count')).content)).toBe('session 1')
    session = 2
    expect(plainText((await run('mcp__remote__count')).content)).toBe('session 2')
    expect(seen.filter(({ method }) => method === 'initialize')).toHaveLength(2)
  })
})
