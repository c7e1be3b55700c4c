import type { PermissionMode } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { explainCall } from './explanation.js'
import { compileRules } from './rule/ruleset.js'
import { textRules } from './rule/settings-rules.js'
import { testFacts, type Situation } from './judge.fixture.js'

const explain = (situation: Situation, command: string, mode: PermissionMode = 'default') => {
  const facts = testFacts(situation)
  const rules = (['deny', 'ask', 'allow'] as const).flatMap(
    (behavior) => textRules(behavior, situation[behavior] ?? [], facts.projectDir).rules,
  )
  const query = { tool: 'Bash', input: { command }, origin: 'built-in', paths: [], cwd: facts.projectDir } as const
  return explainCall(compileRules(rules, facts), mode, query, facts)
}

const rows = (...args: Parameters<typeof explain>) =>
  explain(...args).parts.map(({ text, behavior, source }) => [text, behavior, source.name])

const rules: Situation = {
  allow: ['Bash(git *)', 'Bash(npm *)'],
  deny: ['Bash(git push *)'],
  ask: ['Bash(npm publish *)'],
}

describe('explainCall', () => {
  it('says of each command which rule or mode decides', () => {
    expect(rows(rules, 'git -C . push && rm -rf x; npm publish | ls')).toEqual([
      ['git -C . push', 'deny', 'Bash(git push *)'],
      ['rm -rf x', 'ask', 'default'],
      ['npm publish', 'ask', 'Bash(npm publish *)'],
      ['ls', 'allow', 'needs no permission'],
    ])
  })

  it('keeps the rules that lost', () => {
    const [push] = explain(rules, 'git push').parts
    expect(push?.considered.map(({ source, decided }) => [source.name, decided])).toEqual([
      ['Bash(git push *)', true],
      ['Bash(git *)', false],
    ])
  })

  it('shows commands of substitutions, and those handed to a shell where a rule speaks of them', () => {
    const { parts } = explain(rules, `echo $(git log) && bash -c 'ls; git push'`)
    expect(parts.map(({ text, place }) => [text, place])).toEqual([
      ['echo $(git log)', 'line'],
      ['git log', 'substitution'],
      [`bash -c 'ls; git push'`, 'line'],
      ['git push', 'handed text'],
    ])
  })

  it('says where the line as a whole is held back, though none of its commands is', () => {
    const { whole, decision } = explain(rules, 'git log &')
    expect(decision.behavior).toBe('ask')
    expect(whole).toContain('background job')
    expect(explain(rules, 'git log').whole).toBeUndefined()
  })

  it('knows where each command runs, and where it writes', () => {
    expect(rows({ allow: ['Bash(./mk *)'], deny: ['Edit(out/no)'] }, 'cd out && ./mk 1 > no')).toEqual([
      ['cd out', 'allow', 'needs no permission'],
      ['./mk 1 > no', 'deny', 'Edit(out/no)'],
    ])
  })

  it('has no parts for tools that run no commands', () => {
    const facts = testFacts()
    const query = { tool: 'WebSearch', input: {}, origin: 'built-in', paths: [], cwd: facts.projectDir } as const
    expect(explainCall(compileRules([], facts), 'plan', query, facts)).toMatchObject({
      tool: 'WebSearch',
      mode: 'plan',
      parts: [],
      decision: { behavior: 'ask' },
    })
  })
})
