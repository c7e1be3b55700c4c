import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { JsonObject, PermissionUpdate, RaiderEvent } from '@raider/contracts'
import { script } from '@raider/engine-script'
import { createProject, type Files, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { CanUseTool } from './can-use-tool.js'
import type { RaiderOptions } from '../option.js'
import { openProjectTrust } from '../setup/project-trust.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

/** Runs commands in a project, one call after the other; what was refused comes back. */
async function commands(project: Project, lines: readonly string[], options: RaiderOptions = {}) {
  const turns = lines.map((command) => ({ calls: [{ Bash: { command } }] }))
  const raider = new Raider({
    ...optionsIn(project),
    engine: script({ turns: [...turns, 'end'] }),
    ...options,
  })
  const events: RaiderEvent[] = []
  const run = raider.run('go')
  for await (const event of run) events.push(event)
  const { denials } = await run.result
  return { refused: denials.map(({ tool_input }) => tool_input.command), events }
}

const always: CanUseTool = (_tool, _input, { suggestions }) =>
  Promise.resolve({ behavior: 'allow', updatedPermissions: suggestions })

const giving =
  (...updatedPermissions: readonly PermissionUpdate[]): CanUseTool =>
  () =>
    Promise.resolve({ behavior: 'allow', updatedPermissions })

const local = '.claude/settings.local.json'
const json = async (project: Project, path: string): Promise<JsonObject> =>
  JSON.parse(await readFile(project.path(path), 'utf8')) as JsonObject

const repository = async (files: Files = {}): Promise<Project> => {
  const project = await createProject(files)
  execFileSync('git', ['init', '-q', project.dir])
  return project
}

describe('a lasting answer', () => {
  it('is written to the local settings, and holds in the next session without a question', async () => {
    await using project = await createProject()
    expect((await commands(project, ['touch -a f'], { canUseTool: always })).refused).toEqual([])
    expect(await json(project, local)).toEqual({ permissions: { allow: ['Bash(touch *)'] } })
    expect((await commands(project, ['touch -a g'])).refused).toEqual([])
  })

  it('does not cost the project its trust, and gives it none', async () => {
    const files = { '.claude/settings.json': { permissions: { allow: ['Bash(mkdir *)'] } } }
    await using project = await createProject(files)
    const place = { cwd: project.dir, homeDir: project.home, env: { HOME: project.home } }
    await commands(project, ['touch -a f'], { canUseTool: always })
    expect((await openProjectTrust(place)).answer.trusted).toBe(false)
    await (await openProjectTrust(place)).grant()
    await commands(project, ['chmod +x f'], { canUseTool: always })
    expect((await openProjectTrust(place)).answer.why).toBe('granted')
    expect((await commands(project, ['mkdir -p d', 'chmod -x f'])).refused).toEqual([])
  })

  it('goes to the file that it names, and is in force at once', async () => {
    await using project = await createProject()
    const rule = (destination: PermissionUpdate['destination'], ruleContent: string): PermissionUpdate => ({
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent }],
      behavior: 'deny',
      destination,
    })
    const canUseTool = giving(rule('userSettings', 'ls u'), rule('projectSettings', 'ls p'), rule('session', 'ls s'))
    const { refused } = await commands(project, ['mktemp -u', 'ls u', 'ls p', 'ls s'], { canUseTool })
    expect(refused).toEqual(['ls u', 'ls p', 'ls s'])
    expect(await json(project, '.claude/settings.json')).toEqual({ permissions: { deny: ['Bash(ls p)'] } })
    expect(await json(project, '../home/.claude/settings.json')).toEqual({ permissions: { deny: ['Bash(ls u)'] } })
  })

  it('may open a folder and change the mode', async () => {
    await using project = await createProject({}, { home: { 'outside/f': 'x' } })
    const outside = `${project.home}/outside`
    const canUseTool = giving(
      { type: 'addDirectories', directories: [outside], destination: 'session' },
      { type: 'setMode', mode: 'acceptEdits', destination: 'localSettings' },
      { type: 'setMode', mode: 'bypassPermissions', destination: 'session' },
    )
    let asked = 0
    const counting: CanUseTool = (...args) => (asked++, canUseTool(...args))
    const { events } = await commands(project, ['mktemp -u', `touch ${outside}/g`], { canUseTool: counting })
    expect(asked).toBe(1)
    expect(events.flatMap((event) => (event.type === 'mode-change' ? [event.mode] : []))).toEqual(['acceptEdits'])
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', text: expect.stringContaining('bypass') }))
    expect(await json(project, local)).toEqual({ permissions: { defaultMode: 'acceptEdits' } })
  })

  it('is no news to hooks that hear of changed settings, as what others write is', async () => {
    const heard = { ConfigChange: [{ hooks: [{ type: 'command', command: 'cat >> "$HOME/heard"' }] }] }
    await using project = await createProject({}, { home: { '.claude/settings.json': { hooks: heard } } })
    await commands(
      project,
      [
        'mktemp -u',
        `echo '{"language":"x"}' > .claude/settings.json`,
        'until grep -q project_settings "$HOME/heard"; do sleep 0.05; done',
      ],
      { canUseTool: always },
    )
    expect(await json(project, local)).toMatchObject({ permissions: { allow: ['Bash(mktemp *)'] } })
    expect(await readFile(`${project.home}/heard`, 'utf8')).not.toContain('local_settings')
  })

  it('keeps new local settings out of git, once', async () => {
    await using project = await repository()
    await commands(project, ['mktemp -u'], { canUseTool: always })
    await commands(project, ['mkfifo p'], { canUseTool: always })
    const ignored = await readFile(`${project.home}/.config/git/ignore`, 'utf8')
    expect(ignored).toBe('**/.claude/settings.local.json\n')
  })

  it('touches no list of git where the repository leaves the file out already', async () => {
    await using project = await repository({ '.gitignore': '.claude/settings.local.json' })
    await commands(project, ['mktemp -u'], { canUseTool: always })
    await expect(readFile(`${project.home}/.config/git/ignore`)).rejects.toThrow('ENOENT')
  })

  it('counts for the session where the file cannot be changed, which is told', async () => {
    await using project = await createProject({ [local]: { permissions: { allow: 'all' } } })
    const { refused, events } = await commands(project, ['touch -a f', 'touch -a g'], {
      canUseTool: always,
      profile: 'claude',
    })
    expect(refused).toEqual([])
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', level: 'warning', text: expect.stringContaining(local) }),
    )
  })
})

