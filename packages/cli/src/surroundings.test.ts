import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, until } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { cliProject, hookSettings, scripted } from './raider.fixture.js'

const touch = { calls: [{ Bash: { command: 'touch made' } }] }
const allowed = ['--allowedTools', 'Bash(touch *)']
const pipes = (...paths: readonly string[]) => execFileSync('mkfifo', paths)

describe('raider in a project that means no good', () => {
  it('neither waits for pipes where files should be nor fails for those that do not matter', async () => {
    const folders = ['agents', 'commands', 'output-styles', 'rules', 'skills/a']
    const files = Object.fromEntries(folders.map((folder) => [`.claude/${folder}/x.txt`, '']))
    await using project = await cliProject(['bye'], files)
    const below = ['agents/a.md', 'commands/c.md', 'output-styles/o.md', 'rules/r.md', 'skills/a/SKILL.md']
    pipes(...['.mcp.json', 'CLAUDE.md', ...below.map((path) => `.claude/${path}`)].map((path) => project.path(path)))
    pipes(join(project.home, '.claude.json'))
    expect(await project.raider(scripted)).toMatchObject({ code: 0, stdout: 'bye\n' })

    pipes(project.path('.claude/settings.json'))
    const { code, stderr } = await project.raider(scripted)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^raider: .*settings\.json cannot be used: .*it is a pipe, not a regular file.*\n$/)
  })

  it('names the settings whose values lie too deep, and leaves such servers out', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    await using project = await cliProject(['bye'], { '.mcp.json': `{"mcpServers":{"a":{"command":${deep}}}}` })
    expect(await project.raider(scripted)).toMatchObject({ code: 0, stderr: '' })
    await project.write({ '.claude/settings.json': `{"hooks":${deep}}` })
    const { code, stderr } = await project.raider(scripted)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^raider: .*settings\.json cannot be used: .*levels.*\n$/)
  })

  it('does not take it for the home folder where HOME is empty', async () => {
    await using project = await cliProject([touch, 'bye'], hookSettings('PostToolUse', 'touch untrusted'))
    const { code } = await project.raider([...scripted, ...allowed, '--no-session-persistence'], { env: { HOME: '' } })
    expect(code).toBe(0)
    expect(['made', 'untrusted', '.raider'].map((path) => existsSync(project.path(path)))).toEqual([true, false, false])
  })
})

describe('raider in surroundings that lack something', () => {
  it.runIf(process.platform === 'linux')('goes on without a home folder, and says what is lost for it', async () => {
    await using project = await cliProject([touch, 'bye'])
    const { code, stdout, stderr } = await project.raider([...scripted, ...allowed], { env: { HOME: '/proc/nope' } })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'bye\n' })
    const lines = stderr.trimEnd().split('\n')
    expect(lines).toEqual([
      expect.stringContaining('The journal /proc'),
      expect.stringContaining('The transcript /proc'),
    ])
  })

  it('says in one line that the current folder is gone, and works in another one', async () => {
    await using project = await cliProject(['bye'])
    const through = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
    const { code, stderr } = await project.raider(scripted, { through })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^raider: the current folder is gone: .*\n$/)
    const elsewhere = await project.raider([...scripted, '--cwd', project.dir], { through })
    expect(elsewhere).toMatchObject({ code: 0, stdout: 'bye\n' })
  })

  it.runIf(existsSync('/dev/full')).each([['text'], ['json'], ['stream-json']])(
    'fails where %s cannot be written',
    async (format) => {
      await using project = await cliProject(['bye'])
      const flags = [...scripted, '--output-format', format, ...(format === 'stream-json' ? ['--verbose'] : [])]
      const { code, stderr } = await project.raider(flags, { through: 'exec "$@" > /dev/full' })
      expect(code).not.toBe(0)
      expect(stderr).toMatch(/^raider: the output cannot be written: ENOSPC.*\n$/)
    },
  )

  it.runIf(existsSync('/dev/full'))('refuses with --strict what a full disk keeps from the journal', async () => {
    await using project = await cliProject([touch, 'bye'])
    const session = '11111111-1111-4111-8111-111111111111'
    const folder = join(project.home, '.raider', 'journals', project.dir.replaceAll(/[^A-Za-z0-9]/g, '-'))
    await mkdir(folder, { recursive: true })
    await symlink('/dev/full', join(folder, `${session}.jsonl`))
    const flags = [...scripted, ...allowed, '--session-id', session]
    const { code, stdout, stderr } = await project.raider([...flags, '--strict'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('journal does not have everything') })
    expect(stderr).toContain('ENOSPC')
    expect(existsSync(project.path('made'))).toBe(false)
  })
})

describe('raider and a second Ctrl-C', () => {
  it('leaves no hook alive that ignores the end', async () => {
    const stubborn = `trap '' TERM; echo $$ > pid; sleep 60; sleep 60`
    await using project = await cliProject([touch], hookSettings('PreToolUse', stubborn))
    let pid = 0
    let pressing: NodeJS.Timeout | undefined
    const flags = [...scripted, '--trust', '--output-format', 'stream-json', '--verbose', ...allowed]
    const { code } = await project.raider(flags, {
      onOutput: (stdout, kill) => {
        if (!stdout.includes('tool_use') || pid !== 0) return
        pid = -1
        void until('the hook runs', async () => Number(await project.read('pid').catch(() => '')) || undefined)
          .then((found) => (pid = found))
          .finally(() => (pressing = setInterval(kill, 50, 'SIGINT')))
      },
    })
    clearInterval(pressing)
    expect(code).toBe(130)
    expect(pid).toBeGreaterThan(0)
    await until('the hook is dead', () => !isAlive(pid))
  })
})
