import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { JsonObject, Settings, Worktree } from '@raider/contracts'
import type { Files } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { createBench } from '../bench.fixture.js'
import { isolate } from '../worktree/isolation.js'

const works = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', '--proc', '/proc', 'true']).status === 0

const settingsOf = (permissions: JsonObject): Settings => {
  const value = { sandbox: { enabled: true }, permissions }
  return {
    layers: [{ name: 'user', file: '/s.json', anchor: '/', value, line: () => undefined, trusted: true }],
    merged: value,
    notices: [],
  }
}

const createCell = async (files: Files = {}, permissions: JsonObject = {}) => {
  const bench = await createBench(files, { scope: { settings: settingsOf(permissions) } })
  const { project } = bench
  return {
    project,
    scope: bench.scope,
    bash: (command: string) => bench.call('Bash', { command }),
    /** Git as the user runs it, outside. */
    git: (...args: string[]) => {
      const env = { PATH: process.env['PATH'], HOME: project.home, GIT_CONFIG_NOSYSTEM: '1' }
      return spawnSync('git', args, { cwd: project.dir, encoding: 'utf8', env })
    },
    [Symbol.asyncDispose]: () => project.dispose(),
  }
}

/** Would have git leave a sign wherever it looks for changes. */
const trap = (config: string): string => `printf '[core]\\n\\tfsmonitor = "touch ../sprung; false"\\n' >> ${config}`

describe.skipIf(!works)('git outside of the sandbox runs nothing for a command that', () => {
  it.each<readonly [string, readonly string[], string]>([
    [
      'moves its settings elsewhere',
      ['init', '--quiet'],
      `cp -r .git evil && ${trap('evil/config')} && echo ../evil > .git/commondir`,
    ],
    ['lays others over them', ['init', '--quiet'], trap('.git/config.worktree')],
    ['makes a repository where none is', ['--version'], `git init -q; ${trap('.git/config')}`],
    [
      'makes a bare one there',
      ['--version'],
      `git init -q --bare .; printf '[core]\\n\\tbare = false\\n\\tworktree = .\\n' >> config; ${trap('config')}`,
    ],
  ])('%s', async (_, prepare, command) => {
    await using cell = await createCell()
    cell.git(...prepare)
    cell.git('config', 'extensions.worktreeConfig', 'true')
    await cell.bash(command)
    cell.git('status')
    expect(existsSync(cell.project.path('../sprung'))).toBe(false)
  })

  it('leads a work tree to another repository', async () => {
    await using cell = await createCell()
    cell.git('init', '--quiet', '--separate-git-dir', '../real')
    const command = `git init -q evil && ${trap('evil/.git/config')} && echo "gitdir: evil/.git" > .git`
    expect((await cell.bash(command)).text).toContain('Read-only file system')
    cell.git('status')
    expect(existsSync(cell.project.path('../sprung'))).toBe(false)
  })
})

