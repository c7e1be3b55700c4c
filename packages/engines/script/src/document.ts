import { isObject, messageOf, RaiderError, type Price } from '@raider/contracts'
import { readFile } from 'node:fs/promises'
import { createField, optional, type Field, type Locate } from './field.js'
import type { Script } from './script.js'
import { readTurn, type Turn } from './turn.js'

/** A checked script. */
export interface ScriptDocument {
  readonly model: string | undefined
  readonly price: Price
  readonly turns: readonly Turn[]
}

/** Values for placeholders by name. */
export type Values = Readonly<Record<string, string>>

/**
 * Reads a script from a file or takes it as an object. Throws `RaiderError` (`bad-script`) that names file, line and
 * field.
 */
export const loadScript = async (source: string | Script, values: Values): Promise<ScriptDocument> => {
  if (typeof source !== 'string') return readDocument(createField(filled(source, values), () => 'script'))
  const { value, locate } = await parseYaml(await readText(source), source)
  return readDocument(createField(filled(value, values), locate))
}

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new RaiderError('bad-script', `${file}: the script cannot be read: ${messageOf(error)}. Check the path.`, {
      cause: error,
      data: { file },
    })
  }
}

/** The YAML library is loaded with the first file: importing this package stays cheap. */
const parseYaml = async (text: string, file: string): Promise<{ value: unknown; locate: Locate }> => {
  const { isNode, LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error !== undefined) {
    const place = `${file}:${lines.linePos(error.pos[0]).line}`
    throw new RaiderError('bad-script', `${place}: this is no YAML: ${firstLine(error.message)}`, { data: { file } })
  }
  // A missing field stands where the innermost thing around it does.
  const locate: Locate = (path) => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true)
      if (isNode(node) && node.range) return `${file}:${lines.linePos(node.range[0]).line}`
    }
    return file
  }
  return { value: document.toJS() as unknown, locate }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? text

/** Puts values in place of `{{name}}` in all text; names without a value stay as they are. */
const filled = (value: unknown, values: Values): unknown => {
  if (typeof value === 'string') {
    return value.replace(
      /\{\{\s*([\w-]+)\s*\}\}/g,
      (placeholder, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? placeholder,
    )
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, values)]))
}

const readDocument = (root: Field): ScriptDocument => {
  if (Array.isArray(root.value)) return { model: undefined, price: free, turns: readTurns(root, 'main') }
  root.object(['model', 'price', 'turns', 'agents'])
  const agents = root.at('agents')
  const types = agents.given ? Object.keys(agents.object()) : []
  return {
    model: optional(root.at('model'), (it) => it.text()),
    price: optional(root.at('price'), readPrice) ?? free,
    turns: [
      ...(optional(root.at('turns'), (it) => readTurns(it, 'main')) ?? []),
      ...types.flatMap((type) => readTurns(agents.at(type), type)),
    ],
  }
}

const readTurns = (field: Field, agent: string): readonly Turn[] => field.list().map((item) => readTurn(item, agent))

const free: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

const readPrice = (field: Field): Price => {
  field.object(Object.keys(free))
  const dollars = (key: string): number => optional(field.at(key), (it) => it.amount()) ?? 0
  return {
    input: dollars('input'),
    output: dollars('output'),
    cacheRead: dollars('cacheRead'),
    cacheWrite: dollars('cacheWrite'),
  }
}
