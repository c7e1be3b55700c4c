import type { Finding, RaiderEvent } from '@raider/contracts'
import { script } from '@raider/engine-script'
import { createProject, type Files, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { Raider } from '../raider.js'
import { diagnose } from '../diagnose.js'
import type { Diagnosis, DiagnosisSection } from './diagnosis.js'
import { everything, everythingAtHome } from './everything.fixture.js'
import { optionsIn } from '../options.fixture.js'

const optionsOf = (project: Project, more: RaiderOptions = {}): RaiderOptions => ({
  ...optionsIn(project),
  env: { PATH: process.env['PATH'], HOME: project.home, ANTHROPIC_API_KEY: 'secret-value' },
  ...more,
})

const lay = (files: Files = everything, home: Files = everythingAtHome) => createProject(files, { home })

const fatesOf = ({ findings }: Diagnosis, section: DiagnosisSection) =>
  Object.fromEntries(findings.filter((one) => one.section === section).map(({ name, fate }) => [name, fate]))

const named = ({ findings }: Diagnosis, section: DiagnosisSection, name: string): Finding | undefined =>
  findings.find((one) => one.section === section && one.name === name)

describe('the diagnosis of a trusted project with everything', () => {
  it('says of each part what becomes of it', async () => {
    await using project = await lay()
    const diagnosis = await diagnose(optionsOf(project, { trust: true }))
    expect(fatesOf(diagnosis, 'agents')).toMatchObject({
      reviewer: 'honoured',
      odd: 'partly',
      nameless: 'error',
      broken: 'error',
      README: 'ignored',
      'good:helper': 'partly',
    })
    expect(fatesOf(diagnosis, 'servers')).toMatchObject({
      files: 'honoured',
      gone: 'error',
      unset: 'error',
      socket: 'refused',
      login: 'partly',
      disabled: 'refused',
      broken: 'error',
      notes: 'honoured',
      'plugin:good:inner': 'honoured',
    })
    expect(fatesOf(diagnosis, 'plugins')).toEqual({
      'good@shop': 'partly',
      'gone@shop': 'error',
      'off@shop': 'ignored',
    })
    expect(fatesOf(diagnosis, 'styles')).toEqual({ Terse: 'honoured', 'keybindings.json': 'ignored' })
    expect(fatesOf(diagnosis, 'skills')).toMatchObject({ mine: 'honoured', fork: 'partly', empty: 'ignored' })
    expect(fatesOf(diagnosis, 'permissions')).toMatchObject({
      'deny Bash(rm *)': 'honoured',
      'deny Red(./secrets)': 'error',
      'permissions.allow[3]': 'error',
      'allow Bash(bash *)': 'partly',
    })
  })

  it('names the line of what is wrong, and what may have been meant', async () => {
    await using project = await lay()
    const diagnosis = await diagnose(optionsOf(project, { trust: true }))
    const file = project.path('.claude/settings.json')
    expect(named(diagnosis, 'settings', 'modle')).toMatchObject({ remedy: 'Was model meant?', file, line: 9 })
    expect(named(diagnosis, 'settings', 'outputStyle')).toMatchObject({ fate: 'error', line: 8 })
    expect(named(diagnosis, 'hooks', 'hooks.AfterAll')).toMatchObject({ fate: 'error', why: 'is no hook event', file })
    expect(named(diagnosis, 'memory', 'file')?.file).toBe(`${project.home}/.claude/CLAUDE.md`)
    expect(diagnosis.findings).toContainEqual(
      expect.objectContaining({ section: 'memory', fate: 'error', file: project.path('docs/gone.md') }),
    )
    expect(diagnosis.findings).toContainEqual(
      expect.objectContaining({ section: 'memory', fate: 'refused', file: project.path('vendor/CLAUDE.md') }),
    )
  })

  it('knows hooks whose program is not there, and those whose event has no cause here', async () => {
    await using project = await lay()
    const { findings } = await diagnose(optionsOf(project, { trust: true }))
    const hooks = findings.filter(({ section, why = '' }) => section === 'hooks' && why !== 'is no hook event')
    expect(hooks.map(({ fate, why = '' }) => [fate, why.split(':')[0]])).toEqual([
      ['error', 'there is no file /usr/bin/no-such-notifier'],
      ['honoured', '"$CLAUDE_PROJECT_DIR"/guard.sh'],
      ['error', `there is no file ${project.path('gone.py')}`],
      ['honoured', 'npx prettier --check .'],
      ['honoured', 'true'],
      ['ignored', 'there is no tool LS|MultiEdit'],
      ['error', 'this event cannot run hooks of this type'],
      ['ignored', 'Raider has no cause for this event'],
      ['honoured', '${CLAUDE_PLUGIN_ROOT}/stop.sh'],
      ['honoured', 'true'],
    ])
  })

  it('tells where the key comes from and never what it is', async () => {
    await using project = await lay()
    const diagnosis = await diagnose(optionsOf(project, { trust: true }))
    expect(named(diagnosis, 'session', 'key')?.why).toBe('from ANTHROPIC_API_KEY; apiKeyHelper is not asked')
    expect(JSON.stringify(diagnosis)).not.toContain('secret-value')
  })

  it('calls honoured what a session has, and nothing else', async () => {
    await using project = await lay()
    const options = optionsOf(project, { trust: true })
    const diagnosis = await diagnose(options)
    const { agents, skills, bundles, servers } = await sessionOf({ ...options, engine: script({ turns: ['done'] }) })
    const counting = (section: DiagnosisSection, ending = '') =>
      diagnosis.findings
        .filter(({ fate, file = '', ...one }) => one.section === section && counts(fate) && file.endsWith(ending))
        .map(({ name }) => name)
        .toSorted()
    expect(counting('agents')).toEqual(agents.filter((name) => !builtins.includes(name)).toSorted())
    expect(counting('skills', 'SKILL.md')).toEqual(skills.toSorted())
    expect(counting('plugins')).toEqual(bundles)
    expect(servers).toContain('notes')
    expect(counting('servers').filter((name) => !servers.includes(name))).toEqual([])
    const held = diagnosis.findings.filter(({ section, fate }) => section === 'servers' && fate === 'refused')
    expect(held.filter(({ name }) => servers.includes(name))).toEqual([])
  })

  it('calls those hooks honoured that run, and those rules that decide', async () => {
    // What python3 says of a missing script is exit code 2, which blocks every call.
    await using project = await lay({ ...everything, 'gone.py': '' })
    const options = optionsOf(project, { trust: true })
    const { findings } = await diagnose(options)
    const calls = [{ Bash: { command: 'rm x' } }, { Bash: { command: 'bash -c true' } }]
    const { ran, decided } = await sessionOf({ ...options, engine: script({ turns: [{ calls }, 'done'] }) })
    const running = ['"$CLAUDE_PROJECT_DIR"/guard.sh', '${CLAUDE_PLUGIN_ROOT}/stop.sh']
    const hooks = findings.filter(({ section }) => section === 'hooks')
    expect(ran).toEqual(expect.arrayContaining(running))
    for (const { fate, why = '' } of hooks) {
      if (running.includes(why)) expect(fate).toBe('honoured')
      if (fate === 'ignored' || fate === 'refused')
        expect(ran.filter((label) => why.endsWith(`: ${label}`))).toEqual([])
    }
    expect(decided).toEqual(['Bash(rm *) refused', 'Bash(bash *) ok'])
    const rules = findings.filter(({ section, fate }) => section === 'permissions' && counts(fate))
    expect(rules.map(({ name }) => name)).toEqual(expect.arrayContaining(['deny Bash(rm *)', 'allow Bash(bash *)']))
  })
})

const builtins = ['claude', 'Explore', 'Plan', 'general-purpose', 'statusline-setup']
const counts = (fate: Finding['fate']): boolean => fate === 'honoured' || fate === 'partly'

/** What a session has, and what became of it: names of agents and skills, ids of plugins, servers it tried to start, hooks, rules. */
async function sessionOf(options: RaiderOptions) {
  const env = { ...options.env, MCP_CONNECTION_NONBLOCKING: '1' }
  const events: RaiderEvent[] = []
  for await (const event of new Raider({ ...options, env }).run('go')) events.push(event)
  const opened = events.find((event) => event.type === 'session-open')
  return {
    agents: opened?.agents ?? [],
    skills: opened?.equipment?.skills ?? [],
    bundles: opened?.equipment?.bundles.map(({ source }) => source) ?? [],
    ran: events.flatMap((event) => (event.type === 'hook-run' ? event.hook : [])),
    decided: events.flatMap((event) =>
      event.type === 'tool-result'
        ? `${event.decision?.source?.kind === 'rule' ? event.decision.source.name : 'none'} ${event.status}`
        : [],
    ),
    servers: events.flatMap((event) =>
      event.type === 'server-change' && event.status !== 'invalid' ? event.name : [],
    ),
  }
}

describe('the diagnosis of a project that nobody trusts', () => {
  it('says what is held back for it, what is broken all the same, and that no run starts without a person', async () => {
    await using project = await lay()
    const diagnosis = await diagnose(optionsOf(project))
    expect(named(diagnosis, 'session', 'start')?.why).toMatch(/^a run without a person does not start: .*raider trust/)
    expect(named(diagnosis, 'session', 'trust')).toMatchObject({ fate: 'refused' })
    expect(fatesOf(diagnosis, 'servers')).toMatchObject({ files: 'refused', gone: 'error', notes: 'honoured' })
    expect(fatesOf(diagnosis, 'permissions')).toMatchObject({
      'allow Bash(npm test)': 'refused',
      'deny Bash(rm *)': 'honoured',
      'allow WebFetch(domain:example.org)': 'honoured',
    })
    expect(fatesOf(diagnosis, 'environment')).toMatchObject({ API_TIMEOUT_MS: 'refused', FOO: 'refused' })
    expect(fatesOf(diagnosis, 'plugins')).toEqual({ 'good@shop': 'refused', 'gone@shop': 'refused' })
  })
})

describe('the diagnosis of a project whose settings cannot be read', () => {
  it('tells of the file, that no session starts, and of everything else all the same', async () => {
    await using project = await lay({ ...everything, '.claude/settings.json': '{ "permissions": ' })
    const diagnosis = await diagnose(optionsOf(project))
    expect(named(diagnosis, 'session', 'start')).toMatchObject({ fate: 'error' })
    const file = project.path('.claude/settings.json')
    expect(diagnosis.findings).toContainEqual(
      expect.objectContaining({ section: 'settings', name: 'file', fate: 'error', file }),
    )
    expect(fatesOf(diagnosis, 'agents')).toMatchObject({ reviewer: 'honoured' })
  })

  it('says of a file that profile claude drops for one wrong key, that all of it is lost', async () => {
    await using project = await lay()
    const diagnosis = await diagnose(optionsOf(project, { profile: 'claude' }))
    const file = project.path('.claude/settings.json')
    expect(diagnosis.findings).toContainEqual(
      expect.objectContaining({ section: 'settings', name: 'file', fate: 'error', file }),
    )
    expect(diagnosis.profile).toEqual({ name: 'claude', differs: {} })
  })
})

it('finds nothing wrong where there is nothing', async () => {
  await using project = await lay({}, {})
  const { counts: amounts, findings, profile } = await diagnose(optionsOf(project))
  expect(amounts).toMatchObject({ error: 0, refused: 0 })
  expect(findings.filter(({ section }) => section === 'settings')).toEqual([])
  expect(profile.differs).toMatchObject({ projectTrust: 'required' })
})
