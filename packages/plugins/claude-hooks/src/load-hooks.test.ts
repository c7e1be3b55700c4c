import { profiles, type JsonObject } from '@raider/contracts'
import { createProject, isAlive, until, type Project } from '@raider/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listHooks } from './configuration/hook-list.js'
import type { HookEvent } from './events.js'
import { loadHooks, type LoadHooksOptions } from './load-hooks.js'
import { onEvent, specifically, testLayer, testSettings } from './session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

const load = async (hooks: JsonObject, options: Partial<LoadHooksOptions> = {}) => {
  await project.write({ '.claude/settings.json': { hooks, env: { FROM_SETTINGS: 'yes' } } })
  return loadHooks({
    cwd: project.dir,
    homeDir: project.home,
    env: { PATH: process.env['PATH'] },
    managedDir: project.path('none'),
    ...options,
  })
}

const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' }

describe('hooks without a loop', () => {
  it('run with the fields they are given and answer with a verdict', async () => {
    const command = specifically('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' })
    const dump = 'cat > input; echo "$CLAUDE_PROJECT_DIR $FROM_SETTINGS $CLAUDE_EFFORT" > env'
    const hooks = await load(onEvent('PreToolUse', command, dump), {
      trust: true,
      session: 's1',
      permissionMode: 'plan',
    })
    const verdict = await hooks.fire('PreToolUse', { ...call, effort: { level: 'low' } })
    expect(verdict).toMatchObject({ stance: 'deny', reason: 'PreToolUse:Bash hook error: no' })
    expect(verdict.source).toMatchObject({ layer: 'project', file: project.path('.claude/settings.json'), line: 6 })
    expect(JSON.parse(await project.read('input'))).toMatchObject({
      session_id: 's1',
      permission_mode: 'plan',
      ...call,
    })
    expect(await project.read('env')).toBe(`${project.dir} yes low\n`)
    expect(hooks.list().map((hook) => hook.event)).toEqual(['PreToolUse', 'PreToolUse'])
    await hooks.close()
  })

  it('have no stance where none wants the event', async () => {
    const hooks = await load({}, { trust: true })
    expect(await hooks.fire('PreToolUse', call)).toMatchObject({ notes: [], votes: [] })
    expect(await hooks.fire('PreToolUse', call)).not.toHaveProperty('stance')
  })

  it('die with their signal, and with the whole', async () => {
    const hooks = await load(onEvent('PreToolUse', 'echo $$ > pid; sleep 60'), { trust: true })
    const abort = new AbortController()
    const fired = hooks.fire('PreToolUse', call, abort.signal)
    const pid = Number(await until('the hook runs', () => project.read('pid').catch(() => undefined)))
    abort.abort()
    await fired
    expect(isAlive(pid)).toBe(false)
    await project.write({ pid: '' })
    const again = hooks.fire('PreToolUse', call)
    await until('the hook runs again', async () => (await project.read('pid')) !== '')
    await hooks.close()
    await again
  })

  it('are refused for a project that was never trusted, unless the program says otherwise', async () => {
    await expect(load(onEvent('PreToolUse', 'touch ran'))).rejects.toMatchObject({ code: 'untrusted-project' })
    const hooks = await load(onEvent('PreToolUse', 'touch ran'), { trust: false })
    await hooks.fire('PreToolUse', call)
    await expect(project.read('ran')).rejects.toThrow()
    expect(hooks.notices.map((notice) => notice.text)).toEqual([expect.stringContaining('never trusted')])
  })

  it('can be tried with a harmless call, to find guards that would let everything pass', async () => {
    const group = (matcher: string, command: string) => ({ matcher, hooks: [{ type: 'command', command }] })
    const guards = [
      group('Write|Edit', 'cat > seen'),
      group('Bash', 'no-such-guard'),
      group('', 'echo "{oops}"'),
      group('Bash', 'exit 2'),
    ]
    const hooks = await load({ PreToolUse: guards, ...onEvent('Stop', 'touch ran') }, { trust: true })
    const trials = await hooks.check()
    expect(trials.map(({ problem, refuses }) => [problem !== undefined, refuses])).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [false, true],
    ])
    expect(JSON.parse(await project.read('seen'))).toMatchObject({ tool_name: 'Write' })
    await expect(project.read('ran')).rejects.toThrow()
    await hooks.close()
  })

  it('know no other events than Claude Code', async () => {
    const hooks = await load({}, { trust: true })
    await expect(hooks.fire('PreTool' as HookEvent, {})).rejects.toMatchObject({ code: 'bad-option' })
  })
})

describe('the list of hooks', () => {
  const states = (value: JsonObject, more: JsonObject = {}) =>
    listHooks(
      testSettings(testLayer('user', value), testLayer('project', more)),
      profiles.claude,
      (layer) => layer === 'project',
    )
  const hooks = onEvent('PreToolUse', 'a', 'b')

  it('names every hook with its place and whether it runs', () => {
    expect(states({ hooks: { ...hooks, ...onEvent('TeammateIdle', 'c') } })).toMatchObject([
      {
        event: 'PreToolUse',
        type: 'command',
        label: 'a',
        source: { file: '/settings/user.json', line: 1 },
        state: 'active',
      },
      { label: 'b', state: 'active' },
      { label: 'c', state: 'never fires here' },
    ])
  })

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['an equal one', { hooks: onEvent('PreToolUse', 'a', 'a') }, {}, ['repeated', 'active']],
    ['a switch', { hooks, disableAllHooks: true }, {}, ['switched off', 'switched off']],
    ['trust', {}, { hooks }, ['not trusted', 'not trusted']],
    ['its type', { hooks: onEvent('SessionStart', { type: 'http', url: 'http://x' }) }, {}, ['wrong type']],
    ['a malformed guard', { hooks: onEvent('PreToolUse', 'a', { command: 1 }) }, {}, ['file dropped']],
  ])('says what keeps a hook from running: %s', (_, user, other, expected) => {
    expect(states(user, other).map((entry) => entry.state)).toEqual(expected)
  })
})
