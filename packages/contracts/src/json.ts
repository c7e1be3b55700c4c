/** A JSON object whose values are not looked at yet. */
export type JsonObject = { [key: string]: unknown }

/** A JSON Schema document (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** True for plain objects, false for arrays and null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
