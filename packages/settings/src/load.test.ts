import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { isRaiderError, profiles, type ProfileName } from '@raider/contracts'
import { createProject, type Project } from '@raider/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSettings, type LoadedSettings, type LoadOptions } from './load.js'
import { createTrust } from './trust.js'

/** Holds the start folder `p` and the home folder `home`. */
let project: Project
beforeEach(async () => {
  project = await createProject({ 'p/x': '', 'home/x': '' })
})
afterEach(() => project.dispose())

const load = (profile: ProfileName = 'raider', more: Partial<LoadOptions> = {}): Promise<LoadedSettings> =>
  loadSettings({
    cwd: project.path('p'),
    homeDir: project.path('home'),
    configDir: project.path('home', '.claude'),
    managedDir: project.path('home', 'managed'),
    trust: true,
    profile: profiles[profile],
    ...more,
  })

const settings = 'p/.claude/settings.json'
const local = 'p/.claude/settings.local.json'
const user = 'home/.claude/settings.json'

describe('loadSettings: layers', () => {
  it('reads user, project, local, flag and managed files in the order of their rank', async () => {
    await project.write({
      [user]: { model: 'user' },
      [settings]: { model: 'project' },
      [local]: { model: 'local' },
      'p/extra/s.json': { model: 'flag' },
      'home/managed/managed-settings.json': { model: 'managed' },
      'home/managed/managed-settings.d/20.json': { model: 'last' },
      'home/managed/managed-settings.d/10.json': { model: 'first' },
      'home/managed/managed-settings.d/.hidden.json': { model: 'hidden' },
    })
    const { layers, merged } = await load('raider', { flag: 'extra/s.json' })
    expect(layers.map((layer) => layer.value.model)).toEqual([
      'user',
      'project',
      'local',
      'flag',
      'managed',
      'first',
      'last',
    ])
    expect(merged.model).toBe('last')
    expect(layers[3]?.anchor).toBe(project.path('p', 'extra'))
  })

  it('reads the project file of the start folder only, the local file also at the git root, which wins', async () => {
    await project.write({
      'p/.git/HEAD': '',
      'p/sub/x': '',
      [settings]: { model: 'parent' },
      [local]: { language: 'root', env: { A: '1' } },
      'p/sub/.claude/settings.local.json': { language: 'sub', env: { B: '2' } },
    })
    const { merged, layers } = await load('claude', { cwd: project.path('p', 'sub') })
    expect(merged).toEqual({ language: 'root', env: { A: '1', B: '2' } })
    expect(layers.map((layer) => layer.anchor)).toEqual([project.path('p', 'sub'), project.path('p', 'sub')])
  })

  it('reads only the sources it is given, besides the flag', async () => {
    await project.write({ [user]: { model: 'user' }, [settings]: { language: 'x' } })
    expect((await load('raider', { sources: ['project'] })).merged).toEqual({ language: 'x' })
    expect((await load('raider', { sources: [], flag: '{"model":"inline"}' })).merged).toEqual({ model: 'inline' })
  })

  it('takes broken inline text for a path and says that it is missing', async () => {
    await expect(load('claude', { flag: '{bad' })).rejects.toThrow(/Settings file not found/)
  })

  it('takes an empty argument for none, and a folder for no settings', async () => {
    expect((await load('claude', { flag: '' })).layers).toEqual([])
    await project.write({ 'p/x': '' })
    await expect(load('claude', { flag: project.path('p') })).rejects.toThrow(/Settings file is a folder/)
  })

  it('lets a project say nothing about what is not its business', async () => {
    await project.write({
      [settings]: {
        allowManagedHooksOnly: true,
        permissions: { defaultMode: 'bypassPermissions' },
        env: { CLAUDE_CODE_PROCESS_WRAPPER: 'x', CLAUDE_CODE_REMOTE: '1', CLAUDE_CODE_ENTRYPOINT: 'x', A: '1' },
      },
    })
    const { merged, notices } = await load()
    expect(merged).toEqual({ permissions: {}, env: { A: '1' } })
    expect(notices).toHaveLength(5)
  })
})

