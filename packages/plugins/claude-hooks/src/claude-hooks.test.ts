import { existsSync } from 'node:fs'
import type { JsonObject, StepScope } from '@raider/contracts'
import { createProject, isAlive, type Project } from '@raider/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { onEvent, openSession, pidIn, saying, specifically, testCall, testEnding } from './session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

const read = async (file: string): Promise<JsonObject> => JSON.parse(await project.read(file)) as JsonObject

describe('before a tool', () => {
  it('gives the hook its input and its environment', async () => {
    const command =
      'cat > input.json; echo "$CLAUDE_PROJECT_DIR|$CLAUDECODE|$CLAUDE_EFFORT|$CLAUDE_CODE_SESSION_ID|$OTEL_X|$SEEN" > env'
    const env = { PATH: process.env['PATH'] ?? '', OTEL_X: 'secret', SEEN: 'yes' }
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', command), { scope: { env } })
    await steps.beforeTool(testCall('ls'), scope)
    expect(await project.read('input.json')).toMatch(/^\{.*\}\n$/)
    expect(await read('input.json')).toEqual({
      session_id: 'session-1',
      transcript_path: scope.transcriptPath,
      cwd: project.dir,
      prompt_id: 'prompt-1',
      permission_mode: 'default',
      effort: { level: 'medium' },
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 't1',
    })
    expect(await project.read('env')).toBe(`${project.dir}|1|medium|session-1||yes\n`)
  })

  it('adds the pairs of the host, anew for each hook', async () => {
    const input = (event: string, hook: string): JsonObject => ({
      agent_id: `${event} ${hook}`,
      permission_mode: 'plan',
    })
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', 'cat > a', 'cat > b'), { input })
    await steps.beforeTool(testCall('ls'), scope)
    expect(await read('a')).toMatchObject({ agent_id: 'PreToolUse cat > a', permission_mode: 'plan' })
    expect(await read('b')).toMatchObject({ agent_id: 'PreToolUse cat > b' })
  })

  it('denies with the stderr of exit 2 and says who decided', async () => {
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', 'true', 'echo no >&2; exit 2'))
    const verdict = await steps.beforeTool(testCall('ls'), scope)
    expect(verdict).toMatchObject({
      stance: 'deny',
      reason: 'PreToolUse:Bash hook error: [echo no >&2; exit 2]: no',
      source: { kind: 'hook', name: 'echo no >&2; exit 2', layer: 'user', file: '/settings/user.json', line: 1 },
    })
    expect(verdict?.votes?.map((vote) => vote.stance)).toEqual([undefined, 'deny'])
  })

  it('reports every run with its call', async () => {
    const seen: string[] = []
    const onReport = (event: { readonly type: string }): void => void seen.push(event.type)
    const { steps, scope } = await openSession(
      project,
      onEvent(
        'PreToolUse',
        specifically('PreToolUse', { permissionDecision: 'ask' }, { systemMessage: 'psst' }),
        'exit 1',
      ),
      { onEvent: onReport },
    )
    await steps.beforeTool(testCall('ls'), scope)
    expect(scope.events).toMatchObject([
      { type: 'hook-run', event: 'PreToolUse', callId: 't1', outcome: 'success', exitCode: 0, stance: 'ask' },
      { type: 'hook-message', callId: 't1', text: 'psst' },
      { type: 'hook-run', outcome: 'error', exitCode: 1, error: expect.stringContaining('non-blocking') as string },
    ])
    expect(seen).toEqual(['hook-run', 'hook-message', 'hook-run'])
  })

  it('runs all hooks at once', async () => {
    // Each waits for the other, so that one after the other would never end.
    const meet = (mine: string, other: string): string => `touch ${mine}; while ! test -e ${other}; do sleep 0.01; done`
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', meet('a', 'b'), meet('b', 'a')))
    await steps.beforeTool(testCall('ls'), scope)
    expect(scope.events.map((event) => 'outcome' in event && event.outcome)).toEqual(['success', 'success'])
  })

  it('runs what is declared twice once, with the last timeout', async () => {
    const again = { command: 'echo x >> runs' }
    const { steps, scope } = await openSession(
      project,
      onEvent('PreToolUse', { ...again, timeout: 1 }, again, { ...again, if: 'Bash(ls)' }),
    )
    await steps.beforeTool(testCall('ls'), scope)
    expect(await project.read('runs')).toBe('x\nx\n')
  })

  it('runs its hooks in the folder of the session, and in that of the project once it is gone', async () => {
    let folder = project.path('sub')
    await project.write({ 'sub/x': '' })
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', 'pwd > $CLAUDE_PROJECT_DIR/where'), {
      scope: { cwd: () => folder },
    })
    await steps.beforeTool(testCall('ls'), scope)
    expect(await project.read('where')).toBe(`${folder}\n`)
    folder = project.path('gone')
    await steps.beforeTool(testCall('ls'), scope)
    expect(await project.read('where')).toBe(`${project.dir}\n`)
  })

  it.each(['ROOT', 'DATA'])('does not start what names the %s of a plugin outside of one', async (what) => {
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', `touch "ran\${CLAUDE_PLUGIN_${what}}"`))
    await steps.beforeTool(testCall('ls'), scope)
    expect(scope.events).toContainEqual(expect.objectContaining({ outcome: 'error' }))
    expect(existsSync(project.path('ran'))).toBe(false)
  })

  it('says nothing where no hook matches', async () => {
    const hooks = { PreToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'touch ran' }] }] }
    const { steps, scope } = await openSession(project, hooks)
    expect(await steps.beforeTool(testCall('ls'), scope)).toBeUndefined()
    expect(scope.events).toEqual([])
  })

  it('folds in the order of completion in profile claude, in that of the settings otherwise', async () => {
    const say = (reason: string): string =>
      specifically('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason })
    // The second hook is over, and its end was noticed, before the first one answers.
    const late = 'while ! test -s pid; do sleep 0.01; done; while kill -0 $(cat pid) 2>&1; do sleep 0.01; done >&2'
    const hooks = onEvent('PreToolUse', `${late}; ${say('slow')}`, `echo $$ > pid; ${say('quick')}`)
    const reasons = async (profile: 'raider' | 'claude') => {
      const { steps, scope } = await openSession(project, hooks, { profile })
      return (await steps.beforeTool(testCall('ls'), scope))?.votes?.map((vote) => vote.reason?.split(' ').at(-1))
    }
    expect(await reasons('claude')).toEqual(['quick', 'slow'])
    expect(await reasons('raider')).toEqual(['slow', 'quick'])
  })
})

