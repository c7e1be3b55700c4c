import { createServer, type AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { plainText } from '@raider/contracts'
import { startChild, type Child } from '@raider/process'
import { createProject, until, type Project } from '@raider/testing'
import { openServers, type Opened } from './tiny-server.fixture.js'

const require = createRequire(import.meta.url)
const programOf = (manifest: string): string => join(dirname(manifest), 'dist', 'index.js')
const everything = programOf(require.resolve('@modelcontextprotocol/server-everything/package.json'))
const filesystem = programOf(require.resolve('@modelcontextprotocol/server-filesystem/package.json'))

let project: Project
const open: Opened[] = []
const start = async (...args: Parameters<typeof openServers>): Promise<Opened> => {
  const opened = await openServers(...args)
  open.push(opened)
  return opened
}

beforeEach(async () => {
  project = await createProject({ 'note.txt': 'remember the milk' })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
  await project.dispose()
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Runs the public server behind a port until `stop` is called. */
async function serve(
  kind: 'streamableHttp' | 'sse',
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const port = await freePort()
  let said = ''
  const child: Child = startChild(
    {
      file: process.execPath,
      args: [everything, kind],
      cwd: project.dir,
      env: { PATH: process.env['PATH'] ?? '', PORT: String(port) },
      onOutput: (_, chunk) => (said += chunk.toString()),
    },
    new AbortController().signal,
  )
  await until('the server listens', () => said.includes(`port ${port}`))
  return {
    port,
    stop: async () => {
      child.kill('cancelled')
      await child.exit
    },
  }
}

describe('the public server "everything" as a child', () => {
  it('offers its tools, resources and prompts', async () => {
    const { mcp, run } = await start(project, { everything: { command: process.execPath, args: [everything] } })
    expect(mcp.states()).toMatchObject([{ status: 'connected' }])
    expect(plainText((await run('mcp__everything__get-sum', { a: 2, b: 3 })).content)).toContain('5')
    const picture = await run('mcp__everything__get-tiny-image')
    expect(picture.content.map(({ type }) => type)).toContain('image')
    const { structured } = await run('mcp__everything__get-structured-content', { location: 'New York' })
    expect(structured).toHaveProperty('structuredContent.temperature')
    const listed = (await run('ListMcpResourcesTool')).structured as readonly { readonly uri: string }[]
    const { content } = await run('ReadMcpResourceTool', { server: 'everything', uri: listed[0]?.uri })
    expect(plainText(content)).toContain(String(listed[0]?.uri))
    expect(mcp.prompts().length).toBeGreaterThan(0)
  })

  it('reports progress of a long operation and asks the user', async () => {
    const told: string[] = []
    const answer = { action: 'accept', content: { name: 'Ada' } } as const
    const { run } = await start(
      project,
      { everything: { command: process.execPath, args: [everything] } },
      { elicit: () => Promise.resolve(answer) },
    )
    await run(
      'mcp__everything__trigger-long-running-operation',
      { duration: 0.2, steps: 2 },
      { progress: (words) => void told.push(words) },
    )
    expect(told).toHaveLength(2)
    expect(plainText((await run('mcp__everything__trigger-elicitation-request')).content)).toContain('Ada')
  })
})

describe('the public server "everything" behind a URL', () => {
  it.each([
    ['http', 'streamableHttp', 'mcp'],
    ['sse', 'sse', 'sse'],
  ] as const)('answers over %s', async (type, kind, path) => {
    const { port, stop } = await serve(kind)
    const { run, close } = await start(project, { remote: { type, url: `http://127.0.0.1:${port}/${path}` } })
    expect(plainText((await run('mcp__remote__echo', { message: 'hello' })).content)).toContain('hello')
    await close()
    await stop()
  })

  it('is told to be away where nobody listens, and the session goes on', async () => {
    const port = await freePort()
    const { mcp } = await start(project, { remote: { type: 'http', url: `http://127.0.0.1:${port}/mcp` } })
    expect(mcp.states()).toMatchObject([{ name: 'remote', status: 'failed' }])
  })
})

describe('the public server "filesystem"', () => {
  it('works inside the roots of the session', async () => {
    const { run } = await start(project, { files: { command: process.execPath, args: [filesystem] } })
    await until('the server has asked for the roots', async () =>
      plainText((await run('mcp__files__list_allowed_directories')).content).includes(project.dir),
    )
    const { content } = await run('mcp__files__read_text_file', { path: project.path('note.txt') })
    expect(plainText(content)).toContain('remember the milk')
    await expect(run('mcp__files__read_text_file', { path: '/etc/hostname' })).rejects.toThrow(/denied|outside/i)
  })
})
