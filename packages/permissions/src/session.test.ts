import { profiles, type PermissionMode, type PermissionUpdate, type SettingsLayer } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { createPermissions, type PermissionOptions, type SessionPermissions } from './session.js'
import { testFacts } from './judge.fixture.js'

const layer = (name: SettingsLayer['name'], permissions: unknown): SettingsLayer => ({
  name,
  file: `/settings/${name}.json`,
  anchor: name === 'user' ? '/home/me/.claude' : '/w/project',
  value: { permissions },
  line: (path) => (typeof path.at(-1) === 'number' ? Number(path.at(-1)) + 10 : undefined),
  trusted: true,
})

const open = (
  layers: readonly SettingsLayer[] = [],
  more: Partial<Omit<PermissionOptions, 'settings'>> & { readonly merged?: Record<string, unknown> } = {},
): SessionPermissions => {
  const { merged = {}, ...options } = more
  return createPermissions({
    settings: { layers, merged },
    cli: { allow: [], deny: [] },
    mode: 'default',
    profile: profiles.raider,
    facts: testFacts(),
    ...options,
  })
}

const bash = (permissions: SessionPermissions, command: string) =>
  permissions.permit({ tool: 'Bash', input: { command }, origin: 'built-in', paths: [], cwd: '/w/project' })

const read = (permissions: SessionPermissions, path: string) =>
  permissions.permit({
    tool: 'Read',
    input: {},
    origin: 'built-in',
    paths: [{ path, access: 'read' }],
    cwd: '/w/project',
  })

const addRule = (
  toolName: string,
  ruleContent: string,
  type: 'addRules' | 'removeRules' | 'replaceRules' = 'addRules',
): PermissionUpdate => ({
  type,
  rules: [{ toolName, ruleContent }],
  behavior: 'allow',
  destination: 'session',
})

describe('createPermissions: rules', () => {
  it('names file and line of the rule that decided', () => {
    const permissions = open([layer('user', { deny: ['Bash(a)', 'Bash(b)'] })])
    expect(bash(permissions, 'b').source).toEqual({
      kind: 'rule',
      name: 'Bash(b)',
      layer: 'user',
      file: '/settings/user.json',
      line: 11,
    })
  })

  it('anchors a path rule at the layer it stands in', () => {
    const permissions = open([layer('user', { deny: ['Read(/x/**)'] }), layer('local', { deny: ['Read(/y/**)'] })])
    expect(read(permissions, '/w/project/x/f').behavior).toBe('allow')
    expect(read(permissions, '/home/me/.claude/x/f').behavior).toBe('deny')
    expect(read(permissions, '/w/project/y/f').behavior).toBe('deny')
  })

  it('lets a deny rule of any layer beat an allow rule of any other', () => {
    const permissions = open([layer('user', { deny: ['Bash(a)'] }), layer('managed', { allow: ['Bash(a)'] })])
    expect(bash(permissions, 'a').behavior).toBe('deny')
  })

  it('takes rules of the command line, and throws for one that is none', () => {
    const cli = { allow: ['Bash(a *)'], deny: ['Bash(a no)'] }
    expect(bash(open([], { cli }), 'a b').source).toMatchObject({ layer: 'cli' })
    expect(bash(open([], { cli }), 'a no').behavior).toBe('deny')
    expect(() => open([], { cli: { allow: ['Bash('], deny: [] } })).toThrow(/"Bash\(" is no permission rule/)
  })

  it('reports malformed and useless rules with file and line, and goes on without them', () => {
    const permissions = open([layer('project', { allow: ['B*', 'Read'], deny: ['Bash(', 7, 'Edit'] })])
    expect(permissions.notices).toMatchObject([
      { level: 'error', line: 10, key: 'permissions.deny[0]' },
      { level: 'warning', line: 10, key: 'permissions.allow[0]' },
    ])
    expect(permissions.rules().map(({ tool }) => tool)).toEqual(['Edit', 'Read'])
  })

  it('reports deny and ask rules that hold nothing back, and keeps them for tools of the host', () => {
    const permissions = open([layer('user', { deny: ['bash(echo *)', 'Write(a)'], ask: ['read'], allow: ['edit'] })])
    expect(permissions.notices.map(({ level, key, text }) => [level, key, text.split('nothing back: ')[1]])).toEqual([
      ['error', 'permissions.deny[0]', 'the tool is called Bash.'],
      ['error', 'permissions.deny[1]', 'paths of Write are governed by Edit(a).'],
      ['error', 'permissions.ask[0]', 'the tool is called Read.'],
    ])
    expect(permissions.rules()).toHaveLength(4)
  })

  it('listens to managed rules only where the managed settings say so', () => {
    const layers = [layer('user', { allow: ['Bash(a)'], deny: ['Bash(b)'] }), layer('managed', { allow: ['Bash(m)'] })]
    const permissions = open(layers, {
      merged: { allowManagedPermissionRulesOnly: true },
      cli: { allow: ['Bash(c)'], deny: [] },
    })
    expect(['a', 'b', 'c', 'm'].map((command) => bash(permissions, command).behavior)).toEqual([
      'ask',
      'ask',
      'ask',
      'allow',
    ])
  })

  it('does not offer a tool that is denied as a whole', () => {
    const permissions = open([layer('user', { deny: ['Bash', 'mcp__s', 'W*', 'Read(x)', 'Task'] })])
    const tools = ['Bash', 'mcp__s__t', 'Write', 'Read', 'Edit', 'Agent', 'Task']
    expect(tools.filter((tool) => !permissions.isOffered(tool))).toEqual([
      'Bash',
      'mcp__s__t',
      'Write',
      'Agent',
      'Task',
    ])
  })

  it('finds a tool that is denied for a while only, to refuse its calls', () => {
    const permissions = open([layer('user', { deny: ['Write'] })])
    const takeBack = permissions.lend({ allow: [], deny: ['Bash'] })
    for (const rules of [permissions, permissions.fork('default')]) {
      expect(['Bash', 'Write'].map((tool) => [rules.isOffered(tool), rules.isFound(tool)])).toEqual([
        [false, true],
        [false, false],
      ])
      expect(bash(rules as typeof permissions, 'ls').behavior).toBe('deny')
    }
    takeBack()
    expect(permissions.isOffered('Bash')).toBe(true)
  })

  it('hides from searches what may not be read', () => {
    const permissions = open([layer('user', { deny: ['Read(secrets/**)'] })])
    expect(permissions.hides('/w/project/a/secrets/k', '/w/project')).toBe(true)
    expect(permissions.hides('/w/project/a/k', '/w/project')).toBe(false)
  })
})

