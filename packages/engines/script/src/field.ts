import { isObject, RaiderError, type JsonObject } from '@raider/contracts'

/** Keys and indexes from the root of a document down to a value. */
type Path = readonly (string | number)[]

/** Names the place of a value, such as `demo.yaml:12`. */
export type Locate = (path: Path) => string

/** A value of a document at its place; the readers throw `RaiderError` (`bad-script`) where it is something else. */
export interface Field {
  readonly value: unknown
  /** Is there a value? */
  readonly given: boolean
  fail(complaint: string): never
  text(): string
  /** A whole number from 0. */
  count(): number
  /** A number from 0. */
  amount(): number
  oneOf<Name extends string>(names: readonly Name[]): Name
  list(): readonly Field[]
  /** An object with no other keys than these, or with any where `keys` is absent. */
  object(keys?: readonly string[]): JsonObject
  /** The value under a key of an object; not given where there is none. */
  at(key: string): Field
}

/** A field that reads `value`; `locate` tells where it stands. */
export const createField = (value: unknown, locate: Locate, path: Path = []): Field => {
  const fail = (complaint: string): never => {
    const name = nameOf(path)
    throw new RaiderError('bad-script', `${locate(path)}: ${name} ${complaint}.`, { data: { field: name } })
  }
  const object = (keys?: readonly string[]): JsonObject => {
    if (!isObject(value)) return fail(`must be a mapping, not ${described(value)}`)
    const stray = keys && Object.keys(value).find((key) => !keys.includes(key))
    if (stray !== undefined) fail(`has no field '${stray}'. It takes: ${keys?.join(', ')}`)
    return value
  }
  return {
    value,
    given: value !== undefined && value !== null,
    fail,
    object,
    text: () => (typeof value === 'string' ? value : fail(`must be text, not ${described(value)}. Quote it`)),
    count: () =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
        ? value
        : fail(`must be a whole number from 0, not ${described(value)}`),
    amount: () =>
      typeof value === 'number' && value >= 0 ? value : fail(`must be a number from 0, not ${described(value)}`),
    oneOf: (names) =>
      names.find((name) => name === value) ?? fail(`is ${described(value)}. It takes: ${names.join(', ')}`),
    list: () =>
      Array.isArray(value)
        ? value.map((item: unknown, index) => createField(item, locate, [...path, index]))
        : fail(`must be a list, not ${described(value)}`),
    at: (key) => createField(object()[key], locate, [...path, key]),
  }
}

const nameOf = (path: Path): string => {
  const name = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return name === '' ? 'the script' : name.replace(/^\./, '')
}

const described = (value: unknown): string => {
  if (value === undefined || value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'a mapping' : JSON.stringify(value)
}

/** What `read` makes of a field, undefined where it is not given. */
export const optional = <Value>(field: Field, read: (field: Field) => Value): Value | undefined =>
  field.given ? read(field) : undefined
