import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject, type Project } from '@raider/testing'
import { readPluginAgents } from './agent-file.js'
import { agentNamed, loadAgents, parseAgents, type DiscoveryOptions } from './discovery.js'

const file = (name: string, description = 'd', more = ''): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\nBody of ${name}.\n`

const load = (project: Project, more: Partial<DiscoveryOptions> = {}) =>
  loadAgents({ projectDir: project.dir, configDir: project.configDir, ...more })

describe('agents', () => {
  it('come from managed files, the host, the project, the user and plugins; the first of a name counts', async () => {
    await using project = await createProject(
      {
        '.claude/agents/a.md': file('a', 'project'),
        '.claude/agents/deep/b.md': file('b', 'project'),
        'managed/.claude/agents/m.md': file('m', 'managed'),
        'managed/.claude/agents/f.md': file('f', 'managed'),
      },
      { home: { '.claude/agents/a.md': file('a', 'user'), '.claude/agents/u.md': file('u', 'user') } },
    )
    const given = parseAgents('{"f":{"description":"given","prompt":"p"},"b":{"description":"given","prompt":"p"}}')
    const agents = await load(project, { given, managedDir: project.path('managed') })
    const found = Object.fromEntries([...agents].map(([name, agent]) => [name, agent.description]))
    expect(found).toMatchObject({ a: 'project', b: 'given', m: 'managed', f: 'managed', u: 'user' })
    expect([...agents.keys()]).toEqual(expect.arrayContaining(['general-purpose', 'Explore', 'Plan']))
    expect(agents.get('a')?.prompt).toBe('Body of a.')
  })

  it('are looked for upwards to the root of the repository, the nearest first', async () => {
    await using project = await createProject({
      '.claude/agents/out.md': file('out'),
      'repo/.git/HEAD': '',
      'repo/.claude/agents/x.md': file('x', 'root'),
      'repo/.claude/agents/r.md': file('r', 'root'),
      'repo/sub/.claude/agents/x.md': file('x', 'near'),
    })
    const agents = await load(project, { projectDir: project.path('repo/sub') })
    expect(agents.get('x')?.description).toBe('near')
    expect(agents.has('r')).toBe(true)
    expect(agents.has('out')).toBe(false)
  })

  it('of a source that does not count are not read', async () => {
    await using project = await createProject(
      { '.claude/agents/p.md': file('p') },
      { home: { '.claude/agents/u.md': file('u') } },
    )
    const agents = await load(project, { sources: ['user'] })
    expect([agents.has('p'), agents.has('u')]).toEqual([false, true])
  })

  it.each([
    ['without frontmatter', 'name: x\n'],
    ['without a description', '---\nname: x\n---\nbody'],
    ['without a name', '---\ndescription: d\n---\nbody'],
    ['with a colon in its name', file('"x:y"')],
    ['with a name like a flag', file('-x')],
    ['with hooks that are none', file('x', 'd', 'hooks: 3\n')],
    ['with hooks of an unknown type', file('x', 'd', 'hooks:\n  Stop: [{ hooks: [{ type: nosuch }] }]\n')],
    ['that is no YAML', '---\nname: "x\n---\nbody'],
  ])('%s are passed over', async (_what, text) => {
    await using project = await createProject({ '.claude/agents/x.md': text, '.claude/agents/ok.md': file('ok') })
    const agents = await load(project)
    expect([...agents.keys()].filter((name) => name.length < 3)).toEqual(['ok'])
  })

  it('that are none are told of, where they were meant to be some', async () => {
    await using project = await createProject({
      '.claude/agents/guarded.md': file('x', 'd', 'hooks: 3\n'),
      '.claude/agents/broken.md': '---\nname: "x\n---\nbody',
      '.claude/agents/README.md': 'About these agents.',
      '.claude/agents/notes.md': '---\ntitle: notes\n---\nbody',
    })
    const told: string[] = []
    await load(project, { onFlaw: (path, flaw) => told.push(`${basename(path)}: ${flaw}`) })
    expect(told).toEqual(['broken.md: what stands on top of it is no YAML', 'guarded.md: its hooks are malformed'])
  })

  it('have their fields, those of a wrong type left out', async () => {
    await using project = await createProject({
      '.claude/agents/a.md': file(
        'a',
        'd',
        'tools: Read, Bash(git log, git show)\ndisallowedTools: [Write]\nmodel: haiku\npermissionMode: plan\n' +
          'maxTurns: 3\nbackground: yes\neffort: low\nhooks:\n  Stop:\n    - hooks: []\n',
      ),
      '.claude/agents/b.md': file('b', 'd', 'tools: "*"\nmaxTurns: many\npermissionMode: free\nisolation: none\n'),
    })
    const agents = await load(project)
    expect(agents.get('a')).toMatchObject({
      tools: ['Read', 'Bash(git log, git show)'],
      disallowedTools: ['Write'],
      model: 'haiku',
      permissionMode: 'plan',
      maxTurns: 3,
      background: true,
      effort: 'low',
      hooks: { Stop: [{ hooks: [] }] },
    })
    expect(agents.get('a')?.origin.line?.(['hooks', 'Stop', 0])).toBe(13)
    expect(Object.keys(agents.get('b') ?? {})).toEqual(['name', 'description', 'prompt', 'origin'])
  })
})

describe('the agent of a name', () => {
  it('is the last of its folder, and found whatever its case and separators', async () => {
    await using project = await createProject({
      '.claude/agents/a.md': file('My-Helper', 'first'),
      '.claude/agents/z/b.md': file('My-Helper', 'last'),
      '.claude/agents/c.md': file('my helper', 'other'),
    })
    const agents = await load(project)
    expect(agentNamed(agents, 'my helper')?.description).toBe('other')
    expect(agentNamed(agents, 'MY_helper ')?.description).toBe('last')
    expect(agentNamed(agents, 'myhelpers')).toBeUndefined()
  })
})

describe('agents of a plugin', () => {
  it('are named after plugin, folders and file, and bring neither hooks nor a mode', async () => {
    await using project = await createProject({
      'agents/team/y.md':
        '---\ndescription: d\npermissionMode: acceptEdits\nhooks: {}\n---\nSee ${CLAUDE_PLUGIN_ROOT}/x',
    })
    const [agent] = await readPluginAgents(project.path('agents'), { name: 'plug', root: '/p' })
    expect(agent).toMatchObject({ name: 'plug:team:y', prompt: 'See /p/x' })
    expect(agent).not.toHaveProperty('hooks')
    expect(agent).not.toHaveProperty('permissionMode')
  })
})

describe('given agents', () => {
  it.each(['{bad', '[1]', '{"x":{"description":"d"}}', '{"a:b":{"description":"d","prompt":"p"}}'])(
    'that are none are refused: %s',
    (text) => {
      expect(() => parseAgents(text)).toThrow(expect.objectContaining({ code: 'bad-option' }))
    },
  )
})
