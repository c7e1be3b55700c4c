import { expect, it } from 'vitest'
import { plain } from './plain.js'

it('shows control characters instead of letting them steer the terminal', () => {
  expect(plain('\u001b[31mred\u0007')).toBe('␛[31mred␇')
  expect(plain('a\u009b2Jb')).toBe('a\\u009b2Jb')
})

it('shows marks that turn the direction of text', () => {
  expect(plain('user\u202etxt.exe')).toBe('user\\u202etxt.exe')
})

it('keeps line feeds, tabs and letters of all languages', () => {
  expect(plain('a\tb\r\nçé 日本 👍')).toBe('a\tb\nçé 日本 👍')
})
