import { Validator } from '@cfworker/json-schema'
import { isObject, type Decoded, type InputIssue, type JsonObject, type JsonSchema, type Tool } from '@raider/contracts'

/** Checkers by schema identity: a tool's schema is compiled once. */
const validators = new WeakMap<JsonSchema, Validator>()

function validatorOf(schema: JsonSchema): Validator {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = new Validator(schema, '2020-12', false)
    validators.set(schema, validator)
  }
  return validator
}

/** True where `value` fits `schema`. */
export const fits = (schema: JsonSchema, value: unknown): boolean => validatorOf(schema).validate(value).valid

/**
 * Turns what a model wrote into a valid input of `tool`: number and boolean texts are coerced, defaults filled in, then the schema
 * and the author's own decoder are held against it.
 */
export async function decodeInput(tool: Tool, written: unknown): Promise<Decoded> {
  if (typeof written === 'string')
    return { ok: false, issues: [{ field: '', problem: 'The arguments are not valid JSON' }] }
  if (!isObject(written)) return { ok: false, issues: [{ field: '', problem: 'The arguments are not a JSON object' }] }
  if (tool.inputCheck === 'tool') return { ok: true, value: written }
  const input = settle(tool.inputSchema, properlyNamed(tool, written))
  const issues = issuesOf(tool.inputSchema, input)
  if (issues.length > 0) return { ok: false, issues }
  return tool.decode === undefined ? { ok: true, value: input } : tool.decode(input)
}

/** The input under the tool's own names of its parameters. */
function properlyNamed({ otherNames }: Tool, written: JsonObject): JsonObject {
  if (otherNames === undefined) return written
  const named = Object.entries(written).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    const name = Object.hasOwn(otherNames, key) ? otherNames[key] : key
    return name === key || (name !== undefined && !Object.hasOwn(written, name)) ? [[name, value]] : []
  })
  return Object.fromEntries(named)
}

/** The input without parameters that the tool does not know. */
export function withoutUnknown({ inputSchema: schema }: Tool, written: JsonObject): JsonObject {
  const { properties } = schema
  if (schema.additionalProperties !== false || !isObject(properties)) return written
  return Object.fromEntries(Object.entries(written).filter(([key]) => Object.hasOwn(properties, key)))
}

/** Coerces and fills the top level of an input; anything that does not fit is left for the schema to object to. */
function settle(schema: JsonSchema, written: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const filled = withDefaults(schema, written)
  return Object.fromEntries(Object.entries(filled).map(([key, value]) => [key, coerce(properties[key], value)]))
}

/** What a model wrote, with the defaults of the schema where it left something out. */
function withDefaults(schema: JsonSchema, written: JsonObject): JsonObject {
  const input = { ...written }
  for (const [key, property] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
    if (!Object.hasOwn(input, key) && isObject(property) && 'default' in property) input[key] = property.default
  return input
}

function coerce(property: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || !isObject(property)) return value
  switch (property.type) {
    case 'number':
    case 'integer':
      return plainNumber.test(value.trim()) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'array':
    case 'object':
      return parsedAs(property.type, value)
    default:
      return value
  }
}

/** The spellings of numbers that Claude Code 2.1.332 was seen to take: no exponent, no hexadecimal, no bare point. */
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** The list or object that a text is the JSON of; the text itself where it is neither. */
function parsedAs(type: 'array' | 'object', source: string): unknown {
  if (!/^\s*[[{]/.test(source)) return source
  try {
    const value: unknown = JSON.parse(source)
    return (type === 'array' ? Array.isArray(value) : isObject(value)) ? value : source
  } catch {
    return source // The schema then objects to a text.
  }
}

/** What is wrong with `input`, one issue for each field, in the words of the top level of the schema where it can say it. */
function issuesOf(schema: JsonSchema, input: JsonObject): readonly InputIssue[] {
  const { valid, errors } = validatorOf(schema).validate(input)
  if (valid) return []
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const issues = [
    ...required
      .filter((field) => !Object.hasOwn(input, field))
      .map((field) => ({ field, problem: `The required parameter \`${field}\` is missing` })),
    ...Object.keys(schema.additionalProperties === false ? input : {})
      .filter((field) => !Object.hasOwn(properties, field))
      .map((field) => ({ field, problem: `An unexpected parameter \`${field}\` was provided` })),
    ...Object.entries(input).flatMap(([field, value]) => wrongType(field, properties[field], value)),
  ]
  if (issues.length > 0) return issues
  const seen = new Map<string, InputIssue>()
  for (const error of errors) {
    const field = error.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
    if (field !== '' || errors.length === 1) seen.set(field, { field, problem: `\`${field}\`: ${error.error}` })
  }
  return seen.size > 0 ? [...seen.values()] : [{ field: '', problem: errors[0]?.error ?? 'The input does not fit' }]
}

function wrongType(field: string, property: unknown, value: unknown): readonly InputIssue[] {
  if (!isObject(property) || typeof property.type !== 'string') return []
  const given = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  const wanted = property.type === 'integer' ? 'number' : property.type
  return given === wanted
    ? []
    : [
        {
          field,
          problem: `The parameter \`${field}\` type is expected as \`${property.type}\` but provided as \`${given}\``,
        },
      ]
}
