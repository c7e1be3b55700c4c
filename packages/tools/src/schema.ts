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

export const stringField = (description: string): JsonSchema => ({ type: 'string', description })
export const wholeField = (description: string): JsonSchema => ({ type: 'integer', description })
export const numberField = (description: string): JsonSchema => ({ type: 'number', description })
export const flagField = (description: string): JsonSchema => ({ type: 'boolean', description })
