import { expect, it } from 'vitest'
import { isInside } from './inside.js'

it.each([
  ['/a', true],
  ['/a/b/c', true],
  ['/a/..b', true],
  ['/ab', false],
  ['/', false],
  ['/b/a', false],
])('%s inside /a: %s', (path, inside) => {
  expect(isInside(path, '/a')).toBe(inside)
})
