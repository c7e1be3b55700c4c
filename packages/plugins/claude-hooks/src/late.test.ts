import { profiles, type JsonObject, type SettingsLayer } from '@raider/contracts'
import { createProject, createStepScope } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { claudeHooks } from './claude-hooks.js'
import { onEvent, saying, testCall, testLayer, testSettings } from './session.fixture.js'

/** Steps of a session with settings layers and layers that join later. */
const open = async (layers: readonly SettingsLayer[], late: readonly SettingsLayer[], more: object = {}) => {
  await using project = await createProject()
  const scope = createStepScope({ project, settings: testSettings(...layers), lateLayers: () => late, ...more })
  return { scope, steps: await claudeHooks().create(scope) }
}

const skill = (hooks: JsonObject): SettingsLayer =>
  testLayer('user', { hooks }, { name: 'skill', file: '/s/SKILL.md', env: { CLAUDE_PLUGIN_ROOT: '/s' } })

const deny = (reason: string): string =>
  saying({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
  })

describe('hooks of a layer that joins late', () => {
  it('run from then on, with the variables of their layer', async () => {
    const late: SettingsLayer[] = []
    const { steps, scope } = await open([], late)
    expect(await steps.beforeTool?.(testCall('ls'), scope)).toBeUndefined()
    late.push(skill(onEvent('PreToolUse', 'printf "root $CLAUDE_PLUGIN_ROOT" >&2; exit 2')))
    expect((await steps.beforeTool?.(testCall('ls'), scope))?.reason).toContain('root /s')
  })

  it.each([
    ['raider', 'Bash', 1],
    ['raider', '', 1],
    ['claude', 'Bash', 1],
    ['claude', '', 2],
  ] as const)(
    'leave after a run that went well where they ask for it: %s, matcher "%s"',
    async (name, matcher, runs) => {
      const hooks = { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'true', once: true }] }] }
      const { steps, scope } = await open([], [skill(hooks)], { profile: profiles[name] })
      await steps.beforeTool?.(testCall('ls'), scope)
      await steps.beforeTool?.(testCall('ls'), scope)
      expect(scope.events.filter(({ type }) => type === 'hook-run')).toHaveLength(runs)
    },
  )

  it('stay as long as they refuse', async () => {
    const { steps, scope } = await open([], [skill(onEvent('PreToolUse', { command: deny('no'), once: true }))])
    expect((await steps.beforeTool?.(testCall('ls'), scope))?.stance).toBe('deny')
    expect((await steps.beforeTool?.(testCall('ls'), scope))?.stance).toBe('deny')
  })

  it.each(['raider', 'claude'] as const)('hold for subagents by profile: %s', async (name) => {
    const { steps, scope } = await open([], [skill(onEvent('PreToolUse', deny('no')))], {
      profile: profiles[name],
      agent: { id: 'a1', type: 'general-purpose' },
    })
    expect((await steps.beforeTool?.(testCall('ls'), scope))?.stance).toBe(name === 'raider' ? 'deny' : undefined)
  })

  it('are silent where all hooks are switched off', async () => {
    const off = testLayer('user', { disableAllHooks: true })
    const { steps, scope } = await open([off], [skill(onEvent('PreToolUse', deny('no')))])
    expect(await steps.beforeTool?.(testCall('ls'), scope)).toBeUndefined()
  })
})

describe('hooks of a plugin folder', () => {
  const plugin = (hooks: JsonObject, env: Record<string, string> = {}): SettingsLayer =>
    testLayer('user', { hooks }, { name: 'plugin', file: '/p/hooks.json', env: { CLAUDE_PLUGIN_ROOT: '/p', ...env } })

  it('are never the same as those of settings', async () => {
    const hooks = onEvent('PreToolUse', deny('no'))
    const { steps, scope } = await open([testLayer('user', { hooks }), plugin(hooks)], [])
    expect((await steps.beforeTool?.(testCall('ls'), scope))?.votes).toHaveLength(2)
  })

  it('run in spite of managed settings that lock out user and project', async () => {
    const managed = testLayer('managed', { strictPluginOnlyCustomization: ['hooks'] })
    const { steps, scope } = await open([plugin(onEvent('PreToolUse', deny('no'))), managed], [])
    expect((await steps.beforeTool?.(testCall('ls'), scope))?.stance).toBe('deny')
  })

  it('get what the user configured as an argument', async () => {
    const hooks = onEvent('PreToolUse', { command: '/bin/sh', args: ['-c', 'echo ${user_config.key} >&2; exit 2'] })
    const { steps, scope } = await open([plugin(hooks, { CLAUDE_PLUGIN_OPTION_KEY: 'value' })], [])
    expect((await steps.beforeTool?.(testCall('ls'), scope))?.reason).toContain('value')
  })

  it('are not started where something they need was not configured', async () => {
    const { steps, scope } = await open(
      [plugin(onEvent('PreToolUse', { command: 'touch', args: ['${user_config.key}'] }))],
      [],
    )
    await steps.beforeTool?.(testCall('ls'), scope)
    expect(scope.events).toContainEqual(
      expect.objectContaining({ type: 'hook-run', outcome: 'error', error: expect.stringContaining('not configured') }),
    )
  })
})

describe('a shell command of a skill', () => {
  const change = {
    kind: 'PreSkillShellCommand',
    input: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1', command_name: 'a' },
  }

  it.each(['raider', 'claude'] as const)('passes the guards of Bash by profile: %s', async (name) => {
    const { steps, scope } = await open([testLayer('user', { hooks: onEvent('PreToolUse', deny('no')) })], [], {
      profile: profiles[name],
    })
    const verdict = await steps.beforeChange?.(change, scope)
    expect(verdict?.stance).toBe(name === 'raider' ? 'deny' : undefined)
  })

  it('can be refused by a hook of its own', async () => {
    const hooks = onEvent('PreSkillShellCommand', 'echo never >&2; exit 2')
    const { steps, scope } = await open([testLayer('user', { hooks })], [])
    expect(await steps.beforeChange?.(change, scope)).toMatchObject({
      stance: 'deny',
      reason: expect.stringContaining('never'),
    })
  })
})
