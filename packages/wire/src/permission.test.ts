import { settingsSources, type Behavior, type Source } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { resultMeta } from './permission.js'

const metaOf = (source: Source, behavior: Behavior, allowed = behavior === 'allow') => {
  const decision = { allowed, source, votes: [], considered: [{ source, behavior, decided: true }] }
  return resultMeta({ id: 'a', status: allowed ? 'ok' : 'refused', decision })?.permission_decision?.source
}

describe('who decided over a call', () => {
  const rule = (layer: Source['layer']): Source => ({ kind: 'rule', name: 'Bash', ...(layer && { layer }) })

  it('is the user for good where a rule of a settings file allows', () => {
    for (const layer of settingsSources) expect(metaOf(rule(layer), 'allow')).toBe('user_permanent')
    expect(metaOf(rule('cli'), 'allow')).toBe('config')
  })

  it('is the user who rejects where a rule denies, and the configuration where nobody answers a question', () => {
    expect(metaOf(rule('user'), 'deny')).toBe('user_reject')
    expect(metaOf(rule('user'), 'ask')).toBe('config')
    expect(metaOf({ kind: 'mode', name: 'dontAsk' }, 'deny')).toBe('config')
  })

  it('is the user for once where the host answers', () => {
    const host: Source = { kind: 'host', name: 'ask' }
    expect(metaOf(host, 'ask', true)).toBe('user_temporary')
    expect(metaOf(host, 'ask', false)).toBe('user_reject')
  })
})
