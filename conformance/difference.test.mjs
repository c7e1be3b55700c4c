import { expect, it } from 'vitest'
import { judge } from './difference.mjs'

const difference = { row: 'denyReasons', lines: ['want one reason, got two'] }

it('passes a scenario in which nothing differs', () => {
  expect(judge([], undefined)).toBe('passed')
})

it('explains exactly what was recorded', () => {
  expect(judge(['want one reason, got two'], difference)).toBe('explained')
})

it('fails a scenario that differs in more than was recorded', () => {
  expect(judge(['want one reason, got two', 'exit: want 0, got 1'], difference)).toBe('failed')
})
