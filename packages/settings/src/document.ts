import { isObject, type JsonObject, type Profile } from '@raider/contracts'
import {
  createScanner,
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import type { KeyPath } from './key-path.js'

/** A settings text that could be read. */
export interface Document {
  readonly value: JsonObject
  /** Line of the value at `path`, 1-based; of its key where it has one. Undefined where there is no such value. */
  readonly line: (path: KeyPath) => number | undefined
  /** Comments or trailing commas that strict JSON does not have. */
  readonly lenient: boolean
}

/** Why a settings text could not be read. */
export interface Unparsable {
  readonly problem: string
  /** 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
}

/**
 * Reads a settings text. A byte-order mark is skipped; of equal keys the last one counts. Comments and trailing commas are read
 * where the profile accepts them, as is a text of nothing but whitespace, which holds no rule that could get lost. Whatever
 * looks into the value may do so by recursion: a text of more than 1000 levels counts as unparsable.
 */
export const parseDocument = (
  source: string,
  profile: Pick<Profile, 'jsonComments'>,
): Document | { readonly unparsable: Unparsable } => {
  const text = source.replace(/^\uFEFF/, '')
  const read = readValue(text, profile.jsonComments === 'accepted')
  if ('error' in read) return { unparsable: placeOf(text, read.error) }
  if (!isObject(read.value))
    return { unparsable: { problem: 'the file must hold one JSON object', line: 1, column: 1 } }
  return { value: read.value, lenient: read.lenient, line: createLines(text) }
}

type Read =
  | { readonly value: unknown; readonly lenient: boolean }
  | { readonly error: { problem: string; offset: number } }

const readValue = (text: string, lenient: boolean): Read => {
  const tooDeep = firstTooDeep(text)
  if (tooDeep !== undefined)
    return { error: { problem: `more than ${maxLevels} levels of lists and objects`, offset: tooDeep } }
  const errors: ParseError[] = []
  const options = { disallowComments: !lenient, allowTrailingComma: lenient }
  try {
    return { value: JSON.parse(text), lenient: false }
  } catch {
    // Not strict JSON: the tolerant parser says whether it is acceptable, and where it is not.
    if (lenient && text.trim() === '') return { value: {}, lenient: true }
    const value: unknown = parse(text, errors, options)
    const [first] = errors
    if (first === undefined) return { value, lenient: true }
    return { error: { problem: wording(printParseErrorCode(first.error)), offset: first.offset } }
  }
}

/** No settings go a tenth as deep. */
const maxLevels = 1000

/** Offset of the first bracket beyond the deepest level; looked for token by token, since parsers would run out of stack. */
const firstTooDeep = (text: string): number | undefined => {
  const scanner = createScanner(text, true)
  const next = (): number => {
    scanner.scan()
    return scanner.getTokenOffset()
  }
  let level = 0
  for (let at = next(); at < text.length; at = next()) {
    const first = text.charAt(at)
    if (first === '{' || first === '[') level++
    else if (first === '}' || first === ']') level--
    if (level > maxLevels) return at
  }
  return undefined
}

/** `PropertyNameExpected` becomes `property name expected`. */
const wording = (code: string): string => code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const placeOf = (text: string, error: { problem: string; offset: number }): Unparsable => {
  const before = text.slice(0, error.offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { problem: error.problem, line: countLines(before) + 1, column: error.offset - lineStart + 1 }
}

const countLines = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Positions are needed for messages only, so the tree is built at the first question. */
const createLines = (text: string): Document['line'] => {
  let root: Node | undefined
  return (path) => {
    root ??= parseTree(text, [], { allowTrailingComma: true })
    const node = root === undefined ? undefined : findLast(root, path)
    if (node === undefined) return undefined
    const place = node.parent?.type === 'property' ? node.parent : node
    return countLines(text.slice(0, place.offset)) + 1
  }
}

/** Like the parser's own look-up, but of equal keys it takes the last, whose value counts. */
const findLast = (root: Node, path: KeyPath): Node | undefined => {
  let node: Node | undefined = root
  for (const key of path) {
    if (node === undefined) return undefined
    node = typeof key === 'number' ? findNodeAtLocation(node, [key]) : lastProperty(node, key)
  }
  return node
}

const lastProperty = (node: Node, key: string): Node | undefined =>
  node.type === 'object'
    ? node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1]
    : undefined
