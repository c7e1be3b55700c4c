import { script, type ScriptTurn } from '@raider/engine-script'
import { plainText, text, type RaiderEvent, type Tool } from '@raider/contracts'
import { createMcpServer } from '@raider/mcp'
import { createProject, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { openProjectTrust } from '../setup/project-trust.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

/** A server of one tool, `hello`, that says what it is given. */
const server = `
import { createInterface } from 'node:readline'
const [greeting = 'hello'] = process.argv.slice(2)
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'hello', inputSchema: { type: 'object' } }] }),
  'tools/call': ({ arguments: input }) => ({ content: [{ type: 'text', text: greeting + ' ' + input.who }] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method](params) }))
})
`
const entry = (...args: readonly string[]) => ({ command: process.execPath, args: ['server.mjs', ...args] })
const hello: ScriptTurn = { calls: [{ mcp__greeter__hello: { who: 'you' } }] }

async function play(project: Project, options: RaiderOptions, turns: readonly ScriptTurn[] = [hello]) {
  const run = new Raider({
    ...optionsIn(project),
    env: { PATH: process.env['PATH'], HOME: project.home, IS_SANDBOX: '1' },
    engine: script({ turns: [...turns, 'end'] }),
    allowedTools: ['mcp__greeter'],
    ...options,
  }).run('go')
  const events: RaiderEvent[] = []
  for await (const event of run) events.push(event)
  await run.result
  const results = events.flatMap((event) => (event.type === 'tool-result' ? [event] : []))
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
  return { events, notices, result: plainText(results[0]?.content ?? []), results }
}

describe('a server of .mcp.json', () => {
  it('does not run in a project that is not trusted, and the user is told', async () => {
    await using project = await createProject({
      'server.mjs': server,
      '.mcp.json': { mcpServers: { greeter: entry() } },
    })
    const { result, notices } = await play(project, {})
    expect(result).toContain('No such tool')
    expect(notices.join()).toContain('MCP server "greeter" of')
  })

  it('runs once the project is trusted, until the file changes', async () => {
    await using project = await createProject({
      'server.mjs': server,
      '.mcp.json': { mcpServers: { greeter: entry() } },
    })
    const trust = await openProjectTrust({ cwd: project.dir, homeDir: project.home, env: { HOME: project.home } })
    await trust.grant()
    expect((await play(project, {})).result).toBe('hello you')
    await project.write({ '.mcp.json': { mcpServers: { greeter: entry('bye') } } })
    expect((await play(project, {})).result).toContain('No such tool')
  })

  it('runs without trust in the profile of the reference program, and tells hooks where it comes from', async () => {
    const record = { PreToolUse: [{ hooks: [{ type: 'command', command: 'cat > seen.json' }] }] }
    await using project = await createProject(
      { 'server.mjs': server, '.mcp.json': { mcpServers: { greeter: entry() } } },
      { home: { '.claude/settings.json': { hooks: record } } },
    )
    expect((await play(project, { profile: 'claude' })).result).toBe('hello you')
    expect(JSON.parse(await project.read('seen.json'))).toMatchObject({
      tool_name: 'mcp__greeter__hello',
      mcp_server: { name: 'greeter', source: 'project' },
    })
  })
})

describe('a server of the options', () => {
  const shout: Tool = {
    name: 'hello',
    description: 'Greets.',
    origin: 'code',
    inputSchema: { type: 'object' },
    run: ({ who }) => Promise.resolve(`HELLO ${String(who)}`),
    render: (value) => [text(String(value))],
  }

  it('goes before one of the same name in a file, whole and unmixed', async () => {
    await using project = await createProject({ '.mcp.json': { mcpServers: { greeter: { command: '/nowhere' } } } })
    const mcpServers = { greeter: createMcpServer({ name: 'greeter', tools: [shout] }) }
    const { result, events } = await play(project, { mcpServers, trust: true })
    expect(result).toBe('HELLO you')
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'server-change', name: 'greeter', status: 'connected' }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'session-open', tools: expect.arrayContaining(['mcp__greeter__hello']) }),
    )
  })

  it('is what an mcp_tool hook may ask, and its tools ask for permission like any other', async () => {
    const guard: Tool = {
      ...shout,
      name: 'guard',
      run: () =>
        Promise.resolve(
          JSON.stringify({
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'guarded',
            },
          }),
        ),
    }
    const handler = { type: 'mcp_tool', server: 'greeter', tool: 'guard' }
    await using project = await createProject({
      '.claude/settings.json': { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }] } },
    })
    const mcpServers = { greeter: createMcpServer({ name: 'greeter', tools: [shout, guard] }) }
    const turns: readonly ScriptTurn[] = [{ calls: [{ Bash: { command: 'touch ran' } }] }, hello]
    const { results } = await play(project, { mcpServers, trust: true, allowedTools: ['Bash'] }, turns)
    expect(results.map(({ status }) => status)).toEqual(['refused', 'refused'])
    expect(plainText(results[0]?.content ?? [])).toContain('guarded')
    await expect(project.read('ran')).rejects.toThrow()
  })

  it('may have tools that no rule and no mode allows in place of the user', async () => {
    await using project = await createProject()
    const mcpServers = { greeter: createMcpServer({ name: 'greeter', tools: [{ ...shout, needsUser: true }] }) }
    const options: RaiderOptions = { mcpServers, trust: true, permissionMode: 'bypassPermissions' }
    expect((await play(project, options)).results[0]?.status).toBe('refused')
    const canUseTool = () => Promise.resolve({ behavior: 'allow' } as const)
    expect((await play(project, { ...options, canUseTool })).result).toBe('HELLO you')
  })

  it('cannot answer permission questions beside canUseTool', async () => {
    await using project = await createProject()
    const canUseTool = () => Promise.reject(new Error('nobody asks'))
    await expect(play(project, { permissionPromptTool: 'mcp__a__b', canUseTool })).rejects.toThrow(/exclude each other/)
  })
})
