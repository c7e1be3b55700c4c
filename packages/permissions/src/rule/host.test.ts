import { expect, it } from 'vitest'
import { matchesHost } from './host.js'

it.each([
  ['example.com', 'example.com', true],
  ['example.com', 'EXAMPLE.com.', true],
  ['example.com', 'a.example.com', false],
  ['*.example.com', 'a.example.com', true],
  ['*.example.com', 'a.b.example.com', true],
  ['*.example.com', 'example.com', false],
  ['*.example.com', 'badexample.com', false],
  ['foo.*', 'foo.a', true],
  ['foo.*', 'foo.a.b', false],
  ['*', 'any.host', true],
  ['*', '', false],
])('%j means the host %j: %j', (pattern, host, expected) => {
  expect(matchesHost(pattern, host)).toBe(expected)
})
