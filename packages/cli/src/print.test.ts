import { describe, expect, it } from 'vitest'
import { isAlive, until } from '@raider/testing'
import { cliProject, hookSettings, scripted } from './raider.fixture.js'

const echo = { calls: [{ Bash: { command: 'echo hi' } }] }

describe('raider -p', () => {
  it('prints the last text and nothing else', async () => {
    await using project = await cliProject([
      { text: 'first', ...echo },
      { content: ['one', 'two'].map((text) => ({ type: 'text', text })) },
    ])
    expect(await project.raider(scripted)).toEqual({ code: 0, stdout: 'two\n', stderr: '' })
  })

  it('takes the prompt from stdin', async () => {
    await using project = await cliProject([{ prompt: 'from a pipe', text: 'heard' }])
    const ended = await project.raider(['-p', '--engine', 'script:script.yaml'], { stdin: 'from a pipe\n' })
    expect(ended.stdout).toBe('heard\n')
  })

  it('prints one JSON object, or a list of all with --verbose', async () => {
    await using project = await cliProject([echo, 'bye', echo, 'bye'])
    const json = JSON.parse((await project.raider([...scripted, '--output-format', 'json'])).stdout)
    expect(json).toMatchObject({ type: 'result', subtype: 'success', result: 'bye', num_turns: 2 })
    const list = JSON.parse((await project.raider([...scripted, '--output-format=json', '--verbose'])).stdout)
    expect(list.map((frame: { type: string }) => frame.type)).toEqual([
      'system',
      'assistant',
      'user',
      'assistant',
      'result',
    ])
  })

  it('streams one frame a line, all of one session', async () => {
    await using project = await cliProject([echo, 'bye'])
    const id = '11111111-2222-4333-8444-555555555555'
    const flags = ['--output-format', 'stream-json', '--verbose', '--session-id', id]
    const { stdout, stderr } = await project.raider([...scripted, ...flags])
    const frames = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; session_id: string })
    expect(frames.map(({ type }) => type)).toEqual(['system', 'assistant', 'user', 'assistant', 'result'])
    expect(new Set(frames.map(({ session_id }) => session_id))).toEqual(new Set([id]))
    expect(stderr).toBe('')
  })

  it('tells every step on stderr with --verbose', async () => {
    await using project = await cliProject([echo, 'bye'])
    const { stdout, stderr } = await project.raider([...scripted, '--verbose'])
    expect(stdout).toBe('bye\n')
    for (const part of ['› go', '▸ Bash echo hi', '✓ ok', '■ done']) expect(stderr).toContain(part)
  })

  it('fails with the limit on stdout where one is reached', async () => {
    await using project = await cliProject([echo, echo])
    expect(await project.raider([...scripted, '--max-turns', '1'])).toMatchObject({
      code: 1,
      stdout: 'Error: Reached max turns (1)\n',
    })
  })

  it('takes no turns at all for a mistake, or for no limit, by profile', async () => {
    await using project = await cliProject(['bye'])
    const args = [...scripted, '--max-turns', '0', '--profile']
    expect(await project.raider([...args, 'raider'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--max-turns 0 leaves no turn'),
    })
    expect(await project.raider([...args, 'claude'])).toMatchObject({ code: 0, stdout: 'bye\n' })
  })

  it('fails with the fault on stdout where the provider has one', async () => {
    await using project = await cliProject([{ fault: { status: 500, message: 'boom' } }])
    expect(await project.raider(scripted)).toMatchObject({ code: 1, stdout: 'API Error: 500 boom\n' })
  })

  const broken = { PostToolUse: [{ matcher: '(', hooks: [{ type: 'command', command: 'true' }] }] }
  it.each([['text'], ['json'], ['stream-json']])(
    'tells beside %s on stderr, a line each, and in the journal what of the settings does not count',
    async (format) => {
      await using project = await cliProject(['bye'], { '.claude/settings.json': { model: 7, hooks: broken } })
      const verbose = format === 'stream-json' ? ['--verbose'] : []
      const { code, stderr } = await project.raider([...scripted, '--trust', '--output-format', format, ...verbose])
      expect(code).toBe(0)
      const told = stderr.trimEnd().split('\n')
      expect(told).toEqual([
        expect.stringMatching(/^raider: .*json:\d+ model: /),
        expect.stringContaining('matcher is no'),
      ])
      const { stdout: shown } = await project.raider(['sessions', 'list', '--json'])
      const { session } = JSON.parse(shown) as { session: string }
      const { stdout: journal } = await project.raider(['sessions', 'show', session, '--json'])
      const lines = journal
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; text: string })
      const notices = lines.filter(({ type }) => type === 'notice')
      expect(notices.map(({ text }) => `raider: ${text}`)).toEqual(told)
    },
  )

  it('succeeds and says why where a hook ends the run', async () => {
    const stop = `echo '{"continue":false,"stopReason":"enough for today"}'`
    await using project = await cliProject([echo, 'never'], hookSettings('PostToolUse', stop))
    const { code, stdout, stderr } = await project.raider([...scripted, '--trust'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('enough for today')
  })

  it('refuses calls that need a permission nobody can give', async () => {
    await using project = await cliProject([{ calls: [{ Bash: { command: 'touch made' } }] }, 'bye'])
    const flags = ['--output-format', 'json']
    const { code, stdout } = await project.raider([...scripted, ...flags])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ subtype: 'success', permission_denials: [{ tool_name: 'Bash' }] })
    await expect(project.read('made')).rejects.toThrow()
  })

  it('says on stderr that calls were refused', async () => {
    const touch = { Bash: { command: 'touch made' } }
    await using project = await cliProject([{ calls: [touch, touch] }, 'bye'])
    const { stdout, stderr } = await project.raider(scripted)
    expect(stdout).toBe('bye\n')
    expect(stderr).toMatch(/^raider: 2 calls refused \(Bash\): .*--allowedTools.*\n$/)
  })

  it('allows what --allowedTools says', async () => {
    await using project = await cliProject([{ calls: [{ Bash: { command: 'touch made' } }] }, 'bye'])
    await project.raider([...scripted, '--allowedTools', 'Read,Bash(touch *)'])
    await expect(project.read('made')).resolves.toBe('')
  })

  it('offers the tools that --tools names, as far as there are', async () => {
    await using project = await cliProject(['bye'])
    const flags = ['--output-format', 'stream-json', '--verbose', '--tools', 'Read,Cron']
    const { code, stdout, stderr } = await project.raider([...scripted, ...flags])
    expect(code).toBe(0)
    expect(JSON.parse(stdout.slice(0, stdout.indexOf('\n')))).toMatchObject({ subtype: 'init', tools: ['Read'] })
    expect(stderr).toContain('--tools names Cron')
  })

  it('records a run that can be played again', async () => {
    await using project = await cliProject([{ text: 'I look.', ...echo }, 'bye'])
    await project.raider([...scripted, '--record', 'record.yaml'])
    expect((await project.raider(['-p', 'go', '--engine', 'script:record.yaml'])).stdout).toBe('bye\n')
  })
})

