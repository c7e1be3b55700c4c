import { profiles, type Profile } from '@raider/contracts'
import { createProject, type Files, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { loadSettings, type LoadOptions } from './load.js'
import { surveySettings, surveyUnread } from './survey.js'

const lenient: Profile = { ...profiles.raider, unparsableSettings: 'ignored' }

const optionsOf = (project: Project): LoadOptions => ({
  cwd: project.dir,
  homeDir: project.home,
  configDir: project.configDir,
  managedDir: project.path('managed'),
  profile: lenient,
  trust: false,
})

/** What becomes of the keys of a project that nobody trusts: `layer key` to fate and reason. */
async function survey(
  files: Files,
  home: Files = {},
  profile?: 'claude',
): Promise<Readonly<Record<string, readonly (string | undefined)[]>>> {
  await using project = await createProject(files, { home })
  const options = { ...optionsOf(project), ...(profile && { profile: profiles[profile] }) }
  const written = await loadSettings({ ...options, trust: true })
  const findings = surveySettings({ written, inForce: await loadSettings(options) })
  return Object.fromEntries(
    findings.map(({ layer = '', name, fate, why, remedy }) => [
      `${layer} ${name}`.trim(),
      [fate, why?.replaceAll(`${project.dir}/`, ''), remedy].filter((text) => text !== undefined),
    ]),
  )
}

describe('the survey of settings', () => {
  it('tells keys for screens and services, unknown and misplaced ones, from those that count', async () => {
    const found = await survey(
      {},
      {
        '.claude/settings.json': {
          theme: 'dark',
          forceLoginMethod: 'x',
          fastMode: true,
          modle: 'x',
          deny: [],
          model: 'opus',
        },
      },
    )
    expect(found).toMatchObject({
      'user file': ['honoured'],
      'user theme': ['ignored', expect.stringContaining('screen')],
      'user forceLoginMethod': ['ignored', expect.stringContaining('accounts')],
      'user fastMode': ['ignored', 'Raider does not have it'],
      'user modle': ['ignored', 'there is no such key', 'Was model meant?'],
      'user deny': ['ignored', 'there is no such key', 'Rules belong below permissions.'],
      'user model': ['honoured'],
    })
  })

  it('names the parts of a key that Raider does not have, and those that nobody has', async () => {
    const found = await survey(
      {},
      {
        '.claude/settings.json': { sandbox: { enabled: true, bwrapPath: '/b' }, permissions: { denny: [], deny: [] } },
      },
    )
    expect(found).toMatchObject({
      'user sandbox': ['partly', 'Raider does not have bwrapPath'],
      'user permissions': ['partly', 'there is no such key as denny (was deny meant?)'],
    })
  })

  it('says what trust holds back, of all or a part of a key, and what a layer has no say over', async () => {
    const found = await survey({
      '.claude/settings.json': {
        hooks: { Stop: [], PreToolUse: [{ hooks: [] }] },
        permissions: { allow: ['Read'], deny: ['Bash'] },
        autoMode: {},
        env: { A: 'a', CLAUDE_CODE_REMOTE: '1', CLAUDE_CODE_ACCOUNT_UUID: 'x' },
        sandbox: { enabled: 'yes', excludedCommands: 7, bwrapPath: '/b' },
      },
    })
    expect(found).toMatchObject({
      'project hooks': ['refused', 'it needs the trust of this project', expect.any(String)],
      'project permissions': ['partly', 'permissions.allow needs the trust of this project', expect.any(String)],
      'project env': [
        'partly',
        'settings of this file have no say over env.CLAUDE_CODE_REMOTE, env.CLAUDE_CODE_ACCOUNT_UUID',
        expect.any(String),
      ],
      'project sandbox': [
        'error',
        expect.stringMatching(/^sandbox\.enabled: .*; sandbox\.excludedCommands: /),
        expect.any(String),
      ],
      'project autoMode': ['refused', 'settings of this file have no say over it', expect.any(String)],
    })
  })

  it('names the file that outranks a value, and none where both say the same', async () => {
    const found = await survey(
      { '.claude/settings.json': { model: 'opus', agent: 'a' }, 'managed/managed-settings.json': { agent: 'a' } },
      { '.claude/settings.json': { model: 'haiku', effortLevel: 'low' } },
    )
    expect(found['user model']).toEqual(['ignored', '.claude/settings.json:2 says otherwise, and ranks higher'])
    expect(found).toMatchObject({ 'project agent': ['honoured'], 'managed agent': ['honoured'] })
  })

  it('has one line for a file that cannot be used, and a word on one that is lenient', async () => {
    const found = await survey({ '.claude/settings.json': '{ "model": }', '.claude/settings.local.json': '{} // mine' })
    expect(found['file']).toEqual(['error', expect.stringContaining('line 1'), expect.any(String)])
    expect(found['local file']).toEqual(['honoured', expect.stringMatching(/^is not strict JSON/)])
    const whole = await survey({}, { '.claude/settings.json': { verbose: 1 } }, 'claude')
    expect(whole).toEqual({ file: ['error', 'verbose: expected true or false, found 1', expect.any(String)] })
  })

  it('tells of files whose source was not asked for', async () => {
    await using project = await createProject(
      { '.claude/settings.json': {} },
      { home: { '.claude/settings.json': {} } },
    )
    const found = await surveyUnread({ ...optionsOf(project), sources: ['user'] })
    expect(found.map(({ fate, layer }) => [fate, layer])).toEqual([['ignored', 'project']])
  })
})
