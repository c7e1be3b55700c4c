import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { JsonObject, Settings } from '@raider/contracts'
import { until } from '@raider/testing'
import { createBench } from '../bench.fixture.js'
import { createSite } from '../web/site.fixture.js'

const works = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', '--proc', '/proc', 'true']).status === 0

const settingsOf = (sandbox: JsonObject, trusted = true): Settings => {
  const value = { sandbox }
  return {
    layers: [{ name: 'project', file: '/s.json', anchor: '/', value, line: () => undefined, trusted }],
    merged: value,
    notices: [],
  }
}

const createCell = async (sandbox: JsonObject, trusted = true) => {
  const bench = await createBench({}, { scope: { settings: settingsOf({ enabled: true, ...sandbox }, trusted) } })
  return {
    bench,
    bash: (command: string, more: JsonObject = {}) => bench.call('Bash', { command, ...more }),
    [Symbol.asyncDispose]: () => bench.project.dispose(),
  }
}

describe.skipIf(!works)('a command in the sandbox', () => {
  it('writes to the project and nowhere else', async () => {
    await using cell = await createCell({})
    expect(await cell.bash('echo a > in && cat in')).toMatchObject({ status: 'ok', text: 'a' })
    expect(await cell.bash('echo a > /usr/raider-test')).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('Read-only file system'),
    })
  })

  it('cannot change the settings that govern it', async () => {
    await using cell = await createCell({})
    await cell.bench.project.write({ '.claude/settings.json': {} })
    expect((await cell.bash('echo x > .claude/settings.json')).status).toBe('failed')
    expect((await cell.bash(`echo x > ${cell.bench.project.configDir}/settings.json`)).status).toBe('failed')
  })

  it('cannot make settings, servers or hooks where there are none, and leaves nothing of the kind behind', async () => {
    await using cell = await createCell({})
    const { project } = cell.bench
    await project.write({ '.git/HEAD': 'ref: refs/heads/main', '.git/config': '[core]\n', '.vscode/tasks.json': '{}' })
    for (const command of [
      'mkdir -p .claude && echo {} > .claude/settings.json',
      'rm -rf .claude; mv .claude other',
      'ln -sf /tmp .claude/settings.local.json',
      'rm -f .mcp.json; echo {} > .mcp.json',
      'mkdir -p .git/hooks && echo exit > .git/hooks/pre-commit',
      'mv .git aside && mkdir -p .git/hooks && echo exit > .git/hooks/pre-commit',
      'echo "[core]fsmonitor=x" >> .git/config',
      'echo {} > .vscode/tasks.json',
    ]) {
      expect((await cell.bash(command)).status, command).toBe('failed')
    }
    expect((await cell.bash('echo x > .git/index && ls -a')).status).toBe('ok')
    expect((await readdir(project.dir)).sort()).toEqual(['.git', '.vscode'])
    expect(await readdir(project.path('.git'))).toEqual(['HEAD', 'config', 'index'])
  })

  it('guards for as long as one of several commands runs', async () => {
    await using cell = await createCell({})
    const long = cell.bash('until [ -e go ]; do sleep 0.01; done; mkdir .claude/made')
    await until('there is a placeholder', () => existsSync(cell.bench.project.path('.claude')))
    await cell.bash('true')
    expect(existsSync(cell.bench.project.path('.claude'))).toBe(true)
    await cell.bench.project.write({ go: '' })
    expect((await long).status).toBe('failed')
    expect(existsSync(cell.bench.project.path('.claude'))).toBe(false)
  })

  it('reaches no network, unless every host is allowed', async () => {
    await using site = await createSite((_, response) => response.end('hello'))
    const command = `exec 3<>/dev/tcp/127.0.0.1/${new URL(site.origin).port} && echo connected`
    await using cell = await createCell({})
    expect((await cell.bash(command)).status).toBe('failed')
    await using open = await createCell({ network: { allowedDomains: ['*'] } })
    expect((await open.bash(command)).text).toBe('connected')
  })

  it('reaches the hosts that it may by way of a proxy, and no others', async () => {
    await using site = await createSite((_, response) => response.end('hello'))
    const { port } = new URL(site.origin)
    const get = (host: string) =>
      `exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET http://${host}:${port}/ HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3 | tail -1; exit 3`
    await using cell = await createCell({ network: { allowedDomains: ['127.0.0.1'] } })
    expect((await cell.bash(get('127.0.0.1'))).text).toContain('Exit code 3\nhello')
    expect((await cell.bash(get('localhost'))).text).toContain('localhost is not among the hosts')
    expect((await cell.bash(`exec 3<>/dev/tcp/127.0.0.1/${port}`)).status).toBe('failed')
    expect((await cell.bash('echo $HTTPS_PROXY')).text).toBe('http://127.0.0.1:3128')
  })

  it('does not see the sockets of daemons, unless it may reach every host', async () => {
    await using cell = await createCell({})
    expect((await cell.bash('ls -A /run')).text).toBe('(Bash completed with no output)')
  })

  it('does not see what may not be read', async () => {
    await using cell = await createCell({ filesystem: { denyRead: ['secret', 'folder'], denyWrite: ['kept'] } })
    await cell.bench.project.write({ secret: 'hidden', 'folder/a': 'hidden', 'kept/b': 'b' })
    expect((await cell.bash('cat secret folder/a; ls folder')).text).not.toMatch(/hidden|^a$/m)
    expect((await cell.bash('echo x > kept/b')).status).toBe('failed')
  })

  it('carries its folder over to the next call', async () => {
    await using cell = await createCell({})
    await cell.bash('mkdir sub && cd sub')
    expect((await cell.bash('pwd')).text).toBe(cell.bench.project.path('sub'))
  })

  it('dies with everything it started', async () => {
    await using cell = await createCell({})
    const { status } = await cell.bash('(sleep 0.4; touch late) & sleep 100', { timeout: 200 })
    expect(status).toBe('failed')
    expect((await cell.bash('sleep 0.6; ls late')).text).toContain('No such file')
  })

  it('is left where the call asks for it, or the settings name the command', async () => {
    await using cell = await createCell({ excludedCommands: ['touch *'] })
    const outside = `${cell.bench.project.configDir}/a`
    expect((await cell.bash(`touch ${outside}`)).status).toBe('ok')
    expect((await cell.bash(`true; touch ${outside}`)).status).toBe('failed')
    expect((await cell.bash(`echo a > ${outside}`, { dangerouslyDisableSandbox: true })).status).toBe('ok')
  })

  it('is not left where the settings forbid it', async () => {
    await using cell = await createCell({ allowUnsandboxedCommands: false })
    const command = `echo a > ${cell.bench.project.configDir}/a`
    expect((await cell.bash(command, { dangerouslyDisableSandbox: true })).status).toBe('failed')
  })
})

describe('a sandbox that is not there', () => {
  it('keeps the command from running, and says why', async () => {
    const scope = { settings: settingsOf({ enabled: true }), env: { PATH: '/nowhere' } }
    await using bench = await createBench({}, { scope })
    expect(await bench.call('Bash', { command: 'echo a > made' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('bubblewrap is not installed'),
    })
    await expect(bench.project.read('made')).rejects.toThrow('ENOENT')
  })

  it('cannot be asked for, or opened, by a project that is not trusted', async () => {
    await using cell = await createCell({}, false)
    expect((await cell.bash('echo hi')).text).toBe('hi')
  })
})
