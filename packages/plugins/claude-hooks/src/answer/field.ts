import { isObject } from '@raider/contracts'

export const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((item) => typeof item === 'string')

/** What a field of an answer may hold, in words for the message. */
export interface Field {
  readonly must: string
  readonly holds: (value: unknown) => boolean
}

export const anything: Field = { must: 'be anything', holds: () => true }
export const aString: Field = { must: 'be a string', holds: (value) => typeof value === 'string' }
export const aBoolean: Field = { must: 'be true or false', holds: (value) => typeof value === 'boolean' }
export const anObject: Field = { must: 'be an object', holds: isObject }
export const strings: Field = { must: 'be a list of strings', holds: isStrings }
export const oneOf = (...values: readonly string[]): Field => ({
  must: `be one of ${values.join(', ')}`,
  holds: (value) => typeof value === 'string' && values.includes(value),
})