describe('the answer of a host', () => {
  it('comes with what it needs to know', async () => {
    await using project = await createProject()
    const asked: unknown[] = []
    const canUseTool: CanUseTool = (name, input, context) => {
      asked.push([name, input, context])
      return Promise.resolve({ behavior: 'deny', message: 'no' })
    }
    const { refused } = await commands(project, ['cat /etc/hostname'], { canUseTool })
    expect(refused).toEqual(['cat /etc/hostname'])
    expect(asked).toEqual([
      [
        'Bash',
        { command: 'cat /etc/hostname' },
        expect.objectContaining({
          title: 'Bash(cat /etc/hostname)',
          toolUseId: expect.any(String),
          blockedPath: '/etc/hostname',
          reason: expect.stringContaining('approval'),
          suggestions: [expect.objectContaining({ type: 'addRules' })],
          signal: expect.any(AbortSignal),
        }),
      ],
    ])
  })

  it('refuses the call where it is none', async () => {
    await using project = await createProject()
    const canUseTool = (() => Promise.resolve('yes')) as unknown as CanUseTool
    const { events } = await commands(project, ['touch -a f'], { canUseTool })
    const [result] = events.flatMap((event) => (event.type === 'tool-result' ? [event] : []))
    expect(result).toMatchObject({ status: 'refused', content: [{ text: expect.stringContaining('no object') }] })
  })
})
