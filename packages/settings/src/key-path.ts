import { isObject, type JsonObject } from '@raider/contracts'

/** Keys and indexes from the top of a document to a value. */
export type KeyPath = readonly (string | number)[]

/** `hooks.PreToolUse[0].command` for a path. */
export const keyName = (path: KeyPath): string =>
  path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`),
    '',
  )

/** The value at a path; undefined where there is none. */
export const valueAt = (value: unknown, path: KeyPath): unknown =>
  path.reduce<unknown>((at, key) => {
    if (Array.isArray(at) && typeof key === 'number') return at[key] as unknown
    return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }, value)

/** A copy without the values at the given paths, which lead through objects only. */
export const without = (value: JsonObject, paths: readonly KeyPath[]): JsonObject =>
  paths.length === 0 ? value : Object.fromEntries(Object.entries(value).flatMap((entry) => kept(entry, paths)))

const kept = ([key, value]: [string, unknown], paths: readonly KeyPath[]): [string, unknown][] => {
  const below = paths.filter((path) => path[0] === key).map((path) => path.slice(1))
  if (below.some((path) => path.length === 0)) return []
  return [[key, isObject(value) ? without(value, below) : value]]
}
