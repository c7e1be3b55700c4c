import { expect, it } from 'vitest'
import { splitRules } from './rule-list.js'

it('takes rules apart at commas and spaces, but not within parentheses', () => {
  expect(splitRules(['Bash(git log *),Read  Edit', 'Write', ''])).toEqual(['Bash(git log *)', 'Read', 'Edit', 'Write'])
})

it('keeps parentheses within parentheses together', () => {
  expect(splitRules(['Bash(echo (a, b)) Read'])).toEqual(['Bash(echo (a, b))', 'Read'])
})