describe('a hook that misbehaves', () => {
  const guarded = async (handler: JsonObject, options: { failClosed?: boolean } = {}) => {
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', handler), options)
    return { verdict: await steps.beforeTool(testCall('ls'), scope), events: scope.events }
  }

  it.each([
    ['prints garbage', { command: 'head -c 3000 /dev/urandom' }, 'success'],
    ['prints broken JSON', { command: 'echo "{oops}"' }, 'error'],
    ['hangs', { command: 'sleep 60', timeout: 0.1 }, 'timeout'],
    ['dies by a signal', { command: 'kill -9 $$' }, 'error'],
    ['closes stdin', { command: 'exec <&-; sleep 0.05' }, 'success'],
    ['floods stdout', { command: 'head -c 100000000 /dev/zero' }, 'error'],
    ['forks a daemon', { command: '(sleep 5 &) ; exit 0' }, 'success'],
    ['does not exist', { command: 'no-such-program', args: [] }, 'error'],
    ['is empty', { command: '' }, 'error'],
  ])('and %s lets the call go on', async (_, handler, outcome) => {
    const { verdict, events } = await guarded(handler)
    expect(verdict?.stance).toBeUndefined()
    expect(events[0]).toMatchObject({ type: 'hook-run', outcome })
  })

  it.each([
    ['prints broken JSON', { command: 'echo "{oops}"' }],
    ['hangs', { command: 'sleep 60', timeout: 0.1 }],
    ['dies by a signal', { command: 'kill -9 $$' }],
    ['fails', { command: 'exit 1' }],
    ['does not exist', { command: 'no-such-program', args: [] }],
    ['floods stdout', { command: 'head -c 9000000 /dev/zero' }],
    ['is of a type that is not run yet', { type: 'prompt', prompt: 'ok?' }],
  ])('and %s denies when it is to fail closed', async (_, handler) => {
    for (const run of [
      guarded({ ...handler, failClosed: true }),
      guarded({ ...handler, onFailure: 'block' }),
      guarded(handler, { failClosed: true }),
    ])
      expect((await run).verdict?.stance).toBe('deny')
  })

  it('refuses a permission request too when it is to fail closed', async () => {
    const failing = { command: 'exit 1', failClosed: true }
    const { steps, scope } = await openSession(project, onEvent('PermissionRequest', failing))
    expect((await steps.beforeAsk?.({ call: testCall('ls'), reason: 'why' }, scope))?.stance).toBe('deny')
  })

  it('never holds a Stop back by failing', async () => {
    const { steps, scope } = await openSession(project, onEvent('Stop', { command: 'exit 1', onFailure: 'block' }))
    const draft = { text: 'bye', active: false, stopReason: 'end', tasks: [] } as const
    expect((await steps.beforeStop?.(draft, scope))?.stance).toBeUndefined()
  })

  it('says that a guard gave no verdict', async () => {
    const { events } = await guarded({ command: 'kill -9 $$' })
    expect(events[1]).toMatchObject({
      type: 'notice',
      level: 'warning',
      text: expect.stringContaining('died of SIGKILL') as string,
    })
  })

  it('is ended when the run is cancelled', async () => {
    const abort = new AbortController()
    const { steps, scope } = await openSession(project, onEvent('PreToolUse', 'echo $$ > pid; exec sleep 60'), {
      scope: { signal: abort.signal },
    })
    const verdict = steps.beforeTool(testCall('ls'), scope)
    const pid = await pidIn(project, 'pid')
    abort.abort({ by: 'user', reason: 'enough' })
    expect((await verdict)?.stance).toBeUndefined()
    expect(scope.events[0]).toMatchObject({ outcome: 'cancelled' })
    expect(isAlive(pid)).toBe(false)
  })
})

