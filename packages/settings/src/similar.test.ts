import { expect, it } from 'vitest'
import { similarTo } from './similar.js'

it.each([
  ['modle', ['model', 'theme', 'hooks'], ['model']],
  ['HOOKS', ['model', 'hooks'], ['hooks']],
  ['permission', ['permissions', 'sandbox'], ['permissions']],
  ['deny', ['den', 'deny!', 'any'], ['den', 'deny!']],
  ['env', ['model'], []],
  ['x'.repeat(100_000), ['model'], []],
])('of %j it takes the nearest names for meant', (name, names, meant) => {
  expect(similarTo(name, names)).toEqual(meant)
})
