import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import {
  isContent,
  messageOf,
  RaiderError,
  text,
  ToolFailure,
  type CallScope,
  type Content,
  type Decoded,
  type JsonObject,
  type JsonSchema,
  type Tool,
  type Touch,
} from '@raider/contracts'

/** What `run` gets: the schema's own output type, or a plain object for a JSON Schema. */
export type InputOf<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : JsonObject

/** A tool as its author writes it. */
export interface ToolDefinition<S extends StandardSchemaV1 | JsonSchema> {
  /** Letters, digits, `_` and `-`; at most 64. */
  readonly name: string
  /** What it does and when to use it, for the model. */
  readonly description: string
  /** Schema of the input: zod, valibot, arktype or any other Standard Schema, or a JSON Schema of type `object`. */
  readonly input: S
  /** JSON Schema of `input`; needed only where a Standard Schema cannot describe itself. */
  readonly inputSchema?: JsonSchema
  /** JSON Schema of structured results; a hook's replacement is held against it. */
  readonly output?: JsonSchema
  /** May a call run beside its neighbours? Default false. */
  readonly parallel?: boolean
  /** Files and folders a call touches, for path rules and nested memory. Default none. */
  readonly touches?: (input: JsonObject, cwd: string) => readonly Touch[]
  /**
   * Runs a call. A string or content blocks go to the model as they are, anything else as JSON. A throw is a failed call; throw
   * `ToolFailure` to word it.
   */
  run(input: InputOf<S>, scope: CallScope): unknown
}

/**
 * Makes a tool of a function. Hooks and rules see the input as the model wrote it; `run` gets what the schema makes of it.
 * Throws `RaiderError` `bad-option` for a bad name and for a schema that the model cannot be told.
 */
export const tool = <S extends StandardSchemaV1 | JsonSchema>(definition: ToolDefinition<S>): Tool => {
  const { name, description, output, parallel = false, touches } = definition
  const input: StandardSchemaV1 | JsonSchema = definition.input
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw misuse(name, `Tool name "${name}" is not allowed: use up to 64 letters, digits, "_" and "-".`)
  }
  if (!isSchema(input)) {
    throw misuse(
      name,
      `Tool "${name}" has no input schema: give one of zod or another Standard Schema, or a JSON Schema.`,
    )
  }
  const standard = isStandardSchema(input) ? input : undefined
  const run = async (raw: JsonObject, scope: CallScope): Promise<unknown> => {
    const value = standard === undefined ? raw : await parsed(standard, raw)
    return jsonOf(name, await definition.run(value as InputOf<S>, scope))
  }
  return {
    name,
    description,
    origin: 'code',
    inputSchema:
      definition.inputSchema ?? (isStandardSchema(input) ? describe(name, input) : objectSchema(name, input)),
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(standard === undefined ? {} : { decode: (raw: JsonObject) => decode(standard, raw) }),
    ...(touches === undefined ? {} : { touches }),
    parallel: () => parallel,
    run,
    render,
  }
}

/** Programs without types forget it, or hand over the fields alone. */
const isSchema = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

const isStandardSchema = (value: StandardSchemaV1 | JsonSchema): value is StandardSchemaV1 => '~standard' in value

const misuse = (name: string, message: string): RaiderError =>
  new RaiderError('bad-option', message, { data: { tool: name } })

const describe = (name: string, schema: StandardSchemaV1): JsonSchema => {
  const { jsonSchema } = schema['~standard'] as Partial<StandardJSONSchemaV1.Props>
  if (jsonSchema === undefined) {
    throw misuse(name, `Tool "${name}": its input schema has no JSON Schema of its own. Pass one as "inputSchema".`)
  }
  return objectSchema(name, jsonSchema.input({ target: 'draft-2020-12' }))
}

const objectSchema = (name: string, schema: JsonSchema): JsonSchema => {
  if (schema['type'] === 'object') return schema
  throw misuse(name, `Tool "${name}": its input schema is not of type "object". Wrap the value in an object.`)
}

/** Checks only: the input stays JSON as the model wrote it, so that hooks can read it and it can be checked again. */
const decode = async (schema: StandardSchemaV1, raw: JsonObject): Promise<Decoded> => {
  const checked = await schema['~standard'].validate(raw)
  if (checked.issues === undefined) return { ok: true, value: raw }
  return { ok: false, issues: checked.issues.map((issue) => ({ field: fieldOf(issue), problem: issue.message })) }
}

const parsed = async (schema: StandardSchemaV1, raw: JsonObject): Promise<unknown> => {
  const checked = await schema['~standard'].validate(raw)
  if (checked.issues === undefined) return checked.value
  throw new ToolFailure(checked.issues.map((issue) => `${fieldOf(issue)}: ${issue.message}`).join('\n'))
}

const fieldOf = ({ path = [] }: StandardSchemaV1.Issue): string =>
  path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')

/** The value as JSON keeps it: a later change by the tool's code cannot reach the record. */
const jsonOf = (name: string, value: unknown): unknown => {
  if (value === undefined || typeof value === 'string') return value ?? null
  try {
    return JSON.parse(JSON.stringify(value)) as unknown
  } catch (thrown) {
    throw new ToolFailure(`${name} returned a value that cannot be written as JSON: ${messageOf(thrown)}`)
  }
}

const render = (structured: unknown): readonly Content[] => {
  if (typeof structured === 'string') return [text(structured)]
  if (isContent(structured)) return [structured]
  if (Array.isArray(structured) && structured.length > 0 && structured.every(isContent)) return structured
  return [text(structured === null ? '(no output)' : JSON.stringify(structured))]
}
