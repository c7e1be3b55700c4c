import type { Elicit, ElicitAnswer, ElicitRequest, JsonObject } from 'raider'
import { plain } from '../page/plain.js'
import type { Asker } from './line-reader.js'
import type { Paint } from '../page/paint.js'

/** One field of a form. The MCP specification allows flat forms of simple values only. */
interface Field {
  readonly name: string
  readonly about: string
  readonly type: string
  readonly options: readonly string[]
  readonly isRequired: boolean
}

/** Puts what an MCP server asks to the person: a form field by field, or an address to go to. */
export const createElicit =
  (reader: Asker, paint: Paint, write: (text: string) => void): Elicit =>
  async (request, signal) => {
    write(`\n${paint('warn', '?')} ${paint('strong', plain(request.server))} ${plain(request.message)}\n`)
    if (request.url !== undefined) write(`  ${plain(request.url)}\n`)
    const verb = request.mode === 'url' ? '[y]es, I went there' : '[y]es, fill it in'
    const word = await reader.ask(`  ${verb} · [n]o · anything else cancels: `, signal)
    if (/^\s*n(o)?\s*$/i.test(word ?? '')) return { action: 'decline' }
    if (!/^\s*y(es)?\s*$/i.test(word ?? '')) return { action: 'cancel' }
    return request.mode === 'url' ? { action: 'accept' } : fillIn(fieldsOf(request), reader, write, signal)
  }

async function fillIn(
  fields: readonly Field[],
  reader: Asker,
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<ElicitAnswer> {
  const content: JsonObject = {}
  for (const field of fields) {
    const value = await askField(field, reader, write, signal)
    if (value === undefined) return { action: 'cancel' }
    if (value !== '') content[field.name] = value
  }
  return { action: 'accept', content }
}

/** The value of one field; an empty text where it is left out, undefined where the person left. */
async function askField(
  field: Field,
  reader: Asker,
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const hints = [field.options.join(' | '), field.about, field.isRequired ? '' : 'may be empty'].filter(Boolean)
  for (;;) {
    const line = await reader.ask(
      `  ${plain(field.name)}${hints.length > 0 ? ` (${plain(hints.join('; '))})` : ''}: `,
      signal,
    )
    if (line === undefined) return undefined
    const value = readValue(line.trim(), field)
    if (value !== undefined) return value
    write(`  Please give ${field.options.length > 0 ? 'one of them' : `a ${field.type}`}.\n`)
  }
}

/** What was typed as a value of the field's type; undefined where it is none. */
export function readValue(typed: string, { type, options, isRequired }: Omit<Field, 'name' | 'about'>): unknown {
  if (typed === '') return isRequired ? undefined : ''
  if (options.length > 0) return options.includes(typed) ? typed : undefined
  if (type === 'boolean')
    return /^(y|yes|true)$/i.test(typed) ? true : /^(n|no|false)$/i.test(typed) ? false : undefined
  if (type !== 'number' && type !== 'integer') return typed
  const number = Number(typed)
  return Number.isFinite(number) && (type === 'number' || Number.isInteger(number)) ? number : undefined
}

function fieldsOf({ schema = {} }: ElicitRequest): readonly Field[] {
  const { properties, required } = schema
  const names = Array.isArray(required) ? required : []
  return Object.entries((properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => ({
    name,
    about: typeof property.description === 'string' ? property.description : '',
    type: typeof property.type === 'string' ? property.type : 'string',
    options: Array.isArray(property.enum) ? property.enum.map(String) : [],
    isRequired: names.includes(name),
  }))
}
