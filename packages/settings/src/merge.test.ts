import { describe, expect, it } from 'vitest'
import { mergeLayers } from './merge.js'

describe('mergeLayers', () => {
  it('takes scalars from the highest layer', () => {
    expect(
      mergeLayers([
        { name: 'user', value: { model: 'haiku', disableAllHooks: true } },
        { name: 'project', value: { disableAllHooks: false } },
      ]),
    ).toEqual({ model: 'haiku', disableAllHooks: false })
  })

  it('merges env per variable', () => {
    expect(
      mergeLayers([
        { name: 'user', value: { env: { A: 'user', B: 'user' } } },
        { name: 'flag', value: { env: { B: 'flag' } } },
      ]),
    ).toEqual({ env: { A: 'user', B: 'flag' } })
  })

  it('concatenates lists, lowest layer first, and keeps equal entries once', () => {
    const group = { matcher: 'Bash', hooks: [] }
    expect(
      mergeLayers([
        { name: 'user', value: { permissions: { deny: ['A', 'B'] }, hooks: { Stop: [group] } } },
        { name: 'project', value: { permissions: { deny: ['B', 'C'] }, hooks: { Stop: [group, {}] } } },
      ]),
    ).toEqual({ permissions: { deny: ['A', 'B', 'C'] }, hooks: { Stop: [group, {}] } })
  })

  it('takes fallback models as a whole, and available models so from managed settings only', () => {
    expect(
      mergeLayers([
        { name: 'user', value: { fallbackModel: ['a'], availableModels: ['a'] } },
        { name: 'local', value: { fallbackModel: ['b'], availableModels: ['b'] } },
      ]),
    ).toEqual({ fallbackModel: ['b'], availableModels: ['a', 'b'] })
    expect(
      mergeLayers([
        { name: 'user', value: { availableModels: ['a'] } },
        { name: 'managed', value: { availableModels: ['m'] } },
      ]),
    ).toEqual({ availableModels: ['m'] })
  })

  it('keeps a restriction that any layer made', () => {
    expect(
      mergeLayers([
        { name: 'user', value: { disableClaudeAiConnectors: true, useAutoModeDuringPlan: false } },
        { name: 'local', value: { disableClaudeAiConnectors: false, useAutoModeDuringPlan: true } },
      ]),
    ).toEqual({ disableClaudeAiConnectors: true, useAutoModeDuringPlan: false })
  })

  it.each(['__proto__', 'constructor', '__defineGetter__'])('knows no rule for a key that objects have: %s', (key) => {
    const layer = (value: string) => JSON.parse(`{"${key}":["${value}"]}`) as Record<string, unknown>
    const merged = mergeLayers([
      { name: 'project', value: layer('a') },
      { name: 'local', value: layer('b') },
    ])
    expect(Object.entries(merged)).toEqual([[key, ['a', 'b']]])
  })

  it('treats a key named __proto__ as data', () => {
    const value = JSON.parse('{"env":{"__proto__":"x"}}') as Record<string, unknown>
    const merged = mergeLayers([
      { name: 'user', value },
      { name: 'project', value: { env: { A: '1' } } },
    ])
    expect(Object.keys(merged.env as object)).toEqual(['__proto__', 'A'])
  })
})
