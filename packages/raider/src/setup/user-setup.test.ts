import type { Engine, Message, ModelRequest, RaiderEvent, RunOutcome } from '@raider/contracts'
import { script, type ScriptTurn } from '@raider/engine-script'
import { createProject, type Files, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import type { RaiderOptions } from '../option.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

interface Played {
  readonly project: Project
  readonly outcome: RunOutcome
  readonly events: readonly RaiderEvent[]
  /** Texts of the user's side in the last request, and its system prompt. */
  readonly seen: string
  readonly system: string
}

/** An engine that keeps the last request. */
const recording = (engine: Engine, keep: (request: ModelRequest) => void): Engine => ({
  ...engine,
  stream(request, signal) {
    keep(request)
    return engine.stream(request, signal)
  },
})

/** Plays turns after a prompt, with nothing of the machine's own settings. */
async function play(
  prompt: string,
  turns: readonly ScriptTurn[],
  files: Files,
  options: RaiderOptions & { readonly home?: Files } = {},
): Promise<Played> {
  const { home, ...rest } = options
  await using project = await createProject(files, { ...(home && { home }) })
  let last: ModelRequest | undefined
  const raider = new Raider({
    ...optionsIn(project),
    engine: recording(script({ turns: [...turns, 'end'] }), (request) => (last = request)),
    trust: true,
    ...rest,
  })
  const run = raider.run(prompt)
  const events: RaiderEvent[] = []
  for await (const event of run) events.push(event)
  const outcome = await run.result
  return { project, outcome, events, seen: textsOf(last?.messages), system: last?.system.join('\n') ?? '' }
}

const textsOf = (messages: readonly Message[] = []): string =>
  JSON.stringify(messages.filter(({ role }) => role === 'user'))

const bash = (command: string): ScriptTurn => ({ calls: [{ Bash: { command } }] })
const statuses = ({ events }: Played) => events.flatMap((event) => (event.type === 'tool-result' ? event.status : []))
const opened = ({ events }: Played) => events.find((event) => event.type === 'session-open')

describe('a plugin folder in a whole run', () => {
  const files: Files = {
    'p/.claude-plugin/plugin.json': { name: 'plug' },
    'p/hooks/hooks.json': {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/guard.sh' }] }],
      },
    },
    'p/guard.sh': '#!/bin/sh\ngrep -q forbidden || exit 0\necho "not by plug" >&2\nexit 2\n',
    'p/skills/s/SKILL.md': '---\ndescription: for the listing\n---\nbody in ${CLAUDE_PLUGIN_ROOT}',
    'p/agents/a.md': '---\nname: a\ndescription: d\n---\nbe an agent',
    'p/bin/plug-tool': '#!/bin/sh\necho plugged in',
    '.claude/settings.json': { permissions: { allow: ['Bash'] } },
  }

  it('guards calls, puts its programs on the path, lists its skills and brings its agents', async () => {
    const played = await play('go', [bash('plug-tool'), bash('echo forbidden')], files, { pluginDirs: ['p'] })
    expect(statuses(played)).toEqual(['ok', 'refused'])
    expect(played.seen).toContain('plugged in')
    expect(played.seen).toContain('not by plug')
    expect(played.seen).toContain('- plug:s: for the listing')
    expect(opened(played)).toMatchObject({
      agents: expect.arrayContaining(['plug:a']),
      equipment: { skills: ['plug:s'], bundles: [{ name: 'plug', source: 'plug@inline' }], bundleErrors: [] },
    })
  })

  it('finds its data folder made', async () => {
    const command = 'test -d "$CLAUDE_PLUGIN_DATA" || { echo no folder >&2; exit 2; }'
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command }] }] }
    const played = await play(
      'go',
      [bash('true')],
      { ...files, 'p/hooks/hooks.json': { hooks } },
      { pluginDirs: ['p'] },
    )
    expect(statuses(played)).toEqual(['ok'])
  })

  it('gives its skills to whoever types their names', async () => {
    const played = await play('/plug:s', [], files, { pluginDirs: ['p'] })
    expect(played.seen).toContain(`body in ${played.project.path('p')}`)
  })

  it('that is broken is told of, and the run goes on', async () => {
    const played = await play('go', [], { 'p/.claude-plugin/plugin.json': { name: 'a b' } }, { pluginDirs: ['p'] })
    expect(played.outcome.kind).toBe('done')
    expect(opened(played)).toMatchObject({ equipment: { bundleErrors: [{ plugin: 'inline[0]' }] } })
    expect(played.events).toContainEqual(expect.objectContaining({ type: 'notice', level: 'error' }))
  })

  it('may make one of its agents the main thread', async () => {
    const played = await play('go', [], { ...files, 'p/settings.json': { agent: 'a' } }, { pluginDirs: ['p'] })
    expect(played.system).toContain('be an agent')
  })
})

