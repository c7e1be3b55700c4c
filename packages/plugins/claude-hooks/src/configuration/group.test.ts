import { expect, it } from 'vitest'
import { checkHooks, parseHooks } from './group.js'
import { anyUrl } from '../handler/http.js'

const ok = { type: 'command', command: 'true' }
const origin = { source: (name: string) => ({ kind: 'hook', name }) as const, rules: anyUrl }
const faultsOf = (handler: unknown): string[] =>
  parseHooks({ PostToolUse: [{ hooks: [handler, ok] }] }, origin).faults.map(
    ({ path, problem }) => `${path.join('.')} ${problem}`,
  )

it.each([
  [null, 'PostToolUse.0.hooks.0 must be an object'],
  [
    { type: 'comand', command: 'x' },
    'PostToolUse.0.hooks.0.type must be one of command, http, mcp_tool, prompt, agent',
  ],
  [{ type: 'command' }, 'PostToolUse.0.hooks.0.command must be a string'],
  [{ ...ok, args: 'x' }, 'PostToolUse.0.hooks.0.args must be a list of strings'],
  [{ ...ok, timeout: 0 }, 'PostToolUse.0.hooks.0.timeout must be a number of seconds above 0'],
  [{ ...ok, timeout: '5' }, 'PostToolUse.0.hooks.0.timeout must be a number of seconds above 0'],
  [{ ...ok, if: 5 }, 'PostToolUse.0.hooks.0.if must be a string'],
  [{ ...ok, async: 'yes' }, 'PostToolUse.0.hooks.0.async must be true or false'],
  [{ ...ok, onFailure: 'deny' }, 'PostToolUse.0.hooks.0.onFailure must be one of continue, block'],
  [{ ...ok, statusMessage: 5 }, 'PostToolUse.0.hooks.0.statusMessage must be a string'],
  [{ type: 'http', url: 'no url' }, 'PostToolUse.0.hooks.0.url must be a URL'],
  [{ type: 'prompt' }, 'PostToolUse.0.hooks.0.prompt must be a string'],
  [{ type: 'mcp_tool', server: 's' }, 'PostToolUse.0.hooks.0.tool must be a string'],
])('names the field of a malformed handler: %o', (handler, expected) => expect(faultsOf(handler)).toEqual([expected]))

it('keeps the siblings of a malformed handler', () => {
  const { hooks } = parseHooks({ PostToolUse: [{ hooks: [{ type: 'command' }, ok] }] }, origin)
  expect(hooks.map((hook) => hook.handler.label)).toEqual(['true'])
})

it.each([
  [{ PreToolUse: [{ matcher: 7, hooks: [ok] }] }, true],
  [{ PreToolUse: [{ matcher: 'Bash', ...ok }] }, true],
  [{ PermissionRequest: {} }, true],
  [{ PreToolUse: null }, false],
  [{ PreToolUse: [{ hooks: [{ type: 'http', url: 'http://a/', async: 'yes' }] }] }, false],
  [{ PostToolUse: [{ matcher: 7, hooks: [ok] }] }, false],
  [{ PreToolUse: [] }, false],
  [{ PreToolUse: [{ hooks: [{ ...ok, extra: 1 }], description: 'x' }] }, false],
  [{ pretooluse: [{ hooks: [ok] }] }, false],
  [[], true],
  ['x', false],
  [null, false],
  [undefined, false],
])('says whether a guard is broken: %o', (hooks, broken) => expect(checkHooks(hooks).guardBroken).toBe(broken))

it('names an event that does not exist', () => {
  expect(parseHooks({ pretooluse: [] }, origin).faults[0]?.problem).toContain('is no hook event')
})

it('names a matcher that is a broken expression, of which the reference program says nothing', () => {
  const { hooks, faults, guardBroken } = parseHooks({ PreToolUse: [{ matcher: '(', hooks: [ok] }] }, origin)
  expect(faults).toMatchObject([
    { path: ['PreToolUse', 0, 'matcher'], problem: expect.stringMatching(/matches nothing/) },
  ])
  expect(guardBroken).toBe(false)
  expect(hooks.map((hook) => hook.matches('Bash'))).toEqual([false])
})
