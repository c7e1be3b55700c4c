import { describe, expect, it } from 'vitest'
import type { Tool } from '@raider/contracts'
import type { AgentDefinition } from './agent.js'
import { chooseTools, spawnable, toolsOf } from './tool-choice.js'

const tool = (name: string, origin: Tool['origin'] = 'built-in', aliases: readonly string[] = []): Tool => ({
  name,
  aliases,
  origin,
  description: '',
  inputSchema: { type: 'object' },
  run: () => Promise.resolve(null),
})

const all = [
  tool('Bash'),
  tool('Read'),
  tool('Write'),
  tool('Agent', 'built-in', ['Task']),
  tool('ExitPlanMode'),
  tool('AskUserQuestion'),
  tool('Cron'),
  tool('mcp__git__log', 'mcp'),
  tool('mcp__web__get', 'mcp'),
  tool('Mine', 'code'),
]

const agent = (lists: Pick<AgentDefinition, 'tools' | 'disallowedTools'>): AgentDefinition => ({
  name: 'x',
  description: 'd',
  prompt: 'p',
  origin: { kind: 'user' },
  ...lists,
})

const names = (tools: readonly Tool[]): string => tools.map(({ name }) => name).join(' ')

describe('the tools of a subagent', () => {
  it.each<[string, Pick<AgentDefinition, 'tools' | 'disallowedTools'>, string]>([
    ['are those of its parent without a list', {}, 'Bash Read Write Agent Cron mcp__git__log mcp__web__get Mine'],
    ['are those of its list', { tools: ['Read', 'Bash(ls *)', 'Task'] }, 'Bash Read Agent'],
    ['may be whole servers', { tools: ['mcp__git', 'mcp__web__*'] }, 'mcp__git__log mcp__web__get'],
    ['are without what is not allowed', { tools: ['Read', 'Bash'], disallowedTools: ['Bash'] }, 'Read'],
    ['may be without any server', { disallowedTools: ['mcp__*', 'Agent'] }, 'Bash Read Write Cron Mine'],
  ])('%s', (_what, lists, expected) => {
    expect(names(chooseTools(agent(lists), all, { background: false, planMode: false }))).toBe(expected)
  })

  it('are fewer in the background, and let it leave plan mode', () => {
    expect(names(chooseTools(agent({}), all, { background: true, planMode: true }))).toBe(
      'Bash Read Write Agent mcp__git__log mcp__web__get Mine',
    )
    expect(names(chooseTools(agent({}), all, { background: false, planMode: true }))).toContain('ExitPlanMode')
  })

  it('must be some', () => {
    const choose = () => chooseTools(agent({ tools: ['Nope'] }), all, { background: false, planMode: false })
    expect(choose).toThrow(/would have no tools: its list names Nope/)
  })
})

describe('a main thread that runs as an agent', () => {
  it('has the tools of its lists, those for the main thread too', () => {
    expect(names(toolsOf(agent({ tools: ['AskUserQuestion', 'Agent(a, b)'] }), all))).toBe('Agent AskUserQuestion')
  })

  it('may start the agents that it names', () => {
    expect(spawnable(agent({ tools: ['Agent(a, b)', 'Task(c)'] }))).toEqual(['a', 'b', 'c'])
    expect(spawnable(agent({ tools: ['Agent'] }))).toBeUndefined()
  })
})