describe('a session in safe mode', () => {
  const hook = (file: string) => ({ PreToolUse: [{ hooks: [{ type: 'command', command: `touch ${file}` }] }] })
  const files: Files = {
    'CLAUDE.md': 'remember this',
    '.mcp.json': { mcpServers: { srv: { command: 'touch', args: ['server'] } } },
    '.claude/skills/s/SKILL.md': '---\ndescription: for the listing\n---\nbody',
    '.claude/agents/a.md': '---\nname: a\ndescription: d\n---\nbe an agent',
    '.claude/output-styles/terse.md': '---\nname: terse\ndescription: d\n---\nSay little.',
    '.claude/settings.json': {
      permissions: { allow: ['Bash'], deny: ['Bash(rm *)'] },
      hooks: hook('hooked'),
      outputStyle: 'terse',
      agent: 'a',
      env: { WORD: 'kept' },
    },
    'p/hooks/hooks.json': { hooks: hook('plugged') },
    'managed/managed-settings.json': { hooks: hook('managed') },
  }

  it('has nothing that user, project and plugins add, but their rules, their environment and managed hooks', async () => {
    const turns = [bash('echo $WORD; ls'), bash('rm x')]
    const played = await play('go', turns, files, {
      safeMode: true,
      pluginDirs: ['p'],
      settings: { managedDir: 'managed' },
    })
    expect(statuses(played)).toEqual(['ok', 'refused'])
    const listed = played.events.find((event) => event.type === 'tool-result')
    expect(JSON.stringify(listed)).toMatch(/kept.*managed/)
    for (const file of ['hooked', 'plugged', 'server']) expect(JSON.stringify(listed)).not.toContain(file)
    expect(played.seen).not.toMatch(/remember this|for the listing/)
    expect(played.system).not.toMatch(/Say little|be an agent/)
  })
})

describe('a skill in a whole run', () => {
  const files: Files = {
    '.claude/skills/a/SKILL.md': `---
description: d
allowed-tools: Bash(touch ran)
hooks:
  PreToolUse: [{ matcher: Bash, hooks: [{ type: command, command: 'echo guarded >> log' }] }]
---
The body`,
  }
  const invoke: ScriptTurn = { calls: [{ Skill: { skill: 'a' } }] }

  it('needs permission, then allows its tools and runs its hooks', async () => {
    const settings = { permissions: { allow: ['Skill(a)'] } }
    const turns = [bash('touch ran'), invoke, bash('touch ran'), bash('touch other')]
    const played = await play('go', turns, { ...files, '.claude/settings.json': settings })
    expect(statuses(played)).toEqual(['refused', 'ok', 'ok', 'refused'])
    expect(played.seen).toContain('The body')
    const hooks = played.events.filter((event) => event.type === 'hook-run')
    expect(hooks.map(({ source }) => source.layer)).toEqual(['skill', 'skill'])
  })

  it('is refused without it', async () => {
    expect(statuses(await play('go', [invoke], files))).toEqual(['refused'])
  })

  it('is not there where skills are switched off', async () => {
    const played = await play('/a', [invoke], files, { skills: false })
    expect(statuses(played)).toEqual(['unknown'])
    expect(played.seen).not.toContain('The body')
  })
})

describe('the setting outputStyle', () => {
  const style = '---\nname: terse\ndescription: d\n---\nSay little.'

  it('adds the style to the system prompt', async () => {
    const files = { '.claude/output-styles/x.md': style, '.claude/settings.json': { outputStyle: 'terse' } }
    const played = await play('go', [], files)
    expect(played.system).toContain('Say little.')
    expect(opened(played)).toMatchObject({ equipment: { outputStyle: 'terse' } })
  })

  it('may name a style of the user, of a plugin folder, or a built-in one', async () => {
    const home = { '.claude/output-styles/x.md': style, '.claude/settings.json': { outputStyle: 'terse' } }
    expect((await play('go', [], {}, { home })).system).toContain('Say little.')
    const files = { 'p/output-styles/x.md': style, '.claude/settings.json': { outputStyle: 'p:terse' } }
    expect((await play('go', [], files, { pluginDirs: ['p'] })).system).toContain('Say little.')
    const builtin = await play('go', [], { '.claude/settings.json': { outputStyle: 'Learning' } })
    expect(builtin.system).toContain('TODO(human)')
  })

  it('that names none is told of', async () => {
    const played = await play('go', [], { '.claude/settings.json': { outputStyle: 'nosuch' } })
    expect(played.events).toContainEqual(
      expect.objectContaining({ type: 'notice', text: expect.stringContaining('no output style "nosuch"') }),
    )
  })
})
