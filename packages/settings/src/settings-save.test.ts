import { chmod, stat, symlink } from 'node:fs/promises'
import type { PermissionUpdate } from '@raider/contracts'
import { createProject, type Files, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { saveUpdate } from './settings-save.js'

const rules = (
  type: 'addRules' | 'replaceRules' | 'removeRules',
  ruleContents: readonly string[],
  destination: PermissionUpdate['destination'] = 'localSettings',
): PermissionUpdate => ({
  type,
  rules: ruleContents.map((ruleContent) => ({ toolName: 'Bash', ruleContent })),
  behavior: 'allow',
  destination,
})

const local = '.claude/settings.local.json'

const save = (project: Project, update: PermissionUpdate, cwd = project.dir) =>
  saveUpdate(update, { cwd, homeDir: project.home, configDir: `${project.home}/.claude` })

/** The local file before and after an update. */
const edited = async (before: string, update: PermissionUpdate): Promise<string> => {
  await using project = await createProject({ [local]: before })
  await save(project, update)
  return project.read(local)
}

describe('saveUpdate', () => {
  it('makes the file where there is none, and only for something to keep', async () => {
    await using project = await createProject()
    expect(await save(project, rules('removeRules', ['a']))).toMatchObject([{ outcome: 'unchanged' }])
    expect(await save(project, rules('addRules', ['a *']))).toMatchObject([{ outcome: 'created', layer: 'local' }])
    expect(await project.read(local)).toBe('{\n  "permissions": {\n    "allow": [\n      "Bash(a *)"\n    ]\n  }\n}\n')
    expect(await save(project, rules('addRules', ['a *']))).toMatchObject([{ outcome: 'unchanged' }])
  })

  it.each(['userSettings', 'projectSettings', 'localSettings'] as const)('writes to %s', async (destination) => {
    await using project = await createProject()
    const [saved] = await save(project, rules('addRules', ['a'], destination))
    const files = {
      userSettings: `${project.home}/.claude/settings.json`,
      projectSettings: project.path('.claude/settings.json'),
      localSettings: project.path(local),
    }
    expect(saved?.file).toBe(files[destination])
    await stat(files[destination])
  })

  it.each(['session', 'cliArg'] as const)('writes nothing for %s', async (destination) => {
    await using project = await createProject()
    expect(await save(project, rules('addRules', ['a'], destination))).toEqual([])
  })

  it('keeps comments, indentation and everything else', async () => {
    const before =
      '{\n\t// mine\n\t"model": "x", /* y */\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(a)", // why\n\t\t\t"Bash(b)"\n\t\t]\n\t}\n}\n'
    const after = await edited(before, rules('addRules', ['c']))
    expect(after).toBe(before.replace('"Bash(b)"', '"Bash(b)",\n\t\t\t"Bash(c)"'))
    expect(await edited(after, rules('removeRules', ['c']))).toBe(before)
  })

  it.each(['"Bash(b)" // two', '"Bash(b)", // two', '"Bash(b)" /* two */', '"Bash(b)",', '"Bash(b)"'])(
    'leaves a comment with what it is about: %s',
    async (last) => {
      const list = (...lines: string[]): string => `{\n  "permissions": {\n    "allow": [\n${lines.join('\n')}\n    ]`
      const before = `${list(`      ${last}`)} // rules\n  }\n}\n`
      const [, entry, comma = '', comment] = /^("[^"]*")(,?)(.*)$/.exec(last) ?? []
      const after = `${list(`      ${entry},${comment}`, `      "Bash(c)"${comma}`)} // rules\n  }\n}\n`
      expect(await edited(before, rules('addRules', ['c']))).toBe(after)
      const mode = await edited(after, { type: 'setMode', mode: 'plan', destination: 'localSettings' })
      expect(mode).toBe(after.replace('] // rules', '], // rules\n    "defaultMode": "plan"'))
    },
  )

  it('keeps a byte-order mark and the ends of lines', async () => {
    const after = await edited('\uFEFF{\r\n    "a": 1\r\n}\r\n', rules('addRules', ['c']))
    expect(after.startsWith('\uFEFF{\r\n    "a": 1,\r\n    "permissions": {\r\n        "allow"')).toBe(true)
  })

  it('takes away each copy of a rule, and nothing else', async () => {
    const before = '{ "permissions": { "allow": ["Bash(a)", "Bash(b)", "Bash(a)"], "deny": ["Bash(a)"] } }'
    expect(JSON.parse(await edited(before, rules('removeRules', ['a'])))).toEqual({
      permissions: { allow: ['Bash(b)'], deny: ['Bash(a)'] },
    })
  })

  it('leaves an empty list on one line', async () => {
    const last = '{\n  "permissions": {\n    "allow": [\n      "Bash(a)"\n    ]\n  }\n}\n'
    expect(await edited(last, rules('removeRules', ['a']))).toBe('{\n  "permissions": {\n    "allow": []\n  }\n}\n')
    const told = '{ "permissions": { "allow": [\n  // why\n  "Bash(a)"\n] } }'
    expect(await edited(told, rules('removeRules', ['a']))).toContain('// why')
  })

  it('takes the comment of a rule away with it, and no other', async () => {
    const list = (...lines: string[]): string => `{ "permissions": { "allow": [\n${lines.join('\n')} ] } }\n`
    const all = list('// first', '"Bash(a)", // one', '// second', '"Bash(b)", // two', '"Bash(c)"')
    expect(await edited(all, rules('removeRules', ['a']))).toBe(
      list('// first', '// second', '"Bash(b)", // two', '"Bash(c)"'),
    )
    expect(await edited(all, rules('removeRules', ['c']))).toBe(
      list('// first', '"Bash(a)", // one', '// second', '"Bash(b)" // two\n'),
    )
  })

  it('replaces the list of one behaviour, and leaves what stays where it is', async () => {
    const before = '{ "permissions": { "allow": ["Bash(a)", "Bash(b)"], "deny": ["Bash(x)"] } }'
    expect(JSON.parse(await edited(before, rules('replaceRules', ['b', 'c'])))).toEqual({
      permissions: { allow: ['Bash(b)', 'Bash(c)'], deny: ['Bash(x)'] },
    })
  })

  it('keeps mode and folders', async () => {
    const mode = await edited('{}', { type: 'setMode', mode: 'acceptEdits', destination: 'localSettings' })
    expect(JSON.parse(mode)).toEqual({ permissions: { defaultMode: 'acceptEdits' } })
    const update = { type: 'addDirectories', directories: ['/x', '/y'], destination: 'localSettings' } as const
    const folders = await edited('{}', update)
    expect(JSON.parse(folders)).toEqual({ permissions: { additionalDirectories: ['/x', '/y'] } })
    const less = await edited(folders, { ...update, type: 'removeDirectories', directories: ['/x'] })
    expect(JSON.parse(less)).toEqual({ permissions: { additionalDirectories: ['/y'] } })
  })

  it.each(['{ "permissions": ', '[]', '{ "permissions": "all" }', '{ "permissions": { "allow": {} } }'])(
    'leaves alone what it does not understand: %s',
    async (before) => {
      await using project = await createProject({ [local]: before })
      const [saved] = await save(project, rules('addRules', ['a']))
      expect(saved).toMatchObject({ outcome: 'failed', problem: expect.stringMatching(/./) })
      expect(await project.read(local)).toBe(before)
    },
  )

  it('writes through a link, and keeps the rights of the file', async () => {
    await using project = await createProject({ 'dotfiles/s.json': '{}', '.claude/x': '' })
    await chmod(project.path('dotfiles/s.json'), 0o600)
    await symlink('../dotfiles/s.json', project.path(local))
    await save(project, rules('addRules', ['a']))
    expect(await project.read('dotfiles/s.json')).toContain('Bash(a)')
    expect((await stat(project.path('dotfiles/s.json'))).mode & 0o777).toBe(0o600)
  })

  it('writes the local file at the root of the repository, and takes away in the start folder too', async () => {
    const files: Files = { '.git/HEAD': '', 'sub/.claude/settings.local.json': { permissions: { allow: ['Bash(a)'] } } }
    await using project = await createProject(files)
    await save(project, rules('addRules', ['a', 'b']), project.path('sub'))
    await save(project, rules('removeRules', ['a']), project.path('sub'))
    expect(JSON.parse(await project.read(local))).toEqual({ permissions: { allow: ['Bash(b)'] } })
    expect(JSON.parse(await project.read(`sub/${local}`))).toEqual({ permissions: { allow: [] } })
  })
})
