import { isObject, type JsonObject } from 'raider'
import { describe, expect, it } from 'vitest'
import { answer, host, prompt, request, type Hosted } from '../host.fixture.js'
import { cliProject } from '../raider.fixture.js'

const bash = (command: string) => ({ calls: [{ Bash: { command } }] })
const results = ({ messages }: Hosted) => messages.filter(({ type }) => type === 'result')
const asked = (message: JsonObject, subtype: string): JsonObject | undefined =>
  message.type === 'control_request' && isObject(message.request) && message.request.subtype === subtype
    ? message.request
    : undefined
const responses = ({ messages }: Hosted) =>
  messages.flatMap(({ type, response }) => (type === 'control_response' && isObject(response) ? response : []))

describe('raider at the service of a host', () => {
  it('answers prompt after prompt in one session, and ends with stdin', async () => {
    await using project = await cliProject(['one', 'two'])
    const hosted = await host(project, [], [prompt('first'), { type: 'keep_alive' }, prompt('second')], undefined, 2)
    expect(hosted.code).toBe(0)
    expect(results(hosted)).toMatchObject([{ result: 'one' }, { result: 'two' }])
    expect(new Set(hosted.messages.map(({ session_id }) => session_id)).size).toBe(1)
  })

  it('runs the callbacks of the host as hooks', async () => {
    await using project = await cliProject([bash('touch a'), 'end'])
    const hooks = { PreToolUse: [{ matcher: 'Bash', hookCallbackIds: ['guard'] }] }
    const refuses = { decision: 'block', reason: 'not by the host' }
    const heard: unknown[] = []
    const hosted = await host(project, [], [request('initialize', { hooks }), prompt('go')], (message) => {
      const call = asked(message, 'hook_callback')
      if (call === undefined) return undefined
      heard.push(call)
      return [answer(message, refuses)]
    })
    expect(heard).toMatchObject([
      { callback_id: 'guard', input: { hook_event_name: 'PreToolUse', tool_input: { command: 'touch a' } } },
    ])
    expect(JSON.stringify(hosted.messages)).toContain('not by the host')
    await expect(project.read('a')).rejects.toThrow()
  })

  it('asks the host for permission, and takes the input that it gives back', async () => {
    await using project = await cliProject([bash('touch a'), bash('touch b'), 'end'])
    const flags = ['--permission-prompt-tool', 'stdio']
    await host(project, flags, [request('initialize'), prompt('go')], (message) => {
      const call = asked(message, 'can_use_tool')
      if (call === undefined) return undefined
      const isFirst = JSON.stringify(call.input).includes('touch a')
      const updatedInput = { command: 'touch instead' }
      return [answer(message, isFirst ? { behavior: 'allow', updatedInput } : { behavior: 'deny', message: 'no' })]
    })
    expect(await project.read('instead')).toBe('')
    for (const file of ['a', 'b']) await expect(project.read(file)).rejects.toThrow()
  })

  it('calls the tools of a server that lives in the host', async () => {
    await using project = await cliProject([{ calls: [{ mcp__calc__add: { a: 1 } }] }, 'end'])
    const replies: Readonly<Record<string, JsonObject>> = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'calc', version: '1' },
      },
      'tools/list': { tools: [{ name: 'add', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'five' }] },
    }
    const first = [request('initialize', { sdkMcpServers: ['calc'] }), prompt('go')]
    const hosted = await host(project, ['--allowedTools', 'mcp__calc'], first, (message) => {
      const sent = asked(message, 'mcp_message')?.message
      if (!isObject(sent)) return undefined
      return [
        answer(message, { mcp_response: { jsonrpc: '2.0', id: sent.id, result: replies[String(sent.method)] ?? {} } }),
      ]
    })
    expect(JSON.stringify(hosted.messages)).toContain('five')
    expect(results(hosted)).toMatchObject([{ result: 'end' }])
  })

  it('does what the host asks for, and refuses what it does not know', async () => {
    await using project = await cliProject(['one'])
    const wishes = [
      request('initialize'),
      request('set_permission_mode', { mode: 'acceptEdits' }),
      request('set_model', { model: 'haiku' }),
      request('mcp_status'),
      request('paint'),
    ]
    const hosted = await host(project, [], [...wishes, prompt('go')])
    expect(responses(hosted)).toMatchObject([
      { subtype: 'success', response: { current_permission_mode: 'default' } },
      { subtype: 'success', response: { mode: 'acceptEdits' } },
      { subtype: 'success', response: { model: 'haiku' } },
      { subtype: 'success', response: { mcpServers: [] } },
      { subtype: 'error', error_code: 'unsupported_request' },
    ])
  })

  it('lets hooks refuse another model', async () => {
    const hooks = {
      PreModelSwitch: [{ matcher: '.*opus.*', hooks: [{ type: 'command', command: 'echo too dear >&2; exit 2' }] }],
    }
    await using project = await cliProject(['one'], { '.claude/settings.json': { hooks } })
    const wishes = [
      request('set_model', { model: 'claude-opus-9' }),
      { ...request('set_model', { model: 'small' }), request_id: 'b' },
    ]
    const hosted = await host(project, ['--trust'], [...wishes, prompt('go')])
    expect(responses(hosted)).toMatchObject([
      { subtype: 'error', error_code: 'blocked_by_hook', error: expect.stringContaining('too dear') },
      { subtype: 'success', response: { model: 'small' } },
    ])
  })

  it('interrupts a run, and fails with it', async () => {
    await using project = await cliProject([bash('sleep 60'), 'end'])
    const hosted = await host(project, ['--allowedTools', 'Bash'], [prompt('go')], ({ type }) =>
      type === 'assistant' ? [request('interrupt')] : undefined,
    )
    expect(hosted.code).toBe(1)
    expect(results(hosted)).toMatchObject([{ subtype: 'error_during_execution' }])
    expect(JSON.stringify(hosted.messages)).toContain('[Request interrupted by user')
  })

  it('ends with one line where stdin is no JSON, and in order where it is empty', async () => {
    await using project = await cliProject()
    const flags = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
    const broken = await project.raider([...flags, '--engine', 'script:script.yaml'], { stdin: 'hello\n' })
    expect(broken).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^raider: a line on stdin .*no JSON: hello\n$/),
    })
    expect(await host(project, [], [], undefined, 0)).toMatchObject({ code: 0, stderr: '' })
  })
})