describe('after a tool', () => {
  it('shows the hook what came out, in the shape of the tool', async () => {
    const { steps, scope } = await openSession(project, onEvent('PostToolUse', 'cat > input.json'))
    const ending = testEnding('out')
    await steps.afterTool({ ...ending, outcome: { ...ending.outcome, durationMs: 12.7 } }, scope)
    expect(await read('input.json')).toMatchObject({
      tool_response: { stdout: 'out' },
      tool_use_id: 't1',
      duration_ms: 13,
    })
  })

  it('shows the content list where the host wants it', async () => {
    const { steps, scope } = await openSession(project, onEvent('PostToolUse', 'cat > input.json'), {
      toolResponse: 'mcp',
    })
    await steps.afterTool(testEnding('out'), scope)
    expect(await read('input.json')).toMatchObject({ tool_response: [{ type: 'text', text: 'out' }] })
  })

  it('renders a replaced output anew', async () => {
    const { steps, scope } = await openSession(
      project,
      onEvent('PostToolUse', specifically('PostToolUse', { updatedToolOutput: { stdout: 'redacted' } })),
    )
    expect((await steps.afterTool(testEnding('secret'), scope)).result).toEqual({
      content: [{ type: 'text', text: 'redacted' }],
      isError: false,
      structured: { stdout: 'redacted' },
    })
  })

  it.each([
    ['of a wrong shape', { updatedToolOutput: 'redacted' }],
    ['for MCP tools', { updatedMCPToolOutput: { stdout: 'redacted' } }],
  ])('keeps the output of a built-in tool when the replacement is one %s', async (_, fields) => {
    const { steps, scope } = await openSession(project, onEvent('PostToolUse', specifically('PostToolUse', fields)))
    const ending = testEnding('kept')
    expect((await steps.afterTool(ending, scope)).result).toBe(ending.result)
  })

  it('adds its texts as notes behind those that are there', async () => {
    const { steps, scope } = await openSession(
      project,
      onEvent('PostToolUse', saying({ decision: 'block', reason: 'bad' })),
    )
    const note = { id: 'n', kind: 'memory', text: 'm', source: { kind: 'memory', name: 'm' } } as const
    const { notes } = await steps.afterTool({ ...testEnding('out'), notes: [note] }, scope)
    expect(notes.map(({ kind }) => kind)).toEqual(['memory', 'after-tool'])
  })

  it('leaves a stop to the host that wants to decide', async () => {
    const stops: string[] = []
    const onStop = (stop: { readonly reason: string }): void => void stops.push(stop.reason)
    const hooks = onEvent('PostToolUse', saying({ continue: false, stopReason: 'halt' }))
    const asked = await openSession(project, hooks, { onStop })
    expect((await asked.steps.afterTool(testEnding('out'), asked.scope)).stop).toBeUndefined()
    expect(stops).toEqual(['halt'])
    const plain = await openSession(project, hooks)
    expect((await plain.steps.afterTool(testEnding('out'), plain.scope)).stop?.reason).toBe('halt')
  })

  it.each([
    ['failed', 1, 1],
    ['refused', 1, 0],
    ['invalid', 1, 0],
    ['unknown', 1, 0],
    ['cancelled', 1, 0],
    ['deferred', 0, 0],
  ] as const)(
    'tells failure hooks of a %s call: %i in profile raider, %i in claude',
    async (status, raider, claude) => {
      for (const [profile, times] of [
        ['raider', raider],
        ['claude', claude],
      ] as const) {
        const { steps, scope } = await openSession(project, onEvent('PostToolUseFailure', 'cat > input.json'), {
          profile,
        })
        const ending = testEnding('out')
        await steps.afterTool({ ...ending, outcome: { ...ending.outcome, status, error: 'why' } }, scope)
        expect(scope.events).toHaveLength(times)
      }
      if (raider > 0)
        expect(await read('input.json')).toMatchObject({ error: 'why', is_interrupt: status === 'cancelled' })
    },
  )
})

