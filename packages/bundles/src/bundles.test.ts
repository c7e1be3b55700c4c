import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { profiles, type JsonObject } from '@raider/contracts'
import { createProject } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { loadBundles } from './bundles.js'
import { load } from './bundle.fixture.js'

const manifest = (fields: object = {}) => ({ name: 'plug', ...fields })

describe('a plugin folder', () => {
  it('brings everything from the usual places', async () => {
    const { list, errors } = await load(
      {
        'p/.claude-plugin/plugin.json': manifest({ version: '1.0.0' }),
        'p/hooks/hooks.json': { description: 'd', hooks: { Stop: [] } },
        'p/skills/s/SKILL.md': 'x',
        'p/commands/c.md': 'x',
        'p/agents/a.md': 'x',
        'p/output-styles/o.md': 'x',
        'p/.mcp.json': { mcpServers: { srv: { command: 'x' } } },
        'p/bin/tool': 'x',
        'p/settings.json': { agent: 'a', model: 'ignored' },
      },
      ['p'],
    )
    expect(errors).toEqual([])
    const env = { CLAUDE_PLUGIN_ROOT: '$P/p', CLAUDE_PLUGIN_DATA: '$H/.claude/plugins/data/plug-inline' }
    expect(list).toEqual([
      {
        id: 'plug@inline',
        name: 'plug',
        version: '1.0.0',
        root: '$P/p',
        dataDir: env.CLAUDE_PLUGIN_DATA,
        env,
        userConfig: {},
        layers: [
          {
            name: 'plugin',
            file: '$P/p/hooks/hooks.json',
            anchor: '$P/p',
            value: { hooks: { Stop: [] } },
            trusted: true,
            env,
          },
        ],
        skillDirs: ['$P/p/skills'],
        commandPaths: ['$P/p/commands'],
        agentPaths: ['$P/p/agents'],
        stylePaths: ['$P/p/output-styles'],
        mcpServers: { srv: { command: 'x' } },
        binDir: '$P/p/bin',
        agent: 'a',
        keys: ['name', 'version'],
      },
    ])
  })

  it('that is off, by settings or by itself, is not there', async () => {
    const off = manifest({ defaultEnabled: false })
    const there = async (file: JsonObject, settings: JsonObject = {}) =>
      (await load({ 'p/.claude-plugin/plugin.json': file }, ['p'], { settings })).list.length
    expect(await there(off)).toBe(0)
    expect(await there(off, { enabledPlugins: { 'plug@inline': true } })).toBe(1)
    expect(await there(manifest(), { enabledPlugins: { 'plug@inline': false } })).toBe(0)
  })

  it('needs no manifest: then it is called like the folder', async () => {
    const { list } = await load({ 'p/SKILL.md': 'x' }, ['p'])
    expect(list).toMatchObject([{ id: 'p@inline', skillDirs: ['$P/p'] }])
  })

  it('may name other places: commands and agents in their stead, skills, hooks and servers beside them', async () => {
    const { list, errors } = await load(
      {
        'p/.claude-plugin/plugin.json': manifest({
          commands: ['./other.md'],
          agents: './x/a.md',
          skills: './more',
          hooks: ['./h.json', { Stop: [] }],
          mcpServers: { own: { url: 'x' } },
        }),
        'p/other.md': 'x',
        'p/commands/c.md': 'x',
        'p/x/a.md': 'x',
        'p/more/s/SKILL.md': 'x',
        'p/skills/s/SKILL.md': 'x',
        'p/hooks/hooks.json': { hooks: {} },
        'p/h.json': { hooks: { Stop: [] } },
        'p/.mcp.json': { srv: { command: 'x' } },
      },
      ['p'],
    )
    expect(errors).toEqual([])
    const [bundle] = list
    expect(bundle).toMatchObject({
      commandPaths: ['$P/p/other.md'],
      agentPaths: ['$P/p/x/a.md'],
      skillDirs: ['$P/p/skills', '$P/p/more'],
      mcpServers: { srv: { command: 'x' }, own: { url: 'x' } },
    })
    expect(bundle?.layers.map(({ file }) => file)).toEqual([
      '$P/p/hooks/hooks.json',
      '$P/p/h.json',
      '$P/p/.claude-plugin/plugin.json',
    ])
  })

  it('gets what the user configured; sensitive values stay out of texts, and defaults are none', async () => {
    const { list } = await load(
      {
        'p/.claude-plugin/plugin.json': manifest({
          userConfig: {
            'api-key': { type: 'string', sensitive: true },
            size: { type: 'number' },
            other: { default: 'x' },
          },
        }),
      },
      ['p'],
      { settings: { pluginConfigs: { 'plug@inline': { options: { 'api-key': 's', size: 3, unknown: 1 } } } } },
    )
    expect(list[0]?.env).toMatchObject({ CLAUDE_PLUGIN_OPTION_API_KEY: 's', CLAUDE_PLUGIN_OPTION_SIZE: '3' })
    expect(Object.keys(list[0]?.env ?? {})).toHaveLength(4)
    expect(list[0]?.userConfig).toEqual({ size: '3' })
  })
})

