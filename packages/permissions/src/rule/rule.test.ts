import { describe, expect, it } from 'vitest'
import { createRule, parseRule, ruleText, uselessness } from './rule.js'

describe('rules', () => {
  it.each([
    ['Bash', { tool: 'Bash' }],
    ['Bash(*)', { tool: 'Bash' }],
    ['Bash()', { tool: 'Bash' }],
    ['Bash(git *)', { tool: 'Bash', specifier: 'git *' }],
    ['Bash(echo (a) b)', { tool: 'Bash', specifier: 'echo (a) b' }],
    [' Read(//x/**) ', { tool: 'Read', specifier: '//x/**' }],
    ['mcp__srv__*', { tool: 'mcp__srv__*' }],
    ['Task(Explore)', { tool: 'Agent', specifier: 'Explore' }],
    ['*', { tool: '*' }],
  ])('takes %j apart', (text, expected) => {
    expect(parseRule(text)).toEqual(expected)
  })

  it.each(['', 'Bash(', 'Bash)', '(x)', 'Bash(x) y', 'a b'])('finds %j malformed', (text) => {
    expect(parseRule(text)).toBeUndefined()
  })

  it.each([' Write ', 'Bash()', 'mcp__s__one(x)', 'mcp__s__one(*)'])(
    'gives no permission by %j, but restricts',
    (text) => {
      const place = { layer: 'cli', anchor: '/' } as const
      expect(createRule('allow', text, place)).toBeUndefined()
      expect(createRule('deny', text, place)).toBeDefined()
    },
  )

  it('may speak of a tool that is called like a member of every object', () => {
    expect(parseRule('constructor')).toEqual({ tool: 'constructor' })
    expect(parseRule('__proto__(x)')).toEqual({ tool: '__proto__', specifier: 'x' })
  })

  it('is written as it was read', () => {
    expect(ruleText({ tool: 'Bash', specifier: 'git *' })).toBe('Bash(git *)')
    expect(ruleText({ tool: 'Bash' })).toBe('Bash')
  })

  it.each([
    ['allow', 'B*', true],
    ['allow', '*', true],
    ['allow', 'mcp__*', true],
    ['allow', 'mcp__srv__get_*', false],
    ['deny', 'B*', false],
    ['deny', '*', false],
  ] as const)('says whether %s %j can never do anything: %j', (behavior, text, useless) => {
    const rule = createRule(behavior, text, { layer: 'cli', anchor: '/' })
    expect(uselessness(rule!) !== undefined).toBe(useless)
  })
})
