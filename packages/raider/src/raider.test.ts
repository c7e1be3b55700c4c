import { plainText, type JsonObject, type RaiderEvent, type RunOutcome } from '@raider/contracts'
import { listJournals, readJournal, verifyJournal } from '@raider/journal'
import { script, type ScriptTurn } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from './option.js'
import { Raider } from './raider.js'
import { optionsIn } from './options.fixture.js'

const hook = (command: string, matcher = '') => [{ matcher, hooks: [{ type: 'command', command }] }]
const say = (event: string, fields: JsonObject) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })}'`
const bash = (...commands: readonly string[]): ScriptTurn => ({
  calls: commands.map((command) => ({ Bash: { command } })),
})

interface Played {
  readonly outcome: RunOutcome
  readonly events: readonly RaiderEvent[]
}

/** Plays turns in a project, with nothing of the machine's own settings. */
async function play(project: Project, turns: readonly ScriptTurn[], options: RaiderOptions = {}): Promise<Played> {
  const raider = new Raider({
    ...optionsIn(project),
    engine: script({ turns: [...turns, 'end'] }),
    trust: true,
    ...options,
  })
  const events: RaiderEvent[] = []
  const run = raider.run('go')
  for await (const event of run) events.push(event)
  return { outcome: await run.result, events }
}

const results = ({ events }: Played) => events.filter((event) => event.type === 'tool-result')
const textOf = (played: Played, n = 0) => plainText(results(played)[n]?.content ?? [])

it('runs functions of the program as hooks', async () => {
  await using project = await createProject({ '.claude/settings.json': { permissions: { allow: ['Bash'] } } })
  const noTouching = (): JsonObject => ({ decision: 'block', reason: 'not from here' })
  const played = await play(project, [bash('touch ran')], {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [noTouching] }] },
  })
  expect(textOf(played)).toContain('PreToolUse:Bash hook error: not from here')
  expect(results(played)[0]?.decision.source).toEqual({ kind: 'hook', name: 'noTouching', layer: 'code' })
  await expect(project.read('ran')).rejects.toThrow()
})

describe("a user's hooks in a whole run", () => {
  it('refuse a call and tell the model why; nothing has run', async () => {
    await using project = await createProject({
      '.claude/settings.json': {
        permissions: { allow: ['Bash'] },
        hooks: { PreToolUse: hook("echo 'not here' >&2; exit 2", 'Bash') },
      },
    })
    const played = await play(project, [bash('touch ran')])
    expect(textOf(played)).toContain("PreToolUse:Bash hook error: [echo 'not here' >&2; exit 2]: not here")
    await expect(project.read('ran')).rejects.toThrow()
    expect(results(played)[0]?.decision.source).toMatchObject({
      kind: 'hook',
      layer: 'project',
      file: project.path('.claude/settings.json'),
      line: expect.any(Number),
    })
  })

  it('bring their context to the model as reminders inside the result, of a refused call too', async () => {
    await using project = await createProject({
      '.claude/settings.json': {
        hooks: {
          PreToolUse: hook(
            say('PreToolUse', {
              permissionDecision: 'deny',
              permissionDecisionReason: 'no',
              additionalContext: 'before',
            }),
          ),
          PostToolUseFailure: hook(say('PostToolUseFailure', { additionalContext: 'after' })),
        },
      },
    })
    const text = textOf(await play(project, [bash('touch ran')]))
    expect(text.match(/<system-reminder>\n.*\n<\/system-reminder>/g)).toEqual([
      '<system-reminder>\nPreToolUse:Bash hook additional context: before\n</system-reminder>',
      '<system-reminder>\nPostToolUseFailure:Bash hook additional context: after\n</system-reminder>',
    ])
  })

  it('end the run by continue: false, in order, and the call was not run', async () => {
    await using project = await createProject({
      '.claude/settings.json': {
        permissions: { allow: ['Bash'] },
        hooks: { PreToolUse: hook(`echo '{"continue":false,"stopReason":"enough"}'`) },
      },
    })
    const { outcome } = await play(project, [bash('touch one', 'touch two')])
    expect(outcome).toMatchObject({ kind: 'cancelled', by: 'hook', reason: 'enough', turns: 1 })
    await expect(project.read('one')).rejects.toThrow()
  })

  it('see an interrupted call as a failure', async () => {
    await using project = await createProject({
      '.claude/settings.json': {
        permissions: { allow: ['Bash'] },
        hooks: { PostToolUseFailure: hook('cat > failure.json') },
      },
    })
    await play(project, [bash('sleep 30')], { maxTimeMs: 1000 })
    expect(JSON.parse(await project.read('failure.json'))).toMatchObject({ tool_name: 'Bash', is_interrupt: true })
  })

  it('see calls with an unknown tool or a wrong input, in profile claude they do not', async () => {
    const files = { '.claude/settings.json': { hooks: { PostToolUseFailure: hook('cat >> failures') } } }
    const turns: ScriptTurn[] = [{ calls: [{ Nope: {} }, { Bash: { comand: 'x' } }] }]
    await using strict = await createProject(files)
    await play(strict, turns)
    expect((await strict.read('failures')).trim().split('\n')).toHaveLength(2)
    await using like = await createProject(files)
    await play(like, turns, { profile: 'claude' })
    await expect(like.read('failures')).rejects.toThrow()
  })
})