describe.skipIf(!works)('the guard of a sandbox', () => {
  it('leaves git usable, and the folder as it was', async () => {
    await using cell = await createCell()
    cell.git('init', '--quiet')
    const before = await readdir(cell.project.path('.git'))
    const commit = 'git add . && git -c user.name=a -c user.email=a@b commit -qm x && git log --format=%s'
    expect((await cell.bash(`touch a && ${commit}`)).text).toBe('x')
    const made = ['COMMIT_EDITMSG', 'index', 'logs']
    expect((await readdir(cell.project.path('.git'))).sort()).toEqual([...before, ...made].sort())
  })

  it('leaves a work tree open in the closed folder of the settings, and git in it safe', async () => {
    await using cell = await createCell()
    cell.git('init', '--quiet')
    cell.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'x')
    cell.git('worktree', 'add', '--quiet', '.claude/worktrees/w')
    const path = cell.project.path('.claude/worktrees/w')
    isolate(cell.scope.state, { path, shared: cell.project.dir } as Worktree)
    cell.scope.setCwd(path)
    expect((await cell.bash('touch a && git add a && git status --short')).text).toBe('A  a')
    for (const command of [
      'echo x > ../../settings.json',
      'echo gitdir: /tmp > .git',
      `echo /tmp > ${cell.project.path('.git/worktrees/w/commondir')}`,
      `mv ${cell.project.path('.git/worktrees/w')} ../gone`,
      'mkdir -p .claude/x',
    ]) {
      expect((await cell.bash(command)).status, command).toBe('failed')
    }
  })

  it.each(['.claude', '.mcp.json', '.git'])('does without commands where %s is a link', async (name) => {
    await using cell = await createCell({ 'real/a': '' })
    await symlink('real', cell.project.path(name))
    expect((await cell.bash('touch made')).text).toContain(`${name} is a symbolic link`)
    expect(existsSync(cell.project.path('made'))).toBe(false)
  })

  it('keeps what links of the settings folder lead to', async () => {
    await using cell = await createCell({ 'real/settings.json': '{}', '.claude/agents/a.md': '' })
    await symlink('../real/settings.json', cell.project.path('.claude/settings.json'))
    expect((await cell.bash('echo x > real/settings.json')).text).toContain('Read-only file system')
  })

  it('keeps folders that hold what is guarded from being replaced', async () => {
    await using cell = await createCell({ 'way/project/.claude/settings.json': '{}' })
    cell.scope.state.directories.add(cell.project.path('way/project'))
    expect((await cell.bash('mv way gone')).text).toContain('busy')
    expect((await cell.bash(`mv ${cell.project.dir} ../gone`)).text).toContain('busy')
  })

  it('hides sockets, by which somebody outside could be asked to act', async () => {
    await using cell = await createCell({ 'mixed/file': '', 'only/none': '' })
    await rm(cell.project.path('only/none'))
    for (const path of ['mixed/s', 'only/s']) {
      const server = createServer((socket) => socket.end('hello'))
      await new Promise<void>((resolve) => server.listen(cell.project.path(path), resolve))
      const ask = `require('net').connect('${path}').on('data', console.log).on('error', ({ code }) => console.log(code))`
      expect((await cell.bash(`'${process.execPath}' -e "${ask}"`)).text).toMatch(
        /^E(CONNREFUSED|NOENT|NOTSOCK|ACCES)$/,
      )
      server.close()
    }
    expect((await cell.bash('cat mixed/file')).status).toBe('ok')
  })
})

describe.skipIf(!works)('a path that a rule denies', () => {
  const secrets = { secret: 'hidden', 'keys/a': 'hidden', 'a/b/.env': 'hidden', kept: 'old' }

  it('is read by no program', async () => {
    await using cell = await createCell(secrets, { deny: ['Read(./secret)', 'Read(keys/**)', 'Read(**/.env)'] })
    const read = `'${process.execPath}' -p 'require("fs").readFileSync(process.argv[1], "utf8")'`
    for (const path of ['secret', 'keys/a', 'a/b/.env']) {
      const { status, text } = await cell.bash(`${read} ${path}`)
      expect([status, text.includes('hidden')]).toEqual(['failed', false])
    }
    expect((await cell.bash(`${read} kept`)).text).toBe('old')
  })

  it('is written by no program', async () => {
    await using cell = await createCell(secrets, { deny: ['Edit(kept)'] })
    expect((await cell.bash('echo new > kept')).text).toContain('Read-only file system')
    expect((await cell.bash('cat kept')).text).toBe('old')
  })
})

it.skipIf(!works)('a command that puts a pipe where its folder is to be told holds up nobody', async () => {
  await using cell = await createCell()
  const command = `f=$(tr '\\0' '\\n' < /proc/$$/cmdline | grep -o 'raider-cwd-b[0-9a-f]*' | tail -1); mkfifo "$TMPDIR/$f" /tmp/$f; exit 0`
  expect((await cell.bash(command)).status).toBe('ok')
})