describe('createPermissions: changes', () => {
  it('puts added rules in force, once, and takes them away again', () => {
    const permissions = open()
    permissions.apply(addRule('Bash', 'touch *'))
    permissions.apply(addRule('Bash', 'touch *'))
    expect(bash(permissions, 'touch a')).toMatchObject({ behavior: 'allow', source: { layer: 'session' } })
    expect(permissions.rules()).toHaveLength(1)
    permissions.apply(addRule('Bash', 'touch *', 'removeRules'))
    expect(bash(permissions, 'touch a').behavior).toBe('ask')
  })

  it('replaces the rules of one destination and behaviour, and no others', () => {
    const permissions = open([layer('user', { allow: ['Bash(u)'] })])
    permissions.apply(addRule('Bash', 'a'))
    permissions.apply(addRule('Bash', 'b', 'replaceRules'))
    expect(['u', 'a', 'b'].map((command) => bash(permissions, command).behavior)).toEqual(['allow', 'ask', 'allow'])
  })

  it('opens and closes folders', () => {
    const permissions = open()
    permissions.apply({ type: 'addDirectories', directories: ['/extra', '../near'], destination: 'session' })
    expect(permissions.directories()).toEqual(['/extra', '/w/near'])
    expect(read(permissions, '/w/near/f').behavior).toBe('allow')
    permissions.apply({ type: 'removeDirectories', directories: ['/w/near'], destination: 'session' })
    expect(read(permissions, '/w/near/f').behavior).toBe('ask')
  })

  it('changes the mode, but enters bypass only where that was made available', () => {
    const permissions = open()
    permissions.apply({ type: 'setMode', mode: 'acceptEdits', destination: 'session' })
    expect(permissions.mode()).toBe('acceptEdits')
    expect(bash(permissions, 'touch a').behavior).toBe('allow')
    expect(() => permissions.setMode('bypassPermissions')).toThrow(/started without it/)
    const bypass: PermissionMode = 'bypassPermissions'
    open([], { allowBypass: true }).setMode(bypass)
    expect(open([], { mode: bypass }).mode()).toBe(bypass)
  })

  it('asks for commands in a plan that an update began, and refuses them in any other of profile claude', () => {
    const permissions = open([], { profile: profiles.claude, mode: 'plan' })
    expect(bash(permissions, 'touch a').behavior).toBe('deny')
    permissions.apply({ type: 'setMode', mode: 'plan', destination: 'session' })
    expect(bash(permissions, 'touch a').behavior).toBe('ask')
    permissions.setMode('plan')
    expect(bash(permissions, 'touch a').behavior).toBe('deny')
  })

  it('starts in default where the settings forbid bypass', () => {
    const permissions = open([], {
      mode: 'bypassPermissions',
      merged: { permissions: { disableBypassPermissionsMode: 'disable' } },
    })
    expect(permissions.mode()).toBe('default')
    expect(() => permissions.setMode('bypassPermissions')).toThrow()
  })

  it('names the file that forbids the mode of the start', () => {
    const lock = { disableBypassPermissionsMode: 'disable' }
    const layers = [layer('user', lock), layer('project', {})]
    const merged = { permissions: lock }
    expect(open(layers, { merged, mode: 'bypassPermissions' }).notices).toMatchObject([
      {
        level: 'warning',
        file: '/settings/user.json',
        text: expect.stringMatching(/user.json permissions.disableBypass.* is forbidden/),
      },
    ])
    expect(open(layers, { merged, mode: 'acceptEdits' }).notices).toEqual([])
  })

  it('starts in default where the settings forbid auto, wherever they say so', () => {
    for (const merged of [{ disableAutoMode: 'disable' }, { permissions: { disableAutoMode: 'disable' } }]) {
      const permissions = open([], { mode: 'auto', merged })
      expect(permissions.mode()).toBe('default')
      expect(() => permissions.setMode('auto')).toThrow(/forbid/)
    }
    expect(open([], { mode: 'auto' }).mode()).toBe('auto')
  })

  it('changes no rules where only managed ones count, and offers none', () => {
    const permissions = open([], { merged: { allowManagedPermissionRulesOnly: true } })
    permissions.apply(addRule('Bash', 'touch *'))
    expect(bash(permissions, 'touch a b')).toMatchObject({ behavior: 'ask' })
    expect(bash(permissions, 'npm test')).toMatchObject({ behavior: 'ask', suggestions: [] })
    expect(bash(open(), 'npm test').suggestions).toHaveLength(1)
  })

  it('takes a rule away under any name of its tool', () => {
    const permissions = open([], { cli: { allow: [], deny: ['Task(Explore)'] } })
    const rules = [{ toolName: 'Task', ruleContent: 'Explore' }]
    permissions.apply({ type: 'removeRules', rules, behavior: 'deny', destination: 'cliArg' })
    expect(permissions.rules()).toEqual([])
  })
})