describe('memory in a whole run', () => {
  it('comes with the first touch of a folder, once, and not with an error', async () => {
    await using project = await createProject({
      'CLAUDE.md': 'root rules',
      'src/CLAUDE.md': 'src rules',
      'src/a.txt': 'a',
    })
    const read = (file: string): ScriptTurn => ({ calls: [{ Read: { file_path: file } }] })
    const played = await play(project, [read('src/missing.txt'), read('src/a.txt'), read('src/a.txt')])
    expect([0, 1, 2].map((n) => textOf(played, n).includes('src rules'))).toEqual([false, true, false])
    const loads = played.events.flatMap((event) => (event.type === 'memory-load' ? [event.reason] : []))
    expect(loads).toEqual(['session_start', 'nested_traversal'])
  })
})

describe('trust', () => {
  const guarded = { '.claude/settings.json': { hooks: { PreToolUse: hook('exit 2', 'Bash') } } }

  it('ends the start of a project whose guards were never trusted, and says what to type', async () => {
    await using project = await createProject(guarded)
    const { trust: _, ...untrusted } = { trust: true }
    await expect(play(project, [], { ...untrusted, trust: false })).rejects.toMatchObject({
      code: 'untrusted-project',
      message: expect.stringContaining(`raider trust ${project.dir}`),
    })
  })

  it('can be gone without, where the host says so: its deny rules hold all the same', async () => {
    await using project = await createProject({
      '.claude/settings.json': {
        ...guarded['.claude/settings.json'],
        permissions: { deny: ['Bash(touch *)'], allow: ['Bash'] },
      },
    })
    const played = await play(project, [bash('touch ran')], { trust: false, projectHooks: false })
    expect(results(played)[0]?.status).toBe('refused')
    expect(results(played)[0]?.decision.source).toMatchObject({ kind: 'rule', name: 'Bash(touch *)' })
  })
})

describe('headless and without a rule', () => {
  it('Bash, Write and Edit are refused with a text that says what to do', async () => {
    await using project = await createProject({ 'a.txt': 'a' })
    const played = await play(project, [
      bash('touch ran'),
      { calls: [{ Write: { file_path: 'new.txt', content: 'x' } }] },
      { calls: [{ Read: { file_path: 'a.txt' } }] },
      { calls: [{ Edit: { file_path: 'a.txt', old_string: 'a', new_string: 'b' } }] },
    ])
    expect(results(played).map((result) => result.status)).toEqual(['refused', 'refused', 'ok', 'refused'])
    expect(played.outcome.denials.map((denial) => denial.tool_name)).toEqual(['Bash', 'Write', 'Edit'])
    expect(await project.read('a.txt')).toBe('a')
  })
})

it.each([
  ['WebFetch', 'not on the public internet'],
  ['WebFetch(domain:localhost)', 'ECONNREFUSED'],
])('the allow rule %s lets WebFetch read private hosts only where it names them', async (rule, answer) => {
  await using project = await createProject()
  const fetching = { calls: [{ WebFetch: { url: 'http://localhost:1/', prompt: 'p' } }] }
  expect(textOf(await play(project, [fetching], { allowedTools: [rule] }))).toContain(answer)
})

describe('bad settings', () => {
  it('a file that is no JSON ends the start and names file and place', async () => {
    await using project = await createProject({ '.claude/settings.json': '{ "permissions": { "deny": ["Bash"] ' })
    await expect(play(project, [])).rejects.toMatchObject({
      code: 'bad-settings',
      message: expect.stringContaining(project.path('.claude/settings.json')),
    })
  })

  it('one malformed handler is dropped with a notice naming its field; everything else in the file holds', async () => {
    await using project = await createProject({
      '.claude/settings.json': {
        permissions: { deny: ['Bash(touch *)'] },
        hooks: {
          PreToolUse: [
            {
              hooks: [
                { type: 'command', command: 7 },
                { type: 'command', command: 'cat > seen' },
              ],
            },
          ],
        },
      },
    })
    const played = await play(project, [bash('touch ran')])
    expect(results(played)[0]?.status).toBe('refused')
    expect(await project.read('seen')).toContain('PreToolUse')
    const notices = played.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
    expect(notices.join('\n')).toMatch(/settings\.json.*hooks\.PreToolUse\[0\]\.hooks\[0\]/)
  })
})

describe('the journal of a whole run', () => {
  it('verifies, has each call before it ran and each result as the model got it', async () => {
    await using project = await createProject({ 'a.txt': 'hello' })
    const { outcome } = await play(project, [{ calls: [{ Read: { file_path: 'a.txt' } }] }])
    const [journal] = await listJournals(project.path('..', 'journals'))
    const file = journal?.file ?? ''
    expect(await verifyJournal(file)).toMatchObject({ ok: true, torn: 0 })
    const lines: JsonObject[] = []
    for await (const line of readJournal(file)) lines.push({ ...line })
    const types = lines.map((line) => line.type)
    expect(types.indexOf('tool-call')).toBeLessThan(types.indexOf('tool-start'))
    expect(lines.find((line) => line.type === 'tool-result')).toMatchObject({
      content: [{ type: 'text', text: '1\thello' }],
    })
    expect(lines.find((line) => line.type === 'run-end')).toMatchObject({
      coverage: { calls: 1, before: 1, executed: 1, after: 1 },
    })
    expect(outcome.toolEvents.map((event) => event.phase)).toEqual(['call', 'result'])
  })
})

describe('several runs of one Raider at once', () => {
  it('know nothing of each other', async () => {
    await using project = await createProject({ 'CLAUDE.md': 'rules' })
    const runs = await Promise.all(['a', 'b', 'c'].map((word) => play(project, [bash(`echo ${word}`)])))
    expect(runs.map((played) => textOf(played))).toEqual(['a', 'b', 'c'])
    expect(new Set(runs.map((played) => played.outcome.sessionId)).size).toBe(3)
  })
})
