import type { Behavior, ProfileName } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { lintRules, type RuleFinding } from './lint.js'
import { textRules } from '../rule/settings-rules.js'
import { testFacts } from '../judge.fixture.js'

type Rules = Partial<Record<Behavior, readonly string[]>>

const lint = (rules: Rules, profile: ProfileName = 'raider'): readonly RuleFinding[] => {
  const made = (['deny', 'ask', 'allow'] as const).flatMap(
    (behavior) => textRules(behavior, rules[behavior] ?? [], '/w/project').rules,
  )
  return lintRules(made, testFacts({ profile }))
}

const kinds = (rules: Rules): readonly string[] => lint(rules).map(({ kind, rule }) => `${kind} ${rule.source.name}`)

describe('lintRules: rules that can never match', () => {
  it.each([
    [{ allow: ['B*'] }, 'star'],
    [{ deny: ['bash(rm *)'] }, 'called Bash'],
    [{ deny: ['Bsh(rm *)'] }, 'called Bash'],
    [{ deny: ['Raed(secrets/**)'] }, 'called Read'],
    [{ deny: ['WebFetchs'] }, 'called WebFetch'],
    [{ deny: ['Wrote'] }, 'called Write'],
    [{ allow: ['Write(src/**)'] }, 'Edit(src/**)'],
    [{ deny: ['Grep(secrets/**)'] }, 'Read(secrets/**)'],
    [{ allow: ['WebFetch(https://example.com)'] }, 'domain:'],
    [{ allow: ['WebSearch(cats)'] }, 'no specifier'],
    [{ allow: ['Agent(model:opus)'] }, 'parameter'],
    [{ allow: ['Bash(npm ci && npm test *)'] }, 'judged alone'],
    [{ allow: ['Bash(CI=1 npm *)'] }, 'assignments'],
    [{ deny: ['Bash(rm  -rf *)'] }, 'single blanks'],
    [{ deny: ['Bash( rm)'] }, 'white space'],
  ])('%j', (rules, text) => {
    expect(lint(rules)).toMatchObject([{ kind: 'never', text: expect.stringContaining(text) }])
  })

  it.each([
    'Bash(npm ci && npm test)',
    'Bash(npm run build:*)',
    'mcp__srv__get_*',
    'Edit(src/**)',
    'WebFetch(domain:example.com)',
    'Skill(pdf *)',
    'Agent(Explore)',
    'Read(//etc/hosts)',
    'LS',
    'Deploy',
  ])('has nothing to say of %s', (allow) => {
    expect(lint({ allow: [allow] })).toEqual([])
  })

  it('knows parameters in deny rules', () => {
    expect(lint({ deny: ['Agent(model:opus)', 'Bash(run_in_background:true)', 'WebSearch(query:x)'] })).toEqual([])
  })
})

describe('lintRules: rules that never count', () => {
  it.each<[Rules, string]>([
    [{ deny: ['Bash(git *)'], allow: ['Bash(git push)'] }, 'shadowed Bash(git push)'],
    [{ deny: ['Bash(git *)'], ask: ['Bash(git push *)'] }, 'shadowed Bash(git push *)'],
    [{ ask: ['Bash'], allow: ['Bash(git status)'] }, 'shadowed Bash(git status)'],
    [{ deny: ['mcp__s'], allow: ['mcp__s__t'] }, 'shadowed mcp__s__t'],
    [{ deny: ['WebFetch'], allow: ['WebFetch(domain:a.b)'] }, 'shadowed WebFetch(domain:a.b)'],
    [{ allow: ['WebFetch(domain:*.a.b)', 'WebFetch(domain:x.a.b)'] }, 'shadowed WebFetch(domain:x.a.b)'],
    [{ allow: ['Bash(git status)', 'Bash(git *)'] }, 'shadowed Bash(git status)'],
    [{ allow: ['Read(a)', 'Read(a)'] }, 'shadowed Read(a)'],
    [{ deny: ['Bash(* main)'], allow: ['Bash(git push * main)'] }, 'shadowed Bash(git push * main)'],
  ])('%j', (rules, expected) => {
    expect(kinds(rules)).toEqual(expect.arrayContaining([expected]))
    expect(lint(rules).filter(({ kind }) => kind === 'shadowed')).toHaveLength(1)
  })

  it.each<Rules>([
    { deny: ['Bash(git push *)'], allow: ['Bash(git *)'] },
    { deny: ['Bash(git *)'], allow: ['Bash(gitk *)'] },
    { allow: ['Bash(git *)', 'Bash(npm *)'] },
    { allow: ['Bash(./mk *)', 'Bash(./mk 1 && ./mk 2)'] },
    { deny: ['WebFetch(domain:*.a.b)'], allow: ['WebFetch(domain:a.b)'] },
    { deny: ['Read'], allow: ['Read(a)'] },
  ])('is silent where each counts: %j', (rules) => {
    expect(lint(rules).filter(({ kind }) => kind === 'shadowed')).toEqual([])
  })

  it('names the rule that decides', () => {
    expect(lint({ deny: ['Bash(git *)'], allow: ['Bash(git push)'] })).toContainEqual(
      expect.objectContaining({ by: expect.objectContaining({ name: 'Bash(git *)' }) }),
    )
  })
})

describe('lintRules: rules with holes', () => {
  it('names the spellings that get past an exact rule', () => {
    const [finding] = lint({ deny: ['Bash(rm -rf /data/x)'] })
    expect(finding).toMatchObject({ kind: 'leaky', text: expect.stringContaining('Bash(rm *)') })
    expect(finding?.missed).toEqual(expect.arrayContaining(['rm -fr /data/x', 'rm -r -f /data/x']))
  })

  it('finds no hole in a rule on the command alone, as this profile reads it', () => {
    expect(lint({ deny: ['Bash(rm *)', 'Bash(git push *)'] })).toEqual([])
    const [rm, push] = lint({ deny: ['Bash(rm *)', 'Bash(git push *)'] }, 'claude')
    expect(rm?.missed).toContain('xargs -n1 rm')
    expect(push?.missed).toContain('git -C . push')
  })

  it('finds hosts and folders that are meant but not said', () => {
    expect(lint({ deny: ['WebFetch(domain:a.b)', 'WebFetch(domain:*.c.d)'] }).map(({ missed }) => missed)).toEqual([
      ['www.a.b'],
      ['c.d'],
    ])
    expect(lint({ deny: ['Read(/etc/passwd)'] })[0]?.text).toContain('Read(//etc/passwd)')
    expect(lint({ deny: ['Read(/src/**)', 'Read(//etc/**)'] })).toEqual([])
  })
})

describe('lintRules: rules that allow anything', () => {
  it.each(['Bash', 'Bash(*)', 'Bash(python:*)', 'Bash(npx *)', 'Bash(bash -c *)', 'Agent', 'Bash(* x*)'])(
    '%s',
    (rule) => {
      expect(kinds({ allow: [rule] })).toContain(`broad ${rule}`)
    },
  )

  it.each(['Bash(python build.py *)', 'Bash(npm run *)', 'Read', 'Agent(Explore)'])('%s is not one', (rule) => {
    expect(kinds({ allow: [rule] })).toEqual([])
  })
})