describe('other steps', () => {
  const step = async (hooks: JsonObject, scope: Partial<StepScope> = {}) => openSession(project, hooks, { scope })

  it('open a session with context, a first prompt and a file for variables', async () => {
    const command = `echo "export A=1" > "$CLAUDE_ENV_FILE"; ${specifically('SessionStart', { additionalContext: 'ctx', initialUserMessage: 'hi' })}`
    const { steps, scope } = await step(onEvent('SessionStart', command, 'echo plain'), { promptId: '' })
    const opening = await steps.open?.({ source: 'startup', notes: [] }, scope)
    expect(opening?.firstPrompt).toBe('hi')
    expect(opening?.notes.map((note) => note.text)).toEqual([
      'SessionStart:startup hook success: plain',
      'SessionStart hook additional context: ctx',
    ])
  })

  it('tell the user why a hook objects to what cannot be held back', async () => {
    const block = saying({ decision: 'block', reason: 'not today' })
    const { steps, scope } = await step(onEvent('SessionStart', block, 'echo never >&2; exit 2'))
    expect((await steps.open?.({ source: 'startup', notes: [] }, scope))?.notes).toEqual([])
    const messages = scope.events.flatMap((event) => (event.type === 'hook-message' ? event.text : []))
    expect(messages).toEqual(['not today', '[echo never >&2; exit 2]: never'])
  })

  it('hold a Stop back, and a SubagentStop in a subagent', async () => {
    const { steps, scope } = await step({
      ...onEvent('Stop', 'cat > stop'),
      ...onEvent('SubagentStop', 'cat > sub; exit 2'),
    })
    const draft = { text: 'bye', active: false, stopReason: 'end', tasks: [] } as const
    expect((await steps.beforeStop?.(draft, scope))?.stance).toBeUndefined()
    expect(await read('stop')).toMatchObject({
      stop_hook_active: false,
      last_assistant_message: 'bye',
      background_tasks: [],
    })
    const inside = { ...scope, agent: { id: 'a1', type: 'Explore' } }
    expect((await steps.beforeStop?.(draft, inside))?.stance).toBe('deny')
    expect(await read('sub')).toMatchObject({
      agent_id: 'a1',
      agent_type: 'Explore',
      agent_transcript_path: expect.stringContaining('agent-a1') as string,
    })
  })

  it('take plain text for instructions of a compaction', async () => {
    const { steps, scope } = await step(onEvent('PreCompact', 'echo keep names'))
    const verdict = await steps.beforeCompact?.({ trigger: 'manual', instructions: null }, scope)
    expect(verdict?.effects?.instructions).toBe('keep names')
  })

  it('run no hook with a condition, since there is no call it could hold for', async () => {
    const { steps, scope } = await step(onEvent('UserPromptSubmit', { command: 'touch ran', if: 'Bash' }))
    expect(await steps.beforePrompt?.({ text: 'hi', content: [] }, scope)).toBeUndefined()
  })

  it('fire the rarer events by name', async () => {
    const { steps, scope } = await step(onEvent('CwdChanged', 'cat > cwd'))
    await steps.beforeChange?.({ kind: 'CwdChanged', input: { old_cwd: '/a', new_cwd: '/b' } }, scope)
    expect(await read('cwd')).toMatchObject({ hook_event_name: 'CwdChanged', old_cwd: '/a', new_cwd: '/b' })
    expect(await steps.beforeChange?.({ kind: 'Nonsense', input: {} }, scope)).toBeUndefined()
  })

  it('end a session within its budget', async () => {
    const env = { PATH: process.env['PATH'] ?? '', CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '100' }
    const { steps, scope } = await step(onEvent('SessionEnd', 'cat > end; sleep 60'), { env })
    await steps.close('other', scope)
    expect(await read('end')).toMatchObject({ hook_event_name: 'SessionEnd', reason: 'other' })
    expect(scope.events[0]).toMatchObject({ outcome: 'timeout' })
  })
})

it('takes only the steps that it has hooks for', async () => {
  const names = async (hooks: JsonObject): Promise<string[]> => Object.keys((await openSession(project, hooks)).steps)
  expect(await names({})).toEqual([])
  expect(await names(onEvent('SubagentStop', 'true'))).toEqual(['beforeStop', 'pending', 'close'])
  expect((await openSession(project, onEvent('Stop', 'true'), { enabled: false })).steps).toEqual({})
})
