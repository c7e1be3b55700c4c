import { expect, it } from 'vitest'
import { compileMatcher, matchedValue } from './matcher.js'

const tools = ['Agent', 'Bash', 'Edit', 'NotebookEdit', 'Write', 'mcp__x__a', 'mcp__xy__b']
const matched = (matcher: string | undefined): string => tools.filter(compileMatcher(matcher, 'PreToolUse')).join(' ')

it.each([
  [undefined, tools.join(' ')],
  ['', tools.join(' ')],
  ['*', tools.join(' ')],
  ['B*', tools.join(' ')],
  ['bash', ''],
  ['Bash', 'Bash'],
  [' Bash ', 'Bash'],
  ['Bash|', 'Bash'],
  ['Bash,', 'Bash'],
  ['Edit|Write', 'Edit Write'],
  ['Edit, Write', 'Edit Write'],
  ['Edit | Write', 'Edit Write'],
  ['Ed', ''],
  ['^Ed', 'Edit'],
  ['Edit.*', 'Edit NotebookEdit'],
  ['mcp__x', ''],
  ['mcp__x__.*', 'mcp__x__a'],
  ['mcp__.*__b', 'mcp__xy__b'],
  ['Task', 'Agent'],
  ['^Task$', 'Agent'],
  ['Ta.k', 'Agent'],
  ['[', ''],
  ['*Bash', ''],
  ['|', ''],
  ['Bash(echo *)', ''],
])('matches tools by %o', (matcher, expected) => expect(matched(matcher)).toBe(expected))

it('splits at | only where matchers are narrow', () => {
  const narrow = (matcher: string): boolean => compileMatcher(matcher, 'StopFailure')('overloaded')
  expect([narrow('rate_limit|overloaded'), narrow('rate_limit,overloaded')]).toEqual([true, false])
})

it('ignores the matcher of an event that has no value', () => {
  expect(compileMatcher('Nope', 'Stop')('')).toBe(true)
})

it('holds FileChanged against the name of the file', () => {
  expect(matchedValue('FileChanged', { file_path: '/a/b/.env' })).toBe('.env')
})

it('holds session starts against their source', () => {
  const sources = ['startup', 'resume', 'clear']
  expect(sources.filter(compileMatcher('startup, resume', 'SessionStart'))).toEqual(['startup', 'resume'])
  expect(sources.filter(compileMatcher('sta', 'SessionStart'))).toEqual([])
})