describe('createPermissions: mode auto', () => {
  const auto = (...allow: string[]) => open([layer('user', { allow })], { mode: 'auto' })

  it('leaves to the classifier what no rule covers, but no question that a rule or a check raised', () => {
    expect(bash(auto(), './mk')).toMatchObject({ behavior: 'ask', classifiable: true })
    expect(bash(auto(), 'rm -rf /').classifiable).toBeUndefined()
    const asking = open([layer('user', { ask: ['Bash(./mk)'] })], { mode: 'auto' })
    expect(bash(asking, './mk').classifiable).toBeUndefined()
    expect(bash(open(), './mk').classifiable).toBeUndefined()
  })

  it('does not count rules that allow to run anything', () => {
    for (const rule of ['Bash', 'Bash(python *)', 'Bash(* 1)'])
      expect(bash(auto(rule), 'python evil.py 1').behavior).toBe('ask')
    expect(bash(auto('Bash(python evil.py *)'), 'python evil.py 1').behavior).toBe('allow')
    expect(bash(auto('Bash'), 'touch a').behavior).toBe('allow')
  })

  it('leaves commands of plan mode to the classifier, but no edits', () => {
    const plan = open([], { mode: 'plan' })
    expect(bash(plan, './mk')).toMatchObject({ behavior: 'ask', classifiable: true })
    const apart = open([], { mode: 'plan', merged: { useAutoModeDuringPlan: false } })
    expect(bash(apart, './mk')).toMatchObject({ behavior: 'ask', firm: true })
    expect(bash(apart, './mk').classifiable).toBeUndefined()
    const write = { tool: 'Write', input: {}, origin: 'built-in', cwd: '/w/project' } as const
    const paths = [{ path: '/w/project/f', access: 'write' as const }]
    expect(plan.permit({ ...write, paths }).classifiable).toBeUndefined()
  })
})

describe('settings that change', () => {
  it('put their rules in the place of the former ones, and leave those of host and session', () => {
    const permissions = open([layer('user', { deny: ['Bash(a)'] })], { cli: { allow: [], deny: ['Bash(b)'] } })
    permissions.apply({
      type: 'addRules',
      behavior: 'deny',
      destination: 'session',
      rules: [{ toolName: 'Bash', ruleContent: 'c' }],
    })
    permissions.follow({ layers: [layer('project', { deny: ['Bash(d)'] })], merged: {} })
    const denied = ['a', 'b', 'c', 'd'].filter((command) => bash(permissions, command).behavior === 'deny')
    expect(denied).toEqual(['b', 'c', 'd'])
  })

  it('end a mode that they forbid', () => {
    const permissions = open([], { mode: 'bypassPermissions' })
    permissions.follow({ layers: [], merged: { permissions: { disableBypassPermissionsMode: 'disable' } } })
    expect(permissions.mode()).toBe('default')
  })
})