describe('loadSettings: broken files', () => {
  it('ends the start in profile raider, with file, line, column and what to do', async () => {
    await project.write({ [settings]: '{\n  "permissions": {"deny": ["Bash"]\n' })
    const thrown: unknown = await load().catch((error: unknown) => error)
    expect(isRaiderError(thrown) && thrown.code).toBe('bad-settings')
    expect(String(thrown)).toMatch(/settings\.json cannot be used: .*line 3, column 1\. .*mend the file/)
  })

  it('neither waits for a pipe nor reads a device or folder in the place of a file', async () => {
    await project.write({ 'p/.claude/x': '' })
    execFileSync('mkfifo', [project.path(settings)])
    await expect(load()).rejects.toThrow(/settings\.json cannot be used: .*it is a pipe, not a regular file/)
    expect((await load('claude')).notices[0]?.text).toMatch(/settings\.json was ignored: .*a pipe/)
    await expect(load('raider', { sources: [], flag: settings.slice(2) })).rejects.toThrow('a pipe')
    await symlink('/dev/zero', project.path(local))
    await expect(load('raider', { sources: ['local'] })).rejects.toThrow('it is a device, not a regular file')
    await mkdir(project.path(user), { recursive: true })
    await expect(load('raider', { sources: ['user'] })).rejects.toThrow('it is a folder, not a regular file')
  })

  it('names the file whose values lie too deep', async () => {
    await project.write({ [settings]: `{"hooks": ${'['.repeat(200_000)}${']'.repeat(200_000)}}` })
    await expect(load('raider', { trust: false })).rejects.toThrow(/settings\.json cannot be used: .*levels/)
    expect((await load('claude', { trust: false })).layers).toEqual([])
  })

  it('ignores the file with a notice in profile claude', async () => {
    await project.write({ [settings]: '{ "model": "x", }', [user]: { model: 'user' } })
    const { merged, notices } = await load('claude')
    expect(merged).toEqual({ model: 'user' })
    expect(notices).toMatchObject([{ level: 'error', file: project.path(settings), line: 1 }])
  })

  it('drops a key of the wrong type in profile raider and the file in profile claude', async () => {
    await project.write({ [settings]: { model: 7, permissions: { deny: ['Bash'] } } })
    const raider = await load()
    expect(raider.merged).toEqual({ permissions: { deny: ['Bash'] } })
    expect(raider.notices).toMatchObject([
      { key: 'model', text: expect.stringMatching(/settings\.json:2 model: expected a text, found 7/) },
    ])
    expect((await load('claude')).merged).toEqual({})
  })

  it('says in passing which keys are about a screen', async () => {
    await project.write({ [user]: { statusLine: { type: 'command', command: 'date' }, model: 'x', unknown: 1 } })
    expect((await load()).notices).toMatchObject([
      { cause: 'screen', level: 'info', file: project.path(user), text: expect.stringMatching(/: statusLine\.$/) },
    ])
  })

  it('never goes on without deny rules that it could not read', async () => {
    await project.write({ [settings]: { permissions: { deny: 'Bash' } } })
    await expect(load()).rejects.toThrow(/permissions\.deny: expected a list/)
  })

  it('reports an entry that is no text and keeps its neighbours', async () => {
    await project.write({ [user]: { permissions: { deny: ['Bash', 7] } } })
    const { notices } = await load('claude')
    expect(notices).toMatchObject([{ key: 'permissions.deny[1]', level: 'error' }])
  })

  it('drops the whole file for a malformed guard in profile claude only', async () => {
    await project.write({ [settings]: { model: 'x', hooks: { PreToolUse: 1 } } })
    const checkHooks = () => ({ guardBroken: true })
    expect((await load('claude', { checkHooks })).merged).toEqual({})
    expect((await load('raider', { checkHooks })).merged.model).toBe('x')
  })

  it('treats hooks: null as absent', async () => {
    await project.write({ [settings]: { model: 'x', hooks: null } })
    expect((await load('claude', { checkHooks: () => ({ guardBroken: true }) })).merged.model).toBe('x')
  })

  it('says of every null that it was left out, loses no more with it in profile raider, and the file in the other', async () => {
    const nulls = { permissions: null, env: null, hooks: null }
    await project.write({ [settings]: { model: 'x', ...nulls }, [local]: { model: 'y', permissions: { deny: null } } })
    const { merged, notices } = await load('raider')
    expect(merged).toMatchObject({ model: 'y' })
    expect(new Set(notices.map(({ key }) => key))).toEqual(new Set(['env', 'hooks', 'permissions', 'permissions.deny']))
    expect((await load('claude')).merged).toEqual({})
  })

  it('closes managed switches that have an invalid value', async () => {
    await project.write({
      'home/managed/managed-settings.json': { allowManagedHooksOnly: 'yes', model: 7, language: 'x' },
    })
    expect((await load('claude')).merged).toEqual({ allowManagedHooksOnly: true, language: 'x' })
  })

  it('turns numbers and flags in env into text', async () => {
    await project.write({ [settings]: { env: { A: 1, B: true, C: '$HOME' } } })
    expect((await load('claude')).merged.env).toEqual({ A: '1', B: 'true', C: '$HOME' })
  })
})

