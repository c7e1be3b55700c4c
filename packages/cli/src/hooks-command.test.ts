import { expect, it } from 'vitest'
import { cliProject } from './raider.fixture.js'

const settings = (hooks: Record<string, unknown>) => ({
  '.claude/settings.json': JSON.stringify({ hooks }, null, 2),
})
const group = (command: string, matcher?: string) => [
  { ...(matcher && { matcher }), hooks: [{ type: 'command', command }] },
]
const hooks = { PreToolUse: group('echo no >&2; exit 2', 'Bash'), TeammateIdle: group('true'), Nope: [] }

it('lists every hook with event, matcher, place and state, and what is malformed', async () => {
  await using project = await cliProject([], settings(hooks))
  const { stdout, code } = await project.raider(['hooks', 'list', '--trust'])
  expect(code).toBe(0)
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toContain('hooks.Nope is no hook event')
  expect(lines.slice(1, 3)).toEqual([
    'PreToolUse  Bash  echo no >&2; exit 2  .claude/settings.json:7',
    'TeammateIdle  *  true  .claude/settings.json:17  never fires here',
  ])
  expect(lines[3]).toMatch(/^never fire here: .*TeammateIdle/)
})

it('says as JSON which hooks of the project are not trusted', async () => {
  await using project = await cliProject([], settings(hooks))
  const { stdout } = await project.raider(['hooks', 'list', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    hooks: [
      {
        event: 'PreToolUse',
        matcher: 'Bash',
        type: 'command',
        state: 'not trusted',
        source: { layer: 'project', line: 7 },
      },
      { event: 'TeammateIdle', state: 'never fires here' },
    ],
  })
})

it('runs the hooks of an event and says what came of it', async () => {
  await using project = await cliProject([], settings(hooks))
  const input = '{"tool_name": "Bash", "tool_input": {"command": "ls"}}'
  const told = await project.raider(['hooks', 'test', 'PreToolUse', '--trust', '--input', input])
  expect(told.stdout.split('\n')).toEqual([
    'echo no >&2; exit 2  blocked  exit 2, deny',
    'deny  PreToolUse:Bash hook error: [echo no >&2; exit 2]: no',
    '',
  ])
  const { stdout } = await project.raider(['hooks', 'test', 'PreToolUse', '--trust', '--json', '--input', input])
  expect(JSON.parse(stdout)).toMatchObject({ stance: 'deny', votes: [{ stance: 'deny' }] })
})

it('tries every guard and fails where one cannot speak', async () => {
  await using project = await cliProject(
    [],
    settings({ PreToolUse: [...group('true', 'Bash'), ...group('no-such-guard')] }),
  )
  const { stdout, code } = await project.raider(['hooks', 'check', '--trust'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^PreToolUse {2}true {2}\.claude\/settings\.json:\d+ {2}ok\n.*no-such-guard.*fails: /)
})

it('does not hold it against a guard with a condition that it refuses', async () => {
  const guard = { type: 'command', command: 'exit 2', if: 'Bash(git push *)' }
  await using project = await cliProject([], settings({ PreToolUse: [{ matcher: 'Bash', hooks: [guard] }] }))
  const { stdout, code } = await project.raider(['hooks', 'check', '--trust'])
  expect(code).toBe(0)
  expect(stdout).toContain('ok: refuses, and is asked only if Bash(git push *)')
})

it('runs nothing of a project that is not trusted, and says which flag lets it', async () => {
  await using project = await cliProject([], settings(hooks))
  const { stdout, stderr, code } = await project.raider(['hooks', 'check'])
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
  expect(stderr).toMatch(/^raider: .* is not trusted .* add --trust or type raider trust\n$/)
})

it('says so where no hook is for the event', async () => {
  await using project = await cliProject([], settings(hooks))
  const { stdout } = await project.raider(['hooks', 'test', 'PreToolUse', '--trust'])
  expect(stdout).toBe('no hook ran: none of PreToolUse is for an event without --input\n')
})

it.each([
  [['hooks', 'test', 'PreTool'], 'PreTool is no hook event. There are: SessionStart, '],
  [['hooks', 'test'], 'needs an event, such as PreToolUse'],
  [['hooks', 'test', 'Stop', '--trust', '--input', '[]'], '--input must be a JSON object'],
  [['hooks', 'show'], 'raider hooks knows list, test and check'],
])('refuses %j', async (args, problem) => {
  await using project = await cliProject()
  const { stderr, code } = await project.raider(args)
  expect(code).not.toBe(0)
  expect(stderr).toContain(problem)
})
