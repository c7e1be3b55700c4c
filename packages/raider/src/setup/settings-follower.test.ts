import { claudeHooks } from '@raider/claude-hooks'
import type { JsonObject, Plugin } from '@raider/contracts'
import { script, type ScriptTurn } from '@raider/engine-script'
import type { Session } from '@raider/loop'
import { createProject, until, type Project } from '@raider/testing'
import { expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { openProjectTrust } from './project-trust.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

const hooksOn = (event: string, command: string): JsonObject => ({
  [event]: [{ hooks: [{ type: 'command', command }] }],
})
const file = '.claude/settings.json'
const ls: ScriptTurn = { calls: [{ Bash: { command: 'ls' } }] }

const open = (
  project: Project,
  options: RaiderOptions = {},
  trust: RaiderOptions = { trust: true },
): Promise<Session> =>
  new Raider({
    ...optionsIn(project),
    engine: script({ turns: [{ text: 'end', times: 1000 }] }),
    ...trust,
    ...options,
  }).open()

const exists = (project: Project, path: string): Promise<boolean> =>
  project.read(path).then(
    () => true,
    () => false,
  )

/** Runs prompts until one of them leaves a file behind. */
const untilRan = (session: Session, project: Project, path: string): Promise<unknown> =>
  until(`${path} is there`, async () => {
    await session.run('go').result
    return exists(project, path)
  })

it('runs hooks of a file that comes up while the session is open, once ConfigChange hooks let it', async () => {
  await using project = await createProject()
  await project.write({ '.claude/settings.local.json': { hooks: hooksOn('ConfigChange', 'cat > change') } })
  const session = await open(project)
  await project.write({ [file]: { hooks: hooksOn('UserPromptSubmit', 'touch ran') } })
  await untilRan(session, project, 'ran')
  expect(JSON.parse(await project.read('change'))).toMatchObject({
    hook_event_name: 'ConfigChange',
    source: 'project_settings',
    file_path: project.path(file),
  })
  await session.close()
})

it('leaves a change alone that a ConfigChange hook refuses', async () => {
  await using project = await createProject()
  await project.write({ '.claude/settings.local.json': { hooks: hooksOn('ConfigChange', 'touch asked; exit 2') } })
  const session = await open(project)
  await project.write({ [file]: { hooks: hooksOn('UserPromptSubmit', 'touch ran') } })
  await until('the hook was asked', () => exists(project, 'asked'))
  await session.run('go').result
  expect(await exists(project, 'ran')).toBe(false)
  await session.close()
})

it('puts changed deny rules in force', async () => {
  await using project = await createProject({ [file]: { permissions: { allow: ['Bash'] } } })
  const session = await open(project, { engine: script({ turns: [{ ...ls, times: 1000 }] }), maxTurns: 1 })
  await project.write({ [file]: { permissions: { allow: ['Bash'], deny: ['Bash(ls)'] } } })
  await until('the rule counts', async () => (await session.run('go').result).denials.length > 0)
  await session.close()
})

it('gives a changed environment to hooks of the runs to come', async () => {
  await using project = await createProject({ [file]: { hooks: hooksOn('UserPromptSubmit', 'echo "$WORD" > word') } })
  const session = await open(project)
  await project.write({ [file]: { hooks: hooksOn('UserPromptSubmit', 'echo "$WORD" > word'), env: { WORD: 'new' } } })
  await until('hooks see the variable', async () => {
    await session.run('go').result
    return (await project.read('word')) === 'new\n'
  })
  await session.close()
})

it('goes on with what was trusted when a change costs the project its trust', async () => {
  await using project = await createProject({ [file]: { hooks: hooksOn('UserPromptSubmit', 'echo old >> ran') } })
  await (await openProjectTrust({ cwd: project.dir, homeDir: project.home, env: {} })).grant()
  const notices: string[] = []
  const ear: Plugin = {
    name: 'ear',
    create: () => ({ onEvent: (event) => void (event.type === 'notice' && notices.push(event.text)) }),
  }
  const session = await open(project, { plugins: [claudeHooks(), ear] }, {})
  await project.write({ [file]: { hooks: hooksOn('UserPromptSubmit', 'echo new >> ran') } })
  await until('the change is noticed', () => notices.some((text) => text.includes('goes on with what was trusted')))
  await session.run('go').result
  expect(await project.read('ran')).toBe('old\n')
  await session.close()
})
