import { expect, it } from 'vitest'
import { matchesUrl } from './url-pattern.js'

it.each([
  ['https://hooks.example.com/*', 'https://hooks.example.com/a/b', true],
  ['https://*.example.com/*', 'https://a.b.example.com/x', true],
  ['https://Hooks.Example.com/*', 'https://hooks.EXAMPLE.com/x', true],
  ['https://hooks.example.com/Path', 'https://hooks.example.com/path', false],
  ['https://hooks.example.com/', 'https://hooks.example.com/x', false],
  ['https://hooks.example.com', 'https://hooksXexample.com', false],
  ['*', 'http://anything', true],
])('holds %s against %s: %s', (pattern, url, matches) => {
  expect(matchesUrl(pattern, url)).toBe(matches)
})

it('is through at once with a pattern of many stars', () => {
  expect(matchesUrl(`${'*a'.repeat(60)}b`, 'a'.repeat(100_000))).toBe(false)
})
