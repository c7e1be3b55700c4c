import { expect, it } from 'vitest'
import { isReserved } from './lock.js'

it.each([
  [true, true],
  [['skills', 'mcp'], true],
  [['agents'], false],
  [[], false],
  [false, false],
  ['skills', false],
  [undefined, false],
])('strictPluginOnlyCustomization %j reserves skills: %s', (value, reserved) => {
  expect(isReserved({ strictPluginOnlyCustomization: value }, 'skills')).toBe(reserved)
})
