import { statSync } from 'node:fs'
import { isObject, permissionModes, profiles, RaiderError } from '@raider/contracts'
import type { RaiderOptions } from './option.js'

/** What is wrong with an option's value; undefined where nothing is. */
type Check = (options: RaiderOptions) => string | undefined

const oneOf = (option: string, value: string | undefined, known: readonly string[]): string | undefined =>
  value === undefined || known.includes(value) ? undefined : `${option} is "${value}": give ${known.join(', ')}`

/** Programs without types get these wrong, and would be told much later, in other words, or not at all. */
const checks: readonly Check[] = [
  ({ cwd }) =>
    cwd === undefined || statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true
      ? undefined
      : `cwd ${cwd} is not a folder: make it, or name another one`,
  ({ profile }) => oneOf('profile', profile, Object.keys(profiles)),
  ({ permissionMode }) => oneOf('permissionMode', permissionMode, permissionModes),
  ({ engine }) =>
    engine === undefined || typeof engine.stream === 'function'
      ? undefined
      : "engine is no engine: give one such as anthropic() or script('turns.yaml')",
  ({ plugins }) =>
    plugins === undefined || typeof plugins === 'function' || Array.isArray(plugins)
      ? undefined
      : 'plugins is no list: give one such as [nestedMemory(), claudeHooks(), events()]',
  ({ tools = [] }) =>
    tools.every((tool) => typeof tool.run === 'function' && isObject(tool.inputSchema))
      ? undefined
      : 'tools holds something that is no tool: make tools with tool({ name, description, input, run })',
]

/** @throws RaiderError `bad-option` for the first option with a value that no session can be made of. */
export function checkOptions(options: RaiderOptions): void {
  for (const check of checks) {
    const problem = check(options)
    if (problem !== undefined) throw new RaiderError('bad-option', `${problem}.`)
  }
}
