import { profiles, type JsonObject, type LayerName } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { readHooks } from './hook-set.js'
import { onEvent, testLayer, testSettings } from '../session.fixture.js'

const hooks = (command: string): JsonObject => ({ hooks: onEvent('PreToolUse', command) })
const { raider, claude } = profiles
const commands = (...layers: readonly [LayerName, JsonObject][]): string[] =>
  readHooks(testSettings(...layers.map(([name, value]) => testLayer(name, value))), raider).hooks.map(
    (hook) => hook.handler.label,
  )

it('reads the layers in their order and says where each hook stands', () => {
  const settings = testSettings(
    testLayer('user', hooks('u')),
    testLayer('project', hooks('p'), { line: (path) => path.length }),
  )
  const found = readHooks(settings, raider).hooks
  expect(found.map((hook) => hook.source)).toEqual([
    { kind: 'hook', name: 'u', layer: 'user', file: '/settings/user.json', line: 1 },
    { kind: 'hook', name: 'p', layer: 'project', file: '/settings/project.json', line: 5 },
  ])
})

it('runs no hook of a project that is not trusted', () => {
  const settings = testSettings(testLayer('user', hooks('u')), testLayer('project', hooks('p'), { trusted: false }))
  expect(readHooks(settings, raider).hooks.map((hook) => hook.handler.label)).toEqual(['u'])
})

describe('switches', () => {
  it('turn all hooks off but the managed ones', () => {
    expect(commands(['user', hooks('u')], ['project', { disableAllHooks: true }], ['managed', hooks('m')])).toEqual([
      'm',
    ])
    expect(
      commands(['user', { ...hooks('u'), disableAllHooks: true }], ['project', { disableAllHooks: false }]),
    ).toEqual(['u'])
  })

  it('of the managed settings turn everything off', () => {
    expect(commands(['user', hooks('u')], ['managed', { ...hooks('m'), disableAllHooks: true }])).toEqual([])
  })

  it.each([
    { allowManagedHooksOnly: true },
    { strictPluginOnlyCustomization: true },
    { strictPluginOnlyCustomization: ['hooks'] },
  ])('of the managed settings leave their own hooks alone: %o', (switches) => {
    expect(commands(['user', hooks('u')], ['managed', { ...hooks('m'), ...switches }])).toEqual(['m'])
    expect(commands(['user', { ...hooks('u'), ...switches }])).toEqual(['u'])
  })
})

describe('a malformed entry', () => {
  const broken = { hooks: { ...onEvent('PreToolUse', { timeout: -1, command: 'a' }, 'b'), ...onEvent('Stop', 'c') } }
  const settings = testSettings(testLayer('project', broken, { line: (path) => (path.length > 5 ? undefined : 7) }))

  it('is left out alone, with one notice that names file, line and field', () => {
    const { hooks: kept, notices } = readHooks(settings, raider)
    expect(kept.map((hook) => hook.handler.label)).toEqual(['b', 'c'])
    expect(notices).toEqual([
      {
        level: 'error',
        file: '/settings/project.json',
        line: 7,
        key: 'hooks.PreToolUse[0].hooks[0].timeout',
        text: '/settings/project.json:7: hooks.PreToolUse[0].hooks[0].timeout must be a number of seconds above 0. The entry is left out; mend it to have it run.',
      },
    ])
  })

  it('costs all hooks of the file in profile claude when it is a guard', () => {
    expect(readHooks(settings, claude).hooks).toEqual([])
  })
})

it('says which hooks it cannot run', () => {
  const value = {
    hooks: {
      ...onEvent('PreToolUse', { type: 'prompt', prompt: 'ok?' }),
      ...onEvent('Notification', { type: 'agent', prompt: 'x' }),
    },
  }
  const { hooks: kept, notices } = readHooks(testSettings(testLayer('user', value)), raider)
  expect(kept.map((hook) => hook.event)).toEqual(['PreToolUse'])
  expect(notices.map((notice) => notice.text)).toEqual([
    '/settings/user.json:1: Notification cannot run hooks of type agent (x).',
  ])
})
