import { type JsonObject, type RunOutcome } from '@raider/contracts'
import { script, type ScriptTurn } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { expect, it } from 'vitest'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

/** Runs turns in a project whose settings have these hooks. */
const play = async (project: Project, hooks: JsonObject, turns: readonly ScriptTurn[]): Promise<RunOutcome> => {
  await project.write({ '.claude/settings.json': { permissions: { allow: ['Bash'] }, hooks } })
  const raider = new Raider({
    ...optionsIn(project),
    engine: script({ turns: [...turns, 'end'] }),
    trust: true,
    strict: true,
  })
  return raider.run('go').result
}

const touch: ScriptTurn = { calls: [{ Bash: { command: 'touch ran' } }] }
const group = (handler: JsonObject) => [{ matcher: 'Bash', hooks: [handler] }]
const errorOf = ({ toolEvents }: RunOutcome) => toolEvents.find((event) => event.phase === 'failure')?.error

it('lets a model refuse a call in one reply', async () => {
  await using project = await createProject()
  const hooks = { PreToolUse: group({ type: 'prompt', prompt: 'Harmless? $ARGUMENTS', continueOnBlock: true }) }
  const outcome = await play(project, hooks, [touch, { agent: 'hook', text: '{"ok": false, "reason": "it touches"}' }])
  expect(errorOf(outcome)).toContain('PreToolUse:Bash hook error: [Harmless? $ARGUMENTS]: it touches')
  await expect(project.read('ran')).rejects.toThrow()
  expect(outcome).toMatchObject({ kind: 'done', turns: 2 })
})

const judges = { type: 'agent', prompt: 'Is there a file named ok?' }
const handIn = (answer: JsonObject): ScriptTurn => ({ agent: 'hook-agent', calls: [{ StructuredOutput: answer }] })

it('lets a subagent look around before it refuses', async () => {
  await using project = await createProject()
  const look = { agent: 'hook-agent', calls: [{ Bash: { command: 'ls > looked' } }] }
  const hooks = { PreToolUse: [...group(judges), ...group({ type: 'command', command: 'cat >> seen' })] }
  const outcome = await play(project, hooks, [touch, look, handIn({ ok: false, reason: 'there is none' })])
  expect(errorOf(outcome)).toContain('there is none')
  await expect(project.read('ran')).rejects.toThrow()
  expect(await project.read('looked')).toContain('seen')
  const seen = (await project.read('seen'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)
  // The other hook of the call runs beside the subagent: either may be seen first.
  const judged = seen.filter(({ agent_id: id }) => typeof id === 'string' && id.startsWith('hook-agent-'))
  expect([seen.length, judged.length]).toEqual([2, 1])
})

it('asks a subagent again that would end without an answer', async () => {
  await using project = await createProject()
  const turns = [touch, { agent: 'hook-agent', text: 'Fine.' }, handIn({ ok: false, reason: 'on second thoughts' })]
  expect(errorOf(await play(project, { PreToolUse: group(judges) }, turns))).toContain('on second thoughts')
})

it('lets the call go on where the subagent agrees, and runs no hooks for its coming and going', async () => {
  await using project = await createProject()
  const told = [{ hooks: [{ type: 'command', command: 'touch told' }] }]
  const hooks = { PreToolUse: group(judges), SubagentStop: told, SubagentStart: told }
  const outcome = await play(project, hooks, [touch, handIn({ ok: true })])
  expect(outcome.kind).toBe('done')
  expect(await project.read('ran')).toBe('')
  await expect(project.read('told')).rejects.toThrow()
})
