import { expect, it } from 'vitest'
import { judge } from './difference.mjs'

const difference = { rows: ['denyReasons'], lines: ['want one reason, got two'] }

it('passes a scenario in which nothing differs', () => {
  expect(judge([], undefined)).toBe('passed')
})

it('explains exactly what was recorded', () => {
  expect(judge(['want one reason, got two'], difference)).toBe('explained')
})

it('fails a scenario that differs in more than was recorded', () => {
  expect(judge(['want one reason, got two', 'exit: want 0, got 1'], difference)).toBe('failed')
})

it('does not care how a tool result is worded', () => {
  const recorded = { rows: ['denyInput'], lines: ['request 1 tool results: want [t1!] got [t1] ["done"]'] }
  expect(judge(['request 1 tool results: want [t1!] got [t1] ["finished"]'], recorded)).toBe('explained')
  expect(judge(['request 1 tool results: want [t1!] got [] ["done"]'], recorded)).toBe('failed')
})