describe('what is wrong with a folder', () => {
  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{ "name": ', /line 1, column/],
    ['no name', {}, /name is missing/],
    ['a name with a space', { name: 'a b' }, /name must be/],
    ['a name that leads elsewhere', { name: '..' }, /name must be/],
    ['a wrong type', manifest({ commands: 5 }), /commands must be/],
    ['a path without ./', manifest({ commands: 'cmds' }), /commands must be/],
    ['a path out of the folder', manifest({ skills: './../x' }), /skills must be/],
    ['a folder of agents', manifest({ agents: './agents' }), /agents must be/],
  ])('in its manifest, %s, keeps it from being loaded', async (_, value, message) => {
    const { list, errors } = await load({ 'p/.claude-plugin/plugin.json': value as JsonObject }, ['p'])
    expect(list).toEqual([])
    expect(errors).toMatchObject([
      { plugin: 'inline[0]', type: 'generic-error', message: expect.stringMatching(message) },
    ])
  })

  it('is said of paths that are not there; the rest is loaded', async () => {
    const files = { 'p/.claude-plugin/plugin.json': manifest({ commands: './c.md', hooks: './h.json' }) }
    const { list, errors } = await load(files, ['p', 'nowhere'])
    expect(list).toHaveLength(1)
    expect(errors.map(({ plugin, type, message }) => [plugin, type, message])).toEqual([
      ['p@inline', 'path-not-found', 'Path not found: $P/p/h.json (hooks)'],
      ['p@inline', 'path-not-found', 'Path not found: $P/p/c.md (commands)'],
      ['inline[1]', 'path-not-found', 'Path not found: $P/nowhere'],
    ])
  })

  it.each(['{ "hooks": {', { PreToolUse: [] }, { hooks: [] }])(
    'in its hooks file costs the hooks only: %j',
    async (hooks) => {
      const { list, errors } = await load({ 'p/hooks/hooks.json': hooks, 'p/commands/c.md': 'x' }, ['p'])
      expect(list).toMatchObject([{ layers: [], commandPaths: ['$P/p/commands'] }])
      expect(errors).toMatchObject([{ plugin: 'p@inline', type: 'hook-load-failed' }])
    },
  )

  it.each([
    ['raider', 1],
    ['claude', 0],
  ] as const)('in a guard costs the folder by profile: %s', async (profile, count) => {
    const options = { profile, guardBroken: () => true }
    const { list } = await load({ 'p/hooks/hooks.json': { hooks: { PreToolUse: [5] } } }, ['p'], options)
    expect(list).toHaveLength(count)
  })

  it('is an archive', async () => {
    expect((await load({ 'p.zip': 'PK' }, ['p.zip'])).errors).toMatchObject([
      { message: expect.stringContaining('unpack') },
    ])
  })

  it('is a name that another folder has: the first counts', async () => {
    const files = { 'a/.claude-plugin/plugin.json': manifest(), 'b/.claude-plugin/plugin.json': manifest() }
    expect((await load(files, ['a', 'b'])).list.map(({ root }) => root)).toEqual(['$P/a'])
  })
})