describe('raider -p and a reader that goes away', () => {
  it('ends without a word', async () => {
    await using project = await cliProject([{ text: 'x'.repeat(100_000), calls: [{ Bash: { command: 'sleep 60' } }] }])
    const flags = ['--output-format', 'stream-json', '--verbose', '--allowedTools', 'Bash(sleep *)']
    const ended = await project.raider([...scripted, ...flags], { hangUpAfter: 'system' })
    expect(ended).toMatchObject({ code: 141, stderr: '' })
  })
})

describe('raider -p and signals', () => {
  const slow = { calls: [{ Bash: { command: 'echo $$ > pid; sleep 60' } }] }
  const flags = [...scripted, '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions']

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('kills what runs, tells the result and exits at %s', async (signal, code) => {
    await using project = await cliProject([slow])
    let pid = 0
    const ended = await project.raider(flags, {
      env: { IS_SANDBOX: '1' },
      onOutput: (stdout, kill) => {
        if (!stdout.includes('tool_use') || pid !== 0) return
        pid = -1
        void until('the command runs', async () => Number(await project.read('pid').catch(() => '')) || undefined)
          .then((found) => (pid = found))
          .finally(() => kill(signal))
      },
    })
    expect(ended.code).toBe(code)
    expect(ended.stdout.trim().split('\n').at(-1)).toContain('"subtype":"error_during_execution"')
    expect(pid).toBeGreaterThan(0)
    expect(isAlive(pid)).toBe(false)
  })
})
