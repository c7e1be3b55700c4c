import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InMemoryTransport } from '@modelcontextprotocol/client'
import { plainText, text, type Tool } from '@raider/contracts'
import { createProject, createStepScope, type Project } from '@raider/testing'
import { openServers, tinyEntry, tinyServer, type Opened } from './tiny-server.fixture.js'
import { createMcpServer } from './in-process.js'

let project: Project
let opened: Opened | undefined
beforeEach(async () => {
  project = await createProject({ 'server.mjs': tinyServer })
})
afterEach(async () => {
  await opened?.close()
  await project.dispose()
})

const shout: Tool = {
  name: 'shout',
  description: 'Shouts.',
  origin: 'code',
  inputSchema: { type: 'object', properties: { words: { type: 'string' } } },
  run: ({ words }) =>
    typeof words === 'string' ? Promise.resolve(words.toUpperCase()) : Promise.reject(new Error('nothing to shout')),
  render: (value) => [text(String(value))],
}
const host = createMcpServer({ name: 'host', tools: [shout], instructions: 'Shout seldom.' })
const never = new AbortController().signal

describe('a server of this process', () => {
  it('offers its tools under its name, with what it says of their use', async () => {
    opened = await openServers(project, { host })
    expect(opened.mcp.states()).toEqual([{ name: 'host', source: 'dynamic', status: 'connected' }])
    expect(opened.tool('mcp__host__shout')).toMatchObject({ origin: 'mcp', server: { name: 'host' } })
    expect((await opened.run('mcp__host__shout', { words: 'hey' })).structured).toEqual([text('HEY')])
    expect(opened.notes[0]?.text).toContain('Shout seldom.')
  })

  it('may be a server object of the MCP SDK', async () => {
    const instance = {
      async connect(transport: InMemoryTransport) {
        transport.onmessage = (message) => {
          if (!('method' in message) || !('id' in message)) return
          const result =
            message.method === 'initialize'
              ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'o', version: '1' } }
              : { tools: [{ name: 'own', inputSchema: { type: 'object' } }] }
          void transport.send({ jsonrpc: '2.0', id: message.id, result })
        }
        await transport.start()
      },
    }
    opened = await openServers(project, { object: { type: 'sdk', instance } })
    expect(opened.mcp.tools().map(({ name }) => name)).toEqual(['mcp__object__own'])
  })
})

describe('a call that does not come from the model', () => {
  it('reaches servers of every kind by their own names', async () => {
    opened = await openServers(project, { host, tiny: tinyEntry(project) })
    const call = async (server: string, tool: string, input: Record<string, unknown>) => {
      const { content, isError } = (await opened?.mcp.call({ server, tool, input }, never)) ?? {
        content: [],
        isError: true,
      }
      return [plainText(content), isError]
    }
    expect(await call('host', 'shout', { words: 'hi' })).toEqual(['HI', false])
    expect(await call('host', 'shout', {})).toEqual(['nothing to shout', true])
    expect(await call('tiny', 'echo', { text: 'hi' })).toEqual(['echo hi', false])
    expect(await call('tiny', 'fail', {})).toEqual(['it went wrong', true])
    await expect(call('host', 'whisper', {})).rejects.toThrow(/no tool "whisper"/)
    await expect(call('nobody', 'shout', {})).rejects.toThrow(/no MCP server "nobody"/)
  })
})

describe('a tool that answers permission questions', () => {
  const desk = (answer: unknown): Record<string, unknown> => ({
    desk: createMcpServer({
      name: 'desk',
      tools: [{ ...shout, name: 'approve', run: () => Promise.resolve(JSON.stringify(answer)) }],
    }),
  })
  const question = { callId: 'c', tool: 'Bash', input: { command: 'ls' }, title: '', reason: '', suggestions: [] }
  const ask = async (answer: unknown) => {
    opened = await openServers(project, desk(answer), { permissionTool: 'mcp__desk__approve' })
    return opened.mcp.ask?.(question, never)
  }

  it('is not offered to the model, and its word counts', async () => {
    expect(await ask({ behavior: 'deny', message: 'no' })).toEqual({ behavior: 'deny', message: 'no' })
    expect(opened?.mcp.tools()).toEqual([])
  })

  it('may allow the call with another input', async () => {
    const answer = { behavior: 'allow', updatedInput: { command: 'ls -l' } }
    expect(await ask(answer)).toEqual(answer)
  })

  it.each([
    [{ behavior: 'deny' }, 'a deny needs a "message"'],
    [{ behavior: 'maybe' }, '"behavior" must be allow or deny'],
    [{ behavior: 'allow', updatedPermissions: ['everything'] }, 'a list of permission updates'],
    ['yes', 'no object but "yes"'],
    [null, 'no object but null'],
  ])('that answers %j has not answered', async (answer, why) => {
    await expect(ask(answer)).rejects.toThrow(why)
  })

  it('ends the start where there is none of that name', async () => {
    await expect(openServers(project, desk({}), { permissionTool: 'mcp__desk__refuse' })).rejects.toThrow(
      /mcp__desk__refuse is no tool.*mcp__desk__approve/,
    )
  })
})

describe('a prompt of a server', () => {
  it('is a command whose arguments are words in their order', async () => {
    opened = await openServers(project, { tiny: tinyEntry(project) })
    expect(opened.mcp.prompts()).toEqual([{ name: 'mcp__tiny__greet', description: '', arguments: ['who', 'how'] }])
    const find = (prompt: string) => opened?.mcp.commands.find(prompt, createStepScope({ project }))
    const command = await find('/mcp__tiny__greet Ada warmly and long')
    expect(command?.change?.input).toMatchObject({ expansion_type: 'mcp_prompt', command_args: 'Ada warmly and long' })
    expect(await find('/mcp__tiny__nothing')).toBeUndefined()
    expect(await find('greet /mcp__tiny__greet')).toBeUndefined()
  })
})