describe('enabled plugins', () => {
  const market = {
    'market/.claude-plugin/marketplace.json': {
      name: 'market',
      plugins: [
        { name: 'one', source: './plugins/one' },
        { name: 'two', source: './plugins/two', strict: false, commands: ['./x.md'] },
        { name: 'far', source: { source: 'github', repo: 'a/b' } },
      ],
    },
    'market/plugins/one/.claude-plugin/plugin.json': { name: 'one', version: '2.0.0' },
    'market/plugins/two/x.md': 'x',
  }
  const settings = {
    enabledPlugins: { 'one@market': true, 'two@market': true, 'off@market': false, 'far@market': true },
    extraKnownMarketplaces: { market: { source: { source: 'directory', path: './market' } } },
  }

  it('are found in the folders of their marketplace, whose entry stands in for a manifest', async () => {
    const { list, errors } = await load(market, [], { settings })
    expect(list).toMatchObject([
      { id: 'one@market', version: '2.0.0', root: '$P/market/plugins/one' },
      { id: 'two@market', commandPaths: ['$P/market/plugins/two/x.md'] },
    ])
    expect(errors).toMatchObject([{ plugin: 'far@market', type: 'plugin-not-found' }])
  })

  it('are used from a folder that is their marketplace, even where they were installed', async () => {
    const record = { plugins: { 'one@market': [{ installPath: '/' }] } }
    const { list } = await load(market, [], { settings, home: { '.claude/plugins/installed_plugins.json': record } })
    expect(list[0]?.root).toBe('$P/market/plugins/one')
  })

  it('are found where they were installed, for this project before for all', async () => {
    await using project = await createProject({ 'mine/x': '', 'all/x': '', 'other/x': '' })
    const record = join(project.configDir, 'plugins', 'installed_plugins.json')
    const install = (path: string, projectPath?: string) => ({ installPath: project.path(path), projectPath })
    await mkdir(dirname(record), { recursive: true })
    await writeFile(
      record,
      JSON.stringify({
        version: 2,
        plugins: { 'a@m': [install('other', '/elsewhere'), install('all'), install('mine', project.dir)] },
      }),
    )
    const { list } = await loadBundles({
      dirs: [],
      projectDir: project.dir,
      configDir: project.configDir,
      profile: profiles.raider,
      settings: { enabledPlugins: { 'a@m': true } },
      sources: ['user'],
      trusted: true,
      checkHooks: () => ({ guardBroken: false }),
    })
    expect(list.map(({ root }) => root)).toEqual([project.path('mine')])
  })
})

describe('plugin folders among skills', () => {
  const files = { '.claude/skills/p/.claude-plugin/plugin.json': { name: 'mine' } }
  const home = { '.claude/skills/u/.claude-plugin/plugin.json': { name: 'yours' } }

  it('are loaded without being named', async () => {
    const { list } = await load(files, [], { home })
    expect(list.map(({ id }) => id)).toEqual(['yours@skills-dir', 'mine@skills-dir'])
  })

  it('of a project that was not trusted are not', async () => {
    expect((await load(files, [], { home, trusted: false })).list.map(({ id }) => id)).toEqual(['yours@skills-dir'])
  })

  it('can be switched off', async () => {
    const settings = { enabledPlugins: { 'yours@skills-dir': false } }
    expect((await load({}, [], { home, settings })).list).toEqual([])
  })
})

it('loads no folders of the command line where managed settings forbid it', async () => {
  const { list, errors } = await load({ 'p/SKILL.md': 'x' }, ['p'], { settings: { disableSideloadFlags: true } })
  expect([list, errors.length]).toEqual([[], 1])
})
