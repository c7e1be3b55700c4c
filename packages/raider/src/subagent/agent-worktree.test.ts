import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { plainText, type JsonObject, type RaiderEvent } from '@raider/contracts'
import { script, type ScriptTurn } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { expect, it } from 'vitest'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

const call = (more: JsonObject = {}): ScriptTurn => ({
  calls: [{ Agent: { description: 'd', prompt: 'p', subagent_type: 'x', run_in_background: false, ...more } }],
})
const isolated = call({ isolation: 'worktree' })
const bash = (command: string): ScriptTurn => ({ calls: [{ Bash: { command } }] })

const git = (project: Project, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b.c', ...args], { cwd: project.dir, encoding: 'utf8' })

const createRepository = async (hooks: JsonObject = {}): Promise<Project> => {
  const project = await createProject({
    f: 'one\n',
    '.claude/agents/x.md': '---\nname: x\ndescription: helps\n---\nYou help.\n',
    '.claude/settings.json': { permissions: { allow: ['Bash', 'Write'] }, hooks },
  })
  git(project, 'init', '-q', '-b', 'main')
  git(project, 'add', '-A')
  git(project, 'commit', '-q', '-m', 'one')
  return project
}

interface Played {
  /** What the main thread got back of its calls. */
  readonly answers: readonly string[]
  /** What the agent got back of its own. */
  readonly inside: readonly string[]
}

const play = async (project: Project, turns: readonly ScriptTurn[], agent: readonly ScriptTurn[]): Promise<Played> => {
  const raider = new Raider({
    ...optionsIn(project),
    engine: script({ turns: [...turns], agents: { x: [...agent] } }),
    trust: true,
  })
  const results: Extract<RaiderEvent, { type: 'tool-result' }>[] = []
  for await (const event of raider.run('go')) if (event.type === 'tool-result') results.push(event)
  const texts = (isMain: boolean) =>
    results.filter(({ agent: path }) => (path === 'main') === isMain).map(({ content }) => plainText(content))
  return { answers: texts(true), inside: texts(false) }
}

it('works in its worktree, and nothing stays where it changed nothing', async () => {
  await using project = await createRepository()
  const { answers, inside } = await play(project, [isolated, 'end'], [bash('pwd; cat f'), 'looked'])
  expect(inside[0]).toMatch(/\.claude\/worktrees\/agent-a[0-9a-f]{16}\none$/)
  expect(answers[0]).not.toContain('worktreePath')
  expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
})

it('leaves its worktree where it changed something, and its caller is told', async () => {
  await using project = await createRepository()
  const { answers } = await play(project, [isolated, 'end'], [bash('echo two > f'), 'done'])
  const [, path, branch] = /worktreePath: (.*)\nworktreeBranch: (.*)\n/.exec(answers[0] ?? '') ?? []
  expect(path).toMatch(/^\/.*\/agent-a[0-9a-f]{16}$/)
  expect(git(project, 'worktree', 'list')).toContain(`${path} `)
  expect(git(project, 'branch')).toContain(branch)
  expect(await project.read('f')).toBe('one\n')
})

it('goes on in its worktree when it is spoken to', async () => {
  await using project = await createRepository()
  const turns = [
    call({ isolation: 'worktree', name: 'bob' }),
    { calls: [{ SendMessage: { to: 'bob', message: 'more' } }] },
    'waiting',
    'end',
  ]
  const { inside } = await play(project, turns, [bash('pwd; touch new'), 'one', bash('pwd; ls'), 'two'])
  expect(inside[1]?.split('\n')).toEqual([inside[0], 'f', 'new'])
})

it('leaves its worktree where it failed after a change, and its caller is told', async () => {
  await using project = await createRepository()
  const { answers } = await play(project, [isolated, 'end'], [bash('echo two > f'), { fault: 'authentication' }])
  expect(answers[0]).toMatch(/What it did is in its worktree, .*\/agent-a[0-9a-f]{16}\.$/)
})

it('keeps its own agents there, and they are bound as it is', async () => {
  await using project = await createRepository()
  const other = project.path('f')
  const agent = [
    call({ prompt: 'within' }),
    { calls: [{ Write: { file_path: other, content: 'x' } }] },
    'inner',
    'outer',
  ]
  const { inside } = await play(project, [isolated, 'end'], agent)
  expect(inside[0]).toContain('You work in the worktree')
  expect(await project.read('f')).toBe('one\n')
})

it('is asked for by hooks in place of git, and theirs is kept', async () => {
  const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }]
  await using project = await createRepository({
    WorktreeCreate: hook('cat > ../asked; mkdir -p ../tree; echo ../tree'),
    WorktreeRemove: hook('touch ../removed'),
  })
  const { answers, inside } = await play(project, [isolated, 'end'], [bash('pwd'), 'done'])
  expect(JSON.parse(await project.read('../asked'))).toMatchObject({
    hook_event_name: 'WorktreeCreate',
    name: expect.stringMatching(/^agent-a/),
  })
  expect(inside[0]).toBe(project.path('../tree'))
  expect(answers[0]).toContain(`worktreePath: ${project.path('../tree')}\n<usage>`)
  expect(existsSync(project.path('../removed'))).toBe(false)
})

it('is not started where there can be no worktree', async () => {
  await using project = await createRepository({
    WorktreeCreate: [{ hooks: [{ type: 'command', command: 'echo no room >&2; exit 1' }] }],
  })
  const { answers, inside } = await play(project, [isolated, 'end'], ['never'])
  expect(answers[0]).toMatch(/WorktreeCreate hook made no worktree: .*no room/)
  expect(inside).toEqual([])
})
