import type { Behavior, PermissionMode } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { judge, judgeFile, judgeShell, type Situation } from './judge.fixture.js'

const modes = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const
type Row = readonly [Behavior, Behavior, Behavior, Behavior, Behavior, Behavior]
const decisions = (call: (mode: PermissionMode) => { behavior: Behavior }): readonly Behavior[] =>
  modes.map((mode) => call(mode).behavior)

describe('modes, where no rule matches (default, acceptEdits, plan, auto, dontAsk, bypassPermissions)', () => {
  it.each<readonly [string, string, string, Row]>([
    ['reads inside', 'Read', '/w/project/f', ['allow', 'allow', 'allow', 'allow', 'allow', 'allow']],
    ['reads outside', 'Read', '/etc/f', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
    ['searches outside', 'Grep', '/etc', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
    ['writes inside', 'Write', '/w/project/f', ['ask', 'allow', 'ask', 'allow', 'deny', 'allow']],
    ['edits inside', 'Edit', '/w/project/f', ['ask', 'allow', 'ask', 'allow', 'deny', 'allow']],
    ['writes outside', 'Write', '/etc/f', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
    ['protected paths', 'Write', '/w/project/.git/config', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
  ])('%s (%s %s)', (_what, tool, path, expected) => {
    expect(decisions((mode) => judgeFile({ mode }, tool, path))).toEqual(expected)
  })

  it.each<readonly [string, Row]>([
    ['ls', ['allow', 'allow', 'allow', 'allow', 'allow', 'allow']],
    ['touch a', ['ask', 'allow', 'ask', 'allow', 'deny', 'allow']],
    ['ls > out', ['ask', 'allow', 'ask', 'allow', 'deny', 'allow']],
    ['touch /etc/a', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
    ['touch .bashrc', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
    ['npm test', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
    ['rm -rf /', ['ask', 'ask', 'ask', 'ask', 'deny', 'ask']],
  ])('the command %j', (command, expected) => {
    expect(decisions((mode) => judgeShell({ mode }, command))).toEqual(expected)
  })

  it.each<readonly [string, Row]>([
    ['WebSearch', ['ask', 'ask', 'ask', 'ask', 'deny', 'allow']],
    ['Agent', ['allow', 'allow', 'allow', 'allow', 'allow', 'allow']],
    ['AskUserQuestion', ['ask', 'ask', 'ask', 'ask', 'deny', 'ask']],
    ['ExitPlanMode', ['ask', 'ask', 'ask', 'ask', 'deny', 'ask']],
    ['EnterPlanMode', ['allow', 'allow', 'allow', 'allow', 'allow', 'allow']],
    ['TodoWrite', ['allow', 'allow', 'allow', 'allow', 'allow', 'allow']],
  ])('the tool %s', (tool, expected) => {
    expect(decisions((mode) => judge({ mode }, { tool }))).toEqual(expected)
  })

  it('holds in plan mode of profile claude what may change something, but reads anywhere', () => {
    const plan: Situation = { mode: 'plan', profile: 'claude', allow: ['mcp__s'] }
    const server = { tool: 'mcp__s__one', origin: 'mcp' as const }
    expect(judge(plan, server)).toMatchObject({ behavior: 'ask', firm: true })
    expect(judge(plan, { ...server, readsOnly: true }).behavior).toBe('allow')
    expect(judge(plan, { tool: 'WebSearch' })).toMatchObject({ behavior: 'deny', classifiable: true })
    expect(judgeFile(plan, 'Read', '/etc/f').behavior).toBe('allow')
    expect(judge({ ...plan, profile: 'raider' }, server).behavior).toBe('allow')
  })

  it('lets no rule answer in the user’s place', () => {
    expect(judge({ allow: ['AskUserQuestion'] }, { tool: 'AskUserQuestion' })).toMatchObject({
      behavior: 'ask',
      firm: true,
    })
  })

  it('allows tools passed in code in every mode, and asks for those of MCP servers', () => {
    expect(decisions((mode) => judge({ mode }, { tool: 'mine', origin: 'code' }))).toEqual(modes.map(() => 'allow'))
    expect(judge({}, { tool: 'mcp__s__t', origin: 'mcp' }).behavior).toBe('ask')
  })
})

describe('rules', () => {
  const both: Situation = { allow: ['Bash(mk *)'], ask: ['Bash(mk ask)'], deny: ['Bash(mk deny)'] }

  it('let deny win over ask and ask over allow, in every mode', () => {
    expect(decisions((mode) => judgeShell({ ...both, mode }, 'mk deny'))).toEqual(modes.map(() => 'deny'))
    expect(decisions((mode) => judgeShell({ ...both, mode }, 'mk ask'))).toEqual([
      'ask',
      'ask',
      'ask',
      'ask',
      'deny',
      'ask',
    ])
    expect(decisions((mode) => judgeShell({ ...both, mode }, 'mk x'))).toEqual(modes.map(() => 'allow'))
  })

  it('keep everything that spoke, with the one that decided', () => {
    const { considered } = judgeShell(both, 'mk deny')
    expect(considered.map((entry) => [entry.source.name, entry.decided])).toEqual([
      ['Bash(mk deny)', true],
      ['Bash(mk *)', false],
    ])
  })

  it('are firm against a hook where they deny or ask, as are protected paths and plan mode', () => {
    expect(judgeShell(both, 'mk deny').firm).toBe(true)
    expect(judgeShell(both, 'mk ask').firm).toBe(true)
    expect(judgeFile({}, 'Write', '/w/project/.claude/x').firm).toBe(true)
    expect(judgeShell({ mode: 'plan' }, 'touch a').firm).toBe(true)
    expect(judgeFile({ mode: 'plan', allow: ['Write'] }, 'Write', '/w/project/x').firm).toBe(true)
    expect(judgeShell({}, 'touch a').firm).toBeUndefined()
    expect(judgeShell({ mode: 'dontAsk' }, 'touch a').firm).toBeUndefined()
  })

  it('do not let an edit through in plan mode, but do let a command', () => {
    expect(judgeFile({ mode: 'plan', allow: ['Edit'] }, 'Edit', '/w/project/x')).toMatchObject({
      behavior: 'ask',
      reason: expect.stringContaining('/w/project/x cannot be written while in plan mode'),
    })
    expect(judgeShell({ mode: 'plan', allow: ['Bash(./mk *)'] }, './mk 1').behavior).toBe('allow')
    expect(judgeShell({ mode: 'plan', allow: ['Bash(./mk *)', 'Edit'] }, './mk 1 > x').behavior).toBe('ask')
  })

  it('have commands asked for in plan mode in profile raider, and refused in profile claude', () => {
    const planned = (profile: 'raider' | 'claude', command: string) => judgeShell({ mode: 'plan', profile }, command)
    expect(planned('raider', 'touch a').behavior).toBe('ask')
    expect(planned('claude', 'touch a').behavior).toBe('deny')
    expect(planned('claude', 'ls').behavior).toBe('allow')
    expect(judgeFile({ mode: 'plan', profile: 'claude' }, 'Write', '/w/project/x').behavior).toBe('ask')
  })

  it('know globs and servers in tool names', () => {
    const mcp = (situation: Situation, tool: string) => judge(situation, { tool, origin: 'mcp' }).behavior
    expect(mcp({ allow: ['mcp__s__*'], deny: ['mcp__s__two'] }, 'mcp__s__one')).toBe('allow')
    expect(mcp({ allow: ['mcp__s__*'], deny: ['mcp__s__two'] }, 'mcp__s__two')).toBe('deny')
    expect(mcp({ allow: ['mcp__s'] }, 'mcp__s__one')).toBe('allow')
    expect(mcp({ allow: ['mcp__s'] }, 'mcp__server__one')).toBe('ask')
    expect(mcp({ allow: ['*', 'mcp__*'] }, 'mcp__s__one')).toBe('ask')
    expect(judge({ deny: ['Writ*'] }, { tool: 'Write' }).behavior).toBe('deny')
    expect(judgeShell({ allow: ['*', 'B*'] }, 'touch a').behavior).toBe('ask')
  })

  it('know parameters in deny and ask rules, but not the main field and nothing in allow rules', () => {
    const bash = (situation: Situation, input: Record<string, unknown>) =>
      judge(situation, { tool: 'Bash', input: { command: 'ls -a', ...input } })
    const rules = { allow: ['Bash'], deny: ['Bash(run_in_background:true)', 'Bash(command:ls *)'] }
    expect(bash(rules, { run_in_background: true })).toMatchObject({
      behavior: 'deny',
      reason: expect.stringContaining('Bash with run_in_background:true'),
    })
    expect(bash(rules, { run_in_background: false }).behavior).toBe('allow')
    expect(bash(rules, {}).behavior).toBe('allow')
    expect(judge({ deny: ['Agent(model:op*)'] }, { tool: 'Task', input: { model: 'opus' } }).behavior).toBe('deny')
    expect(judge({ allow: ['WebSearch(query:x)'] }, { tool: 'WebSearch', input: { query: 'x' } }).behavior).toBe('ask')
  })

  it('know agents, skills and hosts', () => {
    const agent = { tool: 'Agent', input: { subagent_type: 'Explore' } }
    expect(judge({ deny: ['Agent(Explore)'] }, agent)).toMatchObject({
      behavior: 'deny',
      reason: expect.stringContaining('Explore'),
    })
    expect(judge({ deny: ['Agent(Other)'] }, agent).behavior).toBe('allow')
    expect(judge({ allow: ['Skill(pdf *)'] }, { tool: 'Skill', input: { skill: 'pdf', args: 'x' } }).behavior).toBe(
      'allow',
    )
    const skill = { tool: 'Skill', input: { skill: 'a' }, harmless: true }
    expect(judge({ ask: ['Skill(a)'] }, skill).behavior).toBe('ask')
    expect(judge({ ask: ['Skill(a)'], profile: 'claude' }, skill).behavior).toBe('allow')
    expect(judge({ ask: ['Skill'], profile: 'claude' }, skill).behavior).toBe('ask')
    const fetch = { tool: 'WebFetch', input: { url: 'https://a.example.com/x' } }
    expect(judge({ allow: ['WebFetch(domain:*.example.com)'] }, fetch).behavior).toBe('allow')
    expect(judge({ deny: ['WebFetch(domain:a.example.com)'], allow: ['WebFetch'] }, fetch)).toMatchObject({
      behavior: 'deny',
      reason: 'Access to domain:a.example.com was denied by the permission settings.',
    })
    expect(judge({}, { tool: 'WebFetch', input: { url: 'https://docs.python.org/3/' } }).behavior).toBe('allow')
  })
})

describe('texts for the model', () => {
  it('say in dontAsk mode that there is no way around', () => {
    const { reason } = judgeShell({ mode: 'dontAsk' }, 'touch a')
    expect(reason).toMatch(/dontAsk mode.*do not look for another way/)
  })

  it('name the path that was to be written or read', () => {
    expect(judgeFile({}, 'Write', '/w/project/f').reason).toMatch(/write to \/w\/project\/f .* not been granted/)
    expect(judgeFile({}, 'Read', '/etc/f').reason).toMatch(/read from \/etc\/f .* not been granted/)
    expect(judgeFile({}, 'Write', '/w/project/.envrc').reason).toMatch(/edit \/w\/project\/\.envrc .* sensitive file/)
  })
})
