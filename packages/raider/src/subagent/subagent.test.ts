import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainText, type JsonObject, type RaiderEvent, type RunOutcome } from '@raider/contracts'
import { script, type Script, type ScriptTurn } from '@raider/engine-script'
import { listJournals, readJournal } from '@raider/journal'
import { createProject, type Files, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

const agentFile = (more = ''): string => `---\nname: x\ndescription: helps\n${more}---\nYou help.\n`
const starts = (more: JsonObject = {}): ScriptTurn => ({
  calls: [{ Agent: { description: 'help', prompt: 'do it', subagent_type: 'x', run_in_background: false, ...more } }],
})
const bash = (command: string): ScriptTurn => ({ calls: [{ Bash: { command } }] })
const settings = (more: JsonObject = {}): Files => ({
  '.claude/agents/x.md': agentFile(),
  '.claude/settings.json': { permissions: { allow: ['Bash'] }, ...more },
})

const raiderIn = (project: Project, played: Script, options: RaiderOptions = {}): Raider =>
  new Raider({
    ...optionsIn(project),
    engine: script(played),
    trust: true,
    ...options,
  })

interface Played {
  readonly outcome: RunOutcome
  readonly events: readonly RaiderEvent[]
}

async function play(project: Project, played: Script, options: RaiderOptions = {}): Promise<Played> {
  const run = raiderIn(project, played, options).run('go')
  const events: RaiderEvent[] = []
  for await (const event of run) events.push(event)
  return { outcome: await run.result, events }
}

/** What the main thread got back of its calls. */
const answers = ({ events }: Played): readonly string[] =>
  events.flatMap((event) => (event.type === 'tool-result' && event.agent === 'main' ? [plainText(event.content)] : []))

const usage = { input: 10, output: 5 }

describe('a subagent', () => {
  it('works in a session of its own, and its report goes to its parent', async () => {
    await using project = await createProject(settings())
    const played = await play(project, {
      turns: [
        { ...(starts() as object), usage },
        { text: 'end', usage },
      ],
      agents: {
        x: [
          { ...(bash('touch made') as object), usage },
          { text: 'I made it', usage },
        ],
      },
    })
    expect(answers(played)[0]).toContain('\n  I made it\nagentId: a')
    expect(await project.read('made')).toBe('')
    expect(played.outcome).toMatchObject({ kind: 'done', text: 'end', turns: 2, usage: { inputTokens: 40 } })
    const paths = new Set(played.events.map(({ agent }) => agent))
    expect([...paths]).toEqual(['main', 'main/x'])
  })

  it('has a journal linked to the call, and a transcript beside that of its parent', async () => {
    await using project = await createProject(settings())
    const { events } = await play(project, { turns: [starts(), 'end'], agents: { x: ['hi'] } })
    const opened = events.find((event) => event.type === 'session-open' && event.agent === 'main/x')
    const journals = await listJournals(project.path('..', 'journals'))
    expect(journals).toHaveLength(2)
    const own = journals.find(({ file }) => file.includes('.agent-'))
    for await (const line of readJournal(own?.file ?? '')) {
      expect(line).toMatchObject({ type: 'session-open', parent: { call: expect.stringMatching(/^toolu/) } })
      break
    }
    if (opened?.type !== 'session-open') throw new Error('the subagent was never opened')
    const file = opened.child?.transcript ?? ''
    const [prompt] = (await readFile(file, 'utf8')).split('\n')
    expect(JSON.parse(prompt ?? '')).toMatchObject({ isSidechain: true, agentId: opened.child?.id })
    const facts = await readFile(file.replace(/\.jsonl$/, '.meta.json'), 'utf8')
    expect(JSON.parse(facts)).toMatchObject({ agentType: 'x', spawnDepth: 1, isBuiltIn: false })
  })

  it('is told apart by hooks, which can send it on at its end', async () => {
    const hook = 'cat >> seen; echo >> seen; test -e once || { touch once; echo more >&2; exit 2; }'
    await using project = await createProject(
      settings({ hooks: { SubagentStop: [{ matcher: 'x', hooks: [{ type: 'command', command: hook }] }] } }),
    )
    const played = await play(project, { turns: [starts(), 'end'], agents: { x: ['one', 'two'] } })
    expect(answers(played)[0]).toContain('  two\n')
    const [first, second] = (await project.read('seen')).split('\n').filter((line) => line !== '')
    expect(JSON.parse(first ?? '')).toMatchObject({ agent_type: 'x', stop_hook_active: false })
    expect(JSON.parse(second ?? '')).toMatchObject({ stop_hook_active: true, last_assistant_message: 'two' })
  })

  it('in the background is counted after the end of the run that started it as well', async () => {
    const ended = { Stop: [{ hooks: [{ type: 'command', command: 'touch ended' }] }] }
    await using project = await createProject(settings({ hooks: ended }))
    const late: ScriptTurn = { calls: [{ Write: { file_path: project.path('no'), content: '' } }], usage }
    const played = await play(project, {
      turns: [
        { ...(starts({ run_in_background: true }) as object), usage },
        { text: 'waiting', usage },
        { text: 'end', usage },
      ],
      agents: {
        x: [{ ...(bash('until test -e ended; do sleep 0.02; done') as object), usage }, late, { text: 'done', usage }],
      },
    })
    expect(played.outcome.usage).toMatchObject({ inputTokens: 60, outputTokens: 30 })
    expect(played.outcome.denials).toMatchObject([{ tool_name: 'Write' }])
  })

  it('in the background can be stopped by its name', async () => {
    await using project = await createProject(settings())
    const stop: ScriptTurn = { calls: [{ TaskStop: { task_id: 'bob' } }] }
    const played = await play(project, {
      turns: [starts({ run_in_background: true, name: 'bob' }), stop, 'waiting', 'end'],
      agents: { x: [bash('sleep 30; touch late')] },
    })
    expect(answers(played)[1]).toMatch(/^Stopped a[0-9a-f]{16} /)
    expect(await readdir(project.dir)).not.toContain('late')
  })

  it.each([
    ['raider', 2],
    ['claude', 1],
  ] as const)(
    'may be asked for with a new mode, which is its own or that of all: profile %s',
    async (profile, asked) => {
      await using project = await createProject(settings({ permissions: {} }))
      const write = (path: string): ScriptTurn => ({
        calls: [{ Write: { file_path: project.path(path), content: 'x' } }],
      })
      let questions = 0
      await play(
        project,
        { turns: [starts(), write('c'), 'end'], agents: { x: [write('a'), write('b'), 'done'] } },
        {
          profile,
          canUseTool: async () => {
            questions++
            return {
              behavior: 'allow',
              updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
            }
          },
        },
      )
      expect(questions).toBe(asked)
      expect(await readdir(project.dir)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
    },
  )

  it('is named to the host that is asked for its calls', async () => {
    await using project = await createProject(settings({ permissions: {} }))
    const askedBy: unknown[] = []
    const { events } = await play(
      project,
      { turns: [starts(), bash('touch own'), 'end'], agents: { x: [bash('touch made'), 'done'] } },
      {
        canUseTool: async (_tool, _input, { agentId }) => {
          askedBy.push(agentId)
          return { behavior: 'allow' }
        },
      },
    )
    const opened = events.find((event) => event.type === 'session-open' && event.agent === 'main/x')
    expect(askedBy).toEqual([opened?.type === 'session-open' && opened.child?.id, undefined])
  })

  it('ends with the run that started it, and so does what it runs', async () => {
    await using project = await createProject(settings())
    const raider = raiderIn(project, { turns: [starts(), 'end'], agents: { x: [bash('sleep 30; touch late')] } })
    const run = raider.run('go')
    for await (const event of run) if (event.type === 'tool-start' && event.agent === 'main/x') run.cancel()
    expect(await run.result).toMatchObject({ kind: 'cancelled', by: 'user' })
    expect(await readdir(project.dir)).not.toContain('late')
  })

  it('spends what its parent may spend', async () => {
    await using project = await createProject(settings())
    const big = { input: 1000, output: 1 }
    const { outcome } = await play(
      project,
      { turns: [starts(), 'end'], agents: { x: [{ ...(bash('true') as object), usage: big }, 'never'] } },
      { maxTokens: 500 },
    )
    expect(outcome).toMatchObject({ kind: 'limit', limit: 'tokens', turns: 2 })
  })

  it.each([
    ['raider', 'Permission to write'],
    ['claude', 'wrote it'],
  ] as const)('is as free as the profile lets it be: %s', async (profile, expected) => {
    await using project = await createProject({ '.claude/agents/x.md': agentFile('permissionMode: acceptEdits\n') })
    const write = { calls: [{ Write: { file_path: project.path('f'), content: 'x' } }] }
    const played = await play(project, { turns: [starts(), 'end'], agents: { x: [write, 'wrote it'] } }, { profile })
    const results = played.events.flatMap((event) => (event.type === 'tool-result' ? plainText(event.content) : []))
    expect(results.join('\n')).toContain(expected)
    expect(played.outcome.denials).toHaveLength(profile === 'raider' ? 1 : 0)
  })

  it('of a denied type is neither offered nor started', async () => {
    await using project = await createProject(
      settings({ permissions: { deny: ['Agent(x)', 'Agent(general-purpose)'] } }),
    )
    const played = await play(project, { turns: [starts(), { calls: [{ Task: { description: 'd', prompt: 'p' } }] }] })
    expect(answers(played).join('\n')).toMatch(/type x are denied[^]*type general-purpose are denied/)
  })
})

describe('a subagent in the background', () => {
  it('lets its parent go on, and the run ends once it was told of the report', async () => {
    await using project = await createProject(settings())
    const played = await play(project, {
      turns: [starts({ run_in_background: true }), 'waiting', 'all done'],
      agents: { x: [bash('sleep 0.2'), 'found it'] },
    })
    expect(answers(played)[0]).toContain('works in the background')
    expect(played.outcome).toMatchObject({ kind: 'done', text: 'all done', turns: 3 })
    const prompts = played.events.flatMap((event) =>
      event.type === 'run-start' && event.agent === 'main' ? [plainText(event.prompt)] : [],
    )
    expect(prompts).toEqual(['go', expect.stringMatching(/^<task-notification>[^]*<result>found it<\/result>/)])
  })

  it('is stopped when the session is closed', async () => {
    await using project = await createProject(settings())
    const session = await raiderIn(project, {
      turns: [starts({ run_in_background: true }), 'bye'],
      agents: { x: [bash('sleep 30; touch late')] },
    }).open()
    expect((await session.run('go').result).text).toBe('bye')
    await session.close()
    expect(await readdir(project.dir)).not.toContain('late')
  })
})

describe('hooks in the file of an agent', () => {
  const guarded = agentFile(
    'hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks: [{ type: command, command: "echo no >&2; exit 2" }]\n',
  )
  const files: Files = { ...settings(), '.claude/agents/x.md': guarded }
  const turns: Script = { turns: [starts(), bash('touch parent'), 'end'], agents: { x: [bash('touch child'), 'ok'] } }

  it('bind this agent only', async () => {
    await using project = await createProject(files)
    await play(project, turns)
    expect(await readdir(project.dir)).toEqual(expect.arrayContaining(['parent']))
    expect(await readdir(project.dir)).not.toContain('child')
  })

  it('need the trust of the project', async () => {
    await using project = await createProject(files)
    const run = raiderIn(project, turns, { trust: false }).run('go')
    await expect(run.result).rejects.toMatchObject({
      code: 'untrusted-project',
      data: { file: join(project.dir, '.claude/agents/x.md') },
    })
  })
})

describe('managed settings', () => {
  const managed = (value: JsonObject): Files => ({ ...settings(), 'managed/managed-settings.json': value })
  const under = (project: Project): RaiderOptions => ({ settings: { managedDir: project.path('managed') } })

  it('can leave nothing but their own agents and those of plugins', async () => {
    await using project = await createProject(managed({ strictPluginOnlyCustomization: ['agents'] }))
    const played = await play(project, { turns: [starts(), 'end'] }, under(project))
    expect(answers(played)[0]).toMatch(/There is no agent "x"/)
  })

  it('can leave nothing but their own skills and those of plugins', async () => {
    const skills = { '.claude/skills/mine/SKILL.md': 'mine', 'managed/.claude/skills/theirs/SKILL.md': 'theirs' }
    await using project = await createProject({ ...managed({ strictPluginOnlyCustomization: ['skills'] }), ...skills })
    const { events } = await play(project, { turns: ['end'] }, under(project))
    const opened = events.find((event) => event.type === 'session-open')
    expect(opened).toMatchObject({ equipment: { skills: ['theirs'] } })
  })

  it('can forbid agents of the command line', async () => {
    await using project = await createProject(managed({ disableSideloadFlags: true }))
    const run = raiderIn(project, {}, { ...under(project), agents: '{}' }).run('go')
    await expect(run.result).rejects.toMatchObject({ code: 'bad-option' })
  })
})

describe('a main thread that runs as an agent', () => {
  it('has its prompt, tools and first words, and hooks know it', async () => {
    await using project = await createProject({
      '.claude/agents/x.md': agentFile('tools: Read, Agent(y)\ninitialPrompt: first\n'),
      '.claude/settings.json': {
        hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'cat > seen' }] }] },
      },
    })
    const { events } = await play(project, { turns: ['end'] }, { agent: 'x' })
    const opened = events.find((event) => event.type === 'session-open')
    expect(opened).toMatchObject({ tools: ['Read'] })
    expect(JSON.parse(await project.read('seen'))).toMatchObject({ agent_type: 'x', prompt: 'first\n\ngo' })
    expect(JSON.parse(await project.read('seen'))).not.toHaveProperty('agent_id')
  })

  it('must be there', async () => {
    await using project = await createProject()
    const run = raiderIn(project, {}, { agent: 'nobody' }).run('go')
    await expect(run.result).rejects.toMatchObject({ code: 'bad-option' })
  })
})
