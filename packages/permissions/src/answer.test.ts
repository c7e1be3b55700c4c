import { describe, expect, it } from 'vitest'
import { isPermissionUpdate, readAnswer } from './answer.js'

describe('the answer of a host', () => {
  it.each([
    [{ behavior: 'allow' }],
    [{ behavior: 'allow', updatedInput: { command: 'ls' } }],
    [{ behavior: 'deny', message: 'no', interrupt: true }],
    [
      {
        behavior: 'allow',
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      },
    ],
  ])('is taken as it is: %j', (answer) => {
    expect(readAnswer(answer)).toEqual(answer)
  })

  it.each([
    [undefined, 'no object'],
    ['allow', 'no object'],
    [{ behavior: 'yes' }, 'allow or deny'],
    [{ behavior: 'deny' }, '"message"'],
    [{ behavior: 'allow', updatedInput: 'ls' }, '"updatedInput"'],
    [{ behavior: 'allow', updatedPermissions: [{ type: 'addRules' }] }, '"updatedPermissions"'],
  ])('is refused with a word about it: %j', (answer, problem) => {
    expect(() => readAnswer(answer)).toThrow(problem)
  })
})

describe('a permission update', () => {
  const rules = { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'a' }], behavior: 'allow' }

  it.each([
    [{ ...rules, destination: 'localSettings' }, true],
    [{ ...rules, destination: 'elsewhere' }, false],
    [{ ...rules, behavior: 'maybe', destination: 'session' }, false],
    [{ ...rules, rules: ['Bash'], destination: 'session' }, false],
    [{ type: 'setMode', mode: 'wild', destination: 'session' }, false],
    [{ type: 'addDirectories', directories: ['/x'], destination: 'session' }, true],
    [{ type: 'addDirectories', directories: '/x', destination: 'session' }, false],
    [{ type: 'forget', destination: 'session' }, false],
  ])('%j: %j', (value, expected) => {
    expect(isPermissionUpdate(value)).toBe(expected)
  })
})
