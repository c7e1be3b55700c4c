import { describe, expect, it } from 'vitest'
import { cliProject, hookSettings, scripted } from './raider.fixture.js'

describe('what keeps raider from its work', () => {
  it.each([
    ['an unknown flag', ['-p', 'go', '--modle', 'x'], 1, /unknown option '--modle'.*--model/],
    ['a missing key', ['-p', 'go'], 1, /ANTHROPIC_API_KEY/],
    ['an empty prompt', ['-p', '--engine', 'script:script.yaml'], 1, /there is no prompt/],
    ['a script that is not there', ['-p', 'go', '--engine', 'script:no.yaml'], 1, /no\.yaml/],
    ['an engine that is none', ['-p', 'go', '--engine', 'gpt'], 1, /--engine gpt is unknown/],
    ['a folder that is none', ['-p', 'go', '--cwd', 'nowhere'], 1, /--cwd nowhere is not a folder/],
    ['settings that are not there', [...scripted, '--settings', 'no.json'], 2, /Settings file not found/],
    [
      'a budget for a model of unknown price',
      ['-p', 'go', '--model', 'mystery-1', '--max-budget-usd', '1'],
      1,
      /price/,
    ],
    ['a prompt without quotes', ['fix', 'the', 'test'], 1, /"fix the test" is 3 arguments: put quotes.*demo, doctor/],
    ['trust in a folder that is none', ['trust', 'nowhere'], 1, /nowhere is not a folder/],
    ['a length of a list that is no number', ['sessions', 'list', '--limit', 'x'], 1, /whole number/],
    ['an unknown subcommand of sessions', ['sessions', 'eat'], 1, /list and show, not eat/],
  ] as const)('is told in one line: %s', async (_, args, code, message) => {
    await using project = await cliProject(['bye'])
    const ended = await project.raider(args)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toMatch(message)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(ended.stderr).not.toMatch(/internal error|\n\s+at /)
  })

  it('is a budget for a model of unknown price', async () => {
    await using project = await cliProject()
    const flags = ['--model', 'mystery-1', '--max-budget-usd', '1']
    const ended = await project.raider(['-p', 'go', ...flags], { env: { ANTHROPIC_API_KEY: 'sk-test' } })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^raider: .*mystery-1.*\n$/)
  })

  it.runIf(process.getuid?.() === 0)('is bypassPermissions for root outside a sandbox', async () => {
    await using project = await cliProject(['bye'])
    const { code, stderr } = await project.raider([...scripted, '--dangerously-skip-permissions'])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('IS_SANDBOX=1') })
  })

  it('is a settings file that cannot be parsed, named in one line', async () => {
    await using project = await cliProject(['bye'], { '.claude/settings.json': '{ "permissions": ' })
    const { code, stderr } = await project.raider(scripted)
    expect(code).toBe(2)
    expect(stderr).toContain('.claude/settings.json')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('trust on the command line', () => {
  const guarded = () =>
    cliProject(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0 ? { calls: [{ Bash: { command: 'echo hi' } }] } : 'bye',
      ),
      hookSettings('PreToolUse', 'echo ran >> "$CLAUDE_PROJECT_DIR/hooks.log"'),
    )

  it('stops before the first request where guards would not run, and says what to type', async () => {
    await using project = await guarded()
    const { code, stdout, stderr } = await project.raider(scripted)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain(`raider trust ${project.dir}`)
    await expect(project.read('hooks.log')).rejects.toThrow()
  })

  it('goes on without the hooks at --no-project-hooks, and with them at --trust', async () => {
    await using project = await guarded()
    expect((await project.raider([...scripted, '--no-project-hooks'])).code).toBe(0)
    await expect(project.read('hooks.log')).rejects.toThrow()
    expect((await project.raider([...scripted, '--trust'])).code).toBe(0)
    await expect(project.read('hooks.log')).resolves.toBe('ran\n')
  })

  it('lasts after raider trust until the hooks change or it is taken back', async () => {
    await using project = await guarded()
    expect((await project.raider(['trust'])).stdout).toContain(`${project.dir} is trusted`)
    expect((await project.raider(['trust', '--list'])).stdout).toContain(project.dir)
    expect((await project.raider(scripted)).code).toBe(0)
    await project.write(hookSettings('PreToolUse', 'echo other'))
    expect((await project.raider(scripted)).code).toBe(3)
    await project.raider(['trust', '.'])
    expect((await project.raider(['trust', '--revoke'])).stdout).toContain('no longer trusted')
    expect((await project.raider(scripted)).code).toBe(3)
  })
})

describe('raider sessions', () => {
  it('lists runs, shows one step by step, and vouches for its journal', async () => {
    await using project = await cliProject([{ calls: [{ Bash: { command: 'echo hi' } }] }, 'bye'])
    expect((await project.raider(['sessions', 'list'])).stdout).toContain('there are no sessions')
    await project.raider(scripted)
    const list = (await project.raider(['sessions', 'list'])).stdout
    expect(list).toMatch(/done .*1 run .*go/)
    const shown = (await project.raider(['sessions', 'show', list.slice(0, 8)])).stdout
    for (const part of ['› go', '▸ Bash echo hi', 'bye', 'nothing in it was changed']) expect(shown).toContain(part)
    const json = (await project.raider(['sessions', 'show', list.slice(0, 8), '--json'])).stdout.trim().split('\n')
    expect(json.map((line) => (JSON.parse(line) as { type: string }).type)).toContain('run-end')
    expect((await project.raider(['sessions', 'show', 'zzz'])).stderr).toContain('begins with zzz')
  })
})

describe('raider demo', () => {
  it('plays all its parts with real tools and hooks', async () => {
    await using project = await cliProject()
    const { code, stdout, stderr } = await project.raider(['demo'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const part of [
      'trusts the hooks',
      'Exit code 1',
      '┊ reminder PostToolUseFailure',
      'touched by src/bill.js',
      'Amounts are whole cents',
      'Nothing is deleted in this project',
      '┊ reminder PostToolUse:Edit',
      '1 test passed',
      'cancelled by hook: Releases are made by people.',
      'journal ',
    ])
      expect(stdout).toContain(part)
  })
})
