import { isObject } from '@raider/contracts'
import type { KeyPath } from './key-path.js'

/** A value that may not stand where it stands. */
export interface Flaw {
  /** Leads through objects only: a list with a wrong entry is at fault as a whole. */
  readonly path: KeyPath
  /** What was expected, and what was found. */
  readonly problem: string
}

/** What a value has to be. */
export interface Kind {
  /** Reads on behind "expected". */
  readonly name: string
  readonly flaws: (value: unknown, path: KeyPath) => readonly Flaw[]
  /** Keys of an object that has a shape. */
  readonly keys?: readonly string[]
}

const kind = (name: string, test: (value: unknown) => boolean): Kind => ({
  name,
  flaws: (value, path) => (test(value) ? [] : [{ path, problem: `expected ${name}, found ${written(value)}` }]),
})

/** A value as JSON, cut to fit a message. */
export const written = (value: unknown): string => {
  const json = JSON.stringify(value)
  return json.length > 40 ? `${json.slice(0, 40)}…` : json
}

/** A string. */
export const text = kind('a text', (value) => typeof value === 'string')
/** True or false. */
export const flag = kind('true or false', (value) => typeof value === 'boolean')
/** A list of anything. */
export const list = kind('a list', Array.isArray)
/** An object of anything. */
export const object = kind('an object', isObject)
/** A number. */
export const number = kind('a number', (value) => typeof value === 'number')

/** A number between two others, both included. */
export const numberFrom = (least: number, most = Infinity, whole = false): Kind =>
  kind(
    `a ${whole ? 'whole ' : ''}number of at least ${least}${most === Infinity ? '' : ` and at most ${most}`}`,
    (value) => typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value)),
  )

/** A number above 0, at most `most`. */
export const share = (most: number): Kind =>
  kind(`a number above 0 and at most ${most}`, (value) => typeof value === 'number' && value > 0 && value <= most)

/** One of these words. */
export const oneOf = (...values: readonly string[]): Kind =>
  kind(`one of ${values.join(', ')}`, (value) => typeof value === 'string' && values.includes(value))

/** A list whose entries are all of one kind. */
export const listOf = (entry: Kind): Kind =>
  kind(
    `a list, each entry ${entry.name}`,
    (value) => Array.isArray(value) && value.every((one) => entry.flaws(one, []).length === 0),
  )

/** Any of several kinds. */
export const either = (...kinds: readonly Kind[]): Kind =>
  kind(kinds.map(({ name }) => name).join(' or '), (value) => kinds.some(({ flaws }) => flaws(value, []).length === 0))

/** An object with any keys, each value of one kind. */
export const mapOf = (entry: Kind): Kind => ({
  name: `an object, each value ${entry.name}`,
  flaws: (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => entry.flaws(one, [...path, key]))
      : object.flaws(value, path),
})

/** An object with known keys, and any others. Those in `required` have to be there. */
export const shape = (keys: Readonly<Record<string, Kind>>, required: readonly string[] = []): Kind => ({
  name: 'an object',
  keys: Object.keys(keys),
  flaws: (value, path) => {
    if (!isObject(value)) return object.flaws(value, path)
    const missing = required.filter((key) => !Object.hasOwn(value, key))
    if (missing.length > 0) return [{ path, problem: `expected ${missing.join(' and ')} in ${written(value)}` }]
    return Object.entries(keys).flatMap(([key, one]) =>
      Object.hasOwn(value, key) ? one.flaws(value[key], [...path, key]) : [],
    )
  },
})
