import { isObject, type JsonObject } from '@raider/contracts'
import { keyName, valueAt, type KeyPath } from './key-path.js'
import { written, type Flaw } from './kind.js'
import { knownKeys } from './known-key.js'

/** A value that a settings key may not have. */
export interface SchemaIssue extends Flaw {
  /**
   * How much is lost with it: one entry of a list, one variable of `env`, the key, or rules that keep calls from running. Entries
   * stay where they are, so that the lines of their neighbours can be found; whoever reads a list skips them.
   */
  readonly loss: 'entry' | 'variable' | 'key' | 'guard'
}

/** Keys without which more would be allowed than the author meant. */
const guards: ReadonlySet<string> = new Set([
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
  'permissions',
  'permissions.ask',
  'permissions.deny',
  'sandbox',
  'sandbox.enabled',
])

/** Everything in a settings object that has the wrong type. `hooks` is checked by whoever runs hooks. */
export const schemaIssues = (value: JsonObject): readonly SchemaIssue[] => [
  ...[...knownKeys].flatMap(([key, { kind }]) =>
    kind === undefined || !Object.hasOwn(value, key)
      ? []
      : kind.flaws(value[key], [key]).map((flaw) => issueOf(flaw, value)),
  ),
  ...hooksIssues(value),
  ...['allow', 'ask', 'deny'].flatMap((behavior) => ruleIssues(value, ['permissions', behavior])),
  ...variableIssues(value),
]

/** Where somebody wrote null, nothing was said, so that nothing is lost with it but the key. */
const issueOf = (flaw: Flaw, value: JsonObject): SchemaIssue => ({
  ...flaw,
  loss: guards.has(keyName(flaw.path)) && valueAt(value, flaw.path) !== null ? 'guard' : 'key',
})

/** The one null for which the reference program keeps the file (2.1.332, seen). */
const hooksIssues = ({ hooks }: JsonObject): readonly SchemaIssue[] =>
  hooks === null ? [{ path: ['hooks'], problem: 'expected an object, found null', loss: 'entry' }] : []

const ruleIssues = (value: JsonObject, path: KeyPath): readonly SchemaIssue[] => {
  const entries = valueAt(value, path)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, index) =>
    typeof entry === 'string' ? [] : [{ ...textExpected([...path, index], entry), loss: 'entry' as const }],
  )
}

const variableIssues = ({ env }: JsonObject): readonly SchemaIssue[] =>
  isObject(env)
    ? Object.entries(env).flatMap(([name, value]) =>
        ['string', 'number', 'boolean'].includes(typeof value)
          ? []
          : [{ ...textExpected(['env', name], value), loss: 'variable' as const }],
      )
    : []

const textExpected = (path: KeyPath, value: unknown): Flaw => ({
  path,
  problem: `expected a text, found ${written(value)}`,
})

/** What is no text in `env` becomes its text form (seen). */
export const withTextEnv = (value: JsonObject): JsonObject =>
  isObject(value.env)
    ? { ...value, env: Object.fromEntries(Object.entries(value.env).map(([name, entry]) => [name, String(entry)])) }
    : value
