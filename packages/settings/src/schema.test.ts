import { describe, expect, it } from 'vitest'
import { knownKeys } from './known-key.js'
import { schemaIssues, withTextEnv } from './schema.js'

const losses = (value: Record<string, unknown>) => schemaIssues(value).map(({ path, loss }) => [path.join('.'), loss])

describe('schemaIssues', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ model: null }, 'model'],
    [{ cleanupPeriodDays: 1.5 }, 'cleanupPeriodDays'],
    [{ verbose: 'yes' }, 'verbose'],
    [{ fallbackModel: ['a', null] }, 'fallbackModel'],
    [{ statusLine: { type: 'command' } }, 'statusLine'],
    [{ statusLine: { type: 'command', command: 'x', padding: 'y' } }, 'statusLine.padding'],
    [{ attribution: { commit: 5 } }, 'attribution'],
    [{ enabledPlugins: { a: true, b: {} } }, 'enabledPlugins.b'],
    [{ skillOverrides: { a: 'hidden' } }, 'skillOverrides.a'],
    [{ skillListingBudgetFraction: 0 }, 'skillListingBudgetFraction'],
    [{ pluginConfigs: { a: { options: { x: null } } } }, 'pluginConfigs.a.options.x'],
    [{ permissions: { additionalDirectories: [5] } }, 'permissions.additionalDirectories'],
    [{ enabledMcpjsonServers: 'two words' }, 'enabledMcpjsonServers'],
    [{ sandbox: { filesystem: { allowWrite: 'x' } } }, 'sandbox.filesystem.allowWrite'],
  ])('finds in %j what has to go', (value, path) => {
    expect(losses(value)).toEqual([[path, 'key']])
  })

  it.each<[Record<string, unknown>]>([
    [{ someday: 5 }],
    [{ effortLevel: 'huge' }],
    [{ theme: 5 }],
    [{ attribution: true }],
    [{ enabledPlugins: { 'a@b': ['1.0'] } }],
    [{ enabledMcpjsonServers: 'one' }],
    [{ permissions: { defaultMode: 'manual', someday: 5 } }],
    [{ sandbox: { someday: 5 } }],
  ])('has nothing against %j', (value) => {
    expect(losses(value)).toEqual([])
  })

  it('tells what would allow more than was meant from what only gets lost', () => {
    expect(losses({ allowedHttpHookUrls: ['https://a/*', 5], permissions: { deny: {}, allow: 'Bash' } })).toEqual([
      ['allowedHttpHookUrls', 'guard'],
      ['permissions.allow', 'key'],
      ['permissions.deny', 'guard'],
    ])
  })

  it('takes rules and variables one by one', () => {
    expect(losses({ permissions: { ask: ['Bash', 7] }, env: { A: 1, B: [1] } })).toEqual([
      ['permissions.ask.1', 'entry'],
      ['env.B', 'variable'],
    ])
    expect(withTextEnv({ env: { A: 1, B: [1, 2], C: null } })).toEqual({ env: { A: '1', B: '1,2', C: 'null' } })
  })
})

describe('knownKeys', () => {
  it('says of each key what becomes of it', () => {
    expect(knownKeys.get('hooks')?.use).toBe('honoured')
    expect(knownKeys.get('statusLine')?.use).toBe('screen')
    expect(knownKeys.get('someday')).toBeUndefined()
  })
})
