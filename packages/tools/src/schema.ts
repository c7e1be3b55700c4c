import type { JsonSchema } from '@raider/contracts'

/** Schema of an object without further fields. */
export const closedObject = (required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** Schema of an object that may have further fields. */
export const openObject = (required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

/** A string, with what it is for. */
export const stringField = (description: string): JsonSchema => ({ type: 'string', description })
/** A whole number, with what it is for. */
export const wholeField = (description: string): JsonSchema => ({ type: 'integer', description })
/** A number, with what it is for. */
export const numberField = (description: string): JsonSchema => ({ type: 'number', description })
/** True or false, with what it is for. */
export const flagField = (description: string): JsonSchema => ({ type: 'boolean', description })
