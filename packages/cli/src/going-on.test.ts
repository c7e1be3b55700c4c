import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliProject, hookSettings, scripted, type CliProject } from './raider.fixture.js'

const id = '11111111-2222-4333-8444-555555555555'
const engine = ['--engine', 'script:script.yaml'] as const
const json = ['--output-format', 'json'] as const

/** A hook that keeps its input in the file `heard`, one line each. */
const keeping = (event: string) => hookSettings(event, 'cat >> "$CLAUDE_PROJECT_DIR/heard"')

const heard = async (project: CliProject): Promise<readonly Record<string, unknown>[]> =>
  (await project.read('heard').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('raider -p and earlier sessions', () => {
  it('goes on by --resume and --continue, in the same session and journal', async () => {
    await using project = await cliProject([{ text: 'hello' }], keeping('SessionStart'))
    const first = JSON.parse((await project.raider([...scripted, ...json, '--session-id', id, '--trust'])).stdout)
    for (const flags of [['--resume', id], ['-c']])
      expect(JSON.parse((await project.raider([...scripted, ...json, '--trust', ...flags])).stdout)).toMatchObject({
        session_id: first.session_id,
      })
    expect((await heard(project)).map(({ source }) => source)).toEqual(['startup', 'resume', 'resume'])
    const { stdout } = await project.raider(['sessions', 'list', '--json'])
    expect(stdout.match(new RegExp(id, 'g'))?.length).toBeGreaterThan(0)
    expect(stdout).not.toContain('broken')
  })

  it('says where there is none, in both ways, and runs the closing hooks', async () => {
    await using project = await cliProject(['never'], keeping('SessionEnd'))
    const { code, stdout, stderr } = await project.raider([...scripted, ...json, '--resume', id, '--trust'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ subtype: 'error_during_execution', is_error: true, num_turns: 0 })
    expect(stderr).toContain(`no session ${id}`)
    expect(await heard(project)).toMatchObject([{ hook_event_name: 'SessionEnd' }])
  })

  it('goes on with a deferred call where no prompt is given', async () => {
    const defer = `if [ -e go ]; then exit 0; fi; echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}'`
    await using project = await cliProject(
      [{ calls: [{ Bash: { command: 'echo ran > made' } }] }],
      hookSettings('PreToolUse', defer),
    )
    const flags = [...json, '--trust', '--allowedTools', 'Bash']
    const deferred = await project.raider([...scripted, ...flags, '--session-id', id])
    expect(JSON.parse(deferred.stdout)).toMatchObject({ deferred_tool_use: { name: 'Bash' }, result: '' })
    await project.write({ go: '', 'script.yaml': JSON.stringify({ turns: ['it ran'] }) })
    const resumed = await project.raider(['-p', ...engine, ...flags, '--resume', id])
    expect(JSON.parse(resumed.stdout)).toMatchObject({ result: 'it ran', num_turns: 1 })
    expect(await project.read('made')).toBe('ran\n')
    const again = await project.raider(['-p', ...engine, ...flags, '--resume', id])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('no call of this session waits') })
  })

  it('keeps nothing of a session with --no-session-persistence', async () => {
    await using project = await cliProject(['hello'])
    await project.raider([...scripted, '--no-session-persistence', '--session-id', id])
    expect((await project.raider([...scripted, '--resume', id])).code).toBe(1)
    expect((await project.raider(['sessions', 'list'])).stdout).not.toContain(id.slice(0, 8))
  })

  it.each(['/clear', '/new', '/reset'])(
    'ends the conversation with %s, and answers in a new session',
    async (clear) => {
      await using project = await cliProject([{ text: 'hello' }], keeping('SessionStart'))
      await project.raider([...scripted, '--trust', '--session-id', id])
      const args = ['-p', clear, ...engine, ...json, '--trust', '--resume', id]
      const cleared = JSON.parse((await project.raider(args)).stdout)
      expect(cleared).toMatchObject({ subtype: 'success', result: '', num_turns: 0 })
      expect(cleared.session_id).not.toBe(id)
      expect((await heard(project)).map(({ source }) => source)).toEqual(['startup', 'resume', 'clear'])
    },
  )

  it('gives a session a title that it can be resumed by', async () => {
    await using project = await cliProject(['hello'])
    await project.raider([...scripted, '-n', 'my work', '--session-id', id])
    const { stdout } = await project.raider([...scripted, ...json, '--resume', 'my work'])
    expect(JSON.parse(stdout)).toMatchObject({ session_id: id })
  })
})

describe('raider -p and preparations', () => {
  it.each([
    ['--init', 'init', 'hello\n'],
    ['--init-only', 'init', ''],
    ['--maintenance', 'maintenance', 'hello\n'],
  ])('runs the Setup hooks for %s', async (flag, trigger, stdout) => {
    await using project = await cliProject(['hello'], keeping('Setup'))
    expect(await project.raider([...scripted, flag, '--trust'])).toMatchObject({ code: 0, stdout, stderr: '' })
    expect(await heard(project)).toMatchObject([{ hook_event_name: 'Setup', trigger }])
  })

  it('takes the prompt of a SessionStart hook for a missing one', async () => {
    const hook = `echo '{"hookSpecificOutput":{"hookEventName":"SessionStart","initialUserMessage":"look"}}'`
    await using project = await cliProject([{ prompt: 'look', text: 'seen' }], hookSettings('SessionStart', hook))
    expect(await project.raider(['-p', ...engine, '--trust'])).toMatchObject({ code: 0, stdout: 'seen\n' })
  })

  it('leaves hooks and memory files out with --bare', async () => {
    await using project = await cliProject(['hello'], { ...keeping('SessionStart'), 'CLAUDE.md': 'remember' })
    await project.raider([...scripted, '--bare', '--trust', '--session-id', id])
    expect(await heard(project)).toEqual([])
    const slug = project.dir.replaceAll(/[^A-Za-z0-9]/g, '-')
    expect(await readFile(join(project.configDir, 'projects', slug, `${id}.jsonl`), 'utf8')).not.toContain('remember')
  })

  it('ends with 0 at Ctrl-C where the reference program does', async () => {
    await using project = await cliProject([{ calls: [{ Bash: { command: 'kill -INT $PPID; sleep 60' } }] }])
    const flags = ['--profile', 'claude', '--allowedTools', 'Bash']
    expect((await project.raider([...scripted, ...flags])).code).toBe(0)
  })
})
