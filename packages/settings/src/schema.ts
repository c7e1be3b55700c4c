import { isObject, permissionModes, type JsonObject } from '@raider/contracts'
import { valueAt, type KeyPath } from './key-path.js'

/** A value that a settings key may not have. */
export interface SchemaIssue {
  readonly path: KeyPath
  /** What stands there and what was expected. */
  readonly problem: string
  /**
   * How much is lost with it: one entry of a list, the key, or rules that keep calls from running. Entries stay where they are,
   * so that the lines of their neighbours can be found; whoever reads a list skips them.
   */
  readonly loss: 'entry' | 'key' | 'guard'
}

interface Kind {
  readonly name: string
  readonly test: (value: unknown) => boolean
}

const text: Kind = { name: 'a text', test: (value) => typeof value === 'string' }
const flag: Kind = { name: 'true or false', test: (value) => typeof value === 'boolean' }
const list: Kind = { name: 'a list', test: Array.isArray }
const object: Kind = { name: 'an object', test: isObject }
const oneOf = (values: readonly string[]): Kind => ({
  name: `one of ${values.join(', ')}`,
  test: (value) => typeof value === 'string' && values.includes(value),
})
const days: Kind = {
  name: 'a whole number of at least 1',
  test: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 1,
}

/** Keys whose type is checked. Unknown keys are kept and ignored. */
const kinds: Readonly<Record<string, Kind>> = {
  model: text,
  apiKeyHelper: text,
  outputStyle: text,
  language: text,
  agent: text,
  cleanupPeriodDays: days,
  disableAllHooks: flag,
  allowManagedHooksOnly: flag,
  allowManagedPermissionRulesOnly: flag,
  allowedHttpHookUrls: list,
  httpHookAllowedEnvVars: list,
  claudeMdExcludes: list,
  fallbackModel: list,
  availableModels: list,
  env: object,
  permissions: object,
  'permissions.allow': list,
  'permissions.ask': list,
  'permissions.deny': list,
  'permissions.additionalDirectories': list,
  'permissions.defaultMode': oneOf([...permissionModes, 'manual']),
  'permissions.disableBypassPermissionsMode': oneOf(['disable']),
}

const guards: ReadonlySet<string> = new Set(['permissions', 'permissions.ask', 'permissions.deny'])
const textLists = ['permissions.allow', 'permissions.ask', 'permissions.deny', 'permissions.additionalDirectories']

/** Everything in a settings object that has the wrong type. `hooks` is checked by whoever runs hooks. */
export const schemaIssues = (value: JsonObject): readonly SchemaIssue[] => [
  ...Object.entries(kinds).flatMap(([name, kind]) => keyIssue(value, name, kind)),
  ...textLists.flatMap((name) => entryIssues(value, name)),
  ...envIssues(value),
]

const keyIssue = (value: JsonObject, name: string, kind: Kind): readonly SchemaIssue[] => {
  const path = name.split('.')
  const found = valueAt(value, path)
  if (found === undefined || kind.test(found)) return []
  const loss = guards.has(name) ? 'guard' : 'key'
  return [{ path, problem: `expected ${kind.name}, found ${describe(found)}`, loss }]
}

const entryIssues = (value: JsonObject, name: string): readonly SchemaIssue[] => {
  const path = name.split('.')
  const entries = valueAt(value, path)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, index) =>
    typeof entry === 'string'
      ? []
      : [{ path: [...path, index], problem: `expected a text, found ${describe(entry)}`, loss: 'entry' as const }],
  )
}

const envIssues = ({ env }: JsonObject): readonly SchemaIssue[] =>
  isObject(env)
    ? Object.entries(env).flatMap(([name, value]) =>
        ['string', 'number', 'boolean'].includes(typeof value)
          ? []
          : [{ path: ['env', name], problem: `expected a text, found ${describe(value)}`, loss: 'key' as const }],
      )
    : []

const describe = (value: unknown): string => {
  const json = JSON.stringify(value)
  return json.length > 40 ? `${json.slice(0, 40)}…` : json
}

/** Numbers and flags in `env` become their text form (seen). */
export const withTextEnv = (value: JsonObject): JsonObject =>
  isObject(value.env)
    ? { ...value, env: Object.fromEntries(Object.entries(value.env).map(([name, entry]) => [name, String(entry)])) }
    : value