describe('loadSettings: trust', () => {
  const risky = {
    hooks: { PreToolUse: [{}] },
    env: { A: '1' },
    disableAllHooks: true,
    permissions: {
      allow: ['Bash'],
      deny: ['Read'],
      ask: ['Edit'],
      additionalDirectories: ['/x'],
      defaultMode: 'acceptEdits',
    },
  }

  it('leaves the deny and ask rules of an untrusted project in profile raider, the local file included', async () => {
    await project.write({ [settings]: risky, [local]: risky, [user]: { hooks: {} } })
    const { layers, notices } = await load('raider', { trust: false })
    expect(layers.map((layer) => [layer.name, layer.trusted])).toEqual([
      ['user', true],
      ['project', false],
      ['local', false],
    ])
    expect(layers[2]?.value).toEqual({ permissions: { deny: ['Read'], ask: ['Edit'] } })
    expect(notices[0]?.text).toMatch(/hooks, env, disableAllHooks, permissions\.allow.* never trusted/)
  })

  it('leaves out only allow rules and folders in profile claude, and spares a local file of the user', async () => {
    await project.write({ [settings]: risky, [local]: risky })
    const { layers } = await load('claude', { trust: false })
    expect(layers[0]?.value).toEqual({
      ...risky,
      permissions: { deny: ['Read'], ask: ['Edit'], defaultMode: 'acceptEdits' },
    })
    expect(layers[1]?.value).toEqual(risky)
  })

  it('does not spare a local file that git carries', async () => {
    await project.write({ [local]: risky, 'p/.git/index': 'DIRC...\0.claude/settings.local.json\0' })
    const { layers } = await load('claude', { trust: false })
    expect(layers[0]?.value.permissions).not.toHaveProperty('allow')
  })
})

describe('loadSettings with a record of trust', () => {
  const loadWithTrust = () => {
    const trust = createTrust({ file: project.path('trust.json'), claudeStateFile: project.path('none.json') })
    return load('raider', { trust }).then((loaded) => ({ ...loaded, record: trust }))
  }

  it('runs nothing of a project before it was trusted, all of it then, and nothing again after a change', async () => {
    await project.write({ [settings]: { hooks: { Stop: [{}] } } })
    const before = await loadWithTrust()
    expect(before.layers[0]?.value).toEqual({})
    await before.record.grant(project.path('p'), await load('raider', { trust: true }).then(({ layers }) => layers))
    const after = await loadWithTrust()
    expect(after.trust.why).toBe('granted')
    expect(after.layers[0]?.value).toEqual({ hooks: { Stop: [{}] } })
    await project.write({ [settings]: { hooks: { Stop: [{}, {}] } } })
    expect(await loadWithTrust()).toMatchObject({ trust: { trusted: false, why: 'changed-since' }, merged: {} })
  })

  it('asks nothing where the project says nothing', async () => {
    await project.write({ [settings]: { hooks: {}, env: {}, permissions: { allow: [], deny: ['Bash'] } } })
    expect((await loadWithTrust()).trust.why).toBe('nothing-to-trust')
  })
})
