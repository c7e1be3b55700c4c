import { writtenRule, type PermissionUpdate } from '@raider/contracts'
import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  type FormattingOptions,
  type ModificationOptions,
  type Node,
} from 'jsonc-parser'
import { keyName, valueAt, type KeyPath } from './key-path.js'

/**
 * The settings text with a permission update written into it. Comments, order and indentation stay as they are; a text in which the
 * update stands already is returned as it is, any other ends with a line break. Throws where the text holds something else in the place of the list.
 */
export const editSettings = (source: string, update: PermissionUpdate): string => {
  const [, mark = '', body = ''] = /^(\uFEFF?)([^]*)$/.exec(source) ?? []
  const text = body.trim() === '' ? '{}\n' : body
  const edited = edit(text, update)
  return edited === text ? source : mark + (edited.endsWith('\n') ? edited : `${edited}\n`)
}

const edit = (text: string, update: PermissionUpdate): string => {
  if (update.type === 'setMode') return setAt(text, ['permissions', 'defaultMode'], update.mode)
  const [path, entries] = listOf(update)
  const change = update.type.startsWith('add') ? addAll : update.type.startsWith('remove') ? removeAll : replaceAll
  return change(text, path, entries)
}

const listOf = (update: Exclude<PermissionUpdate, { readonly type: 'setMode' }>): [KeyPath, readonly string[]] =>
  'rules' in update
    ? [['permissions', update.behavior], update.rules.map(writtenRule)]
    : [['permissions', 'additionalDirectories'], update.directories]

const addAll = (text: string, path: KeyPath, entries: readonly string[]): string => {
  const known = entriesAt(text, path)
  const missing = [...new Set(entries)].filter((entry) => known?.includes(entry) !== true)
  if (missing.length === 0) return text
  if (known === undefined) return setAt(text, path, missing)
  return missing.reduce((edited, entry) => setAt(edited, [...path, -1], entry, { isArrayInsertion: true }), text)
}

const removeAll = (text: string, path: KeyPath, entries: readonly string[]): string =>
  removeWhere(text, path, (entry) => entries.includes(String(entry)))

const replaceAll = (text: string, path: KeyPath, entries: readonly string[]): string =>
  addAll(
    removeWhere(text, path, (entry) => !entries.includes(String(entry))),
    path,
    entries,
  )

/** Is there more in a list of one entry than that entry? */
const hasComment = (written: string, entry: Node, list: Node): boolean => {
  const start = entry.offset - list.offset
  return /\/[/*]/.test(written.slice(0, start) + written.slice(start + entry.length))
}

/** From the back, so that the places of the others stay what they are. */
const removeWhere = (text: string, path: KeyPath, goes: (entry: unknown) => boolean): string =>
  (entriesAt(text, path) ?? []).reduceRight<string>(
    (edited, entry, index) => (goes(entry) ? withoutEntry(edited, path, index) : edited),
    text,
  )

/**
 * A comment behind an entry goes with it, one above the next stays. (The parser's own removal takes both, and leaves a comma behind
 * at the end of a list on one line: jsonc-parser 3.3, seen.)
 */
const withoutEntry = (text: string, path: KeyPath, index: number): string => {
  const list = findNodeAtLocation(parseTree(text, [], { allowTrailingComma: true }) ?? noNode, [...path])
  const [entry, before, behind] = [0, -1, 1].map((step) => list?.children?.[index + step])
  if (list === undefined || entry === undefined) return text
  if (before === undefined && behind === undefined && !hasComment(text.slice(list.offset, endOf(list)), entry, list))
    return `${text.slice(0, list.offset)}[]${text.slice(endOf(list))}`
  if (behind !== undefined) return withoutLine(text, entry.offset, endOf(entry), behind.offset)
  const start = before === undefined ? entry.offset : endOf(before)
  const kept = withoutComma(text.slice(start, entry.offset)).trimEnd()
  const rest = text.slice(endOf(entry))
  const breaks = kept.includes('//') && !/^\s*\n/.test(rest)
  return text.slice(0, start) + kept + (breaks ? '\n' : '') + rest
}

/** Takes out an entry that another follows, with its line where it has one of its own. */
const withoutLine = (text: string, start: number, end: number, next: number): string => {
  const lineEnd = text.slice(end, next).indexOf('\n')
  if (lineEnd < 0) return text.slice(0, start) + text.slice(next)
  const above = text.slice(0, start).replace(/\n[ \t]*$/, '')
  return above + text.slice(end + lineEnd)
}

const noNode: Node = { type: 'null', offset: 0, length: 0 }

const endOf = ({ offset, length }: Node): number => offset + length

/** What stands between two entries, less the comma; there may be one in a comment. */
const withoutComma = (between: string): string => between.replace(/^((?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*),/, '$1')

const entriesAt = (text: string, path: KeyPath): readonly unknown[] | undefined => {
  const value = valueAt(parse(text, [], { allowTrailingComma: true }), path)
  if (value === undefined || Array.isArray(value)) return value
  throw new Error(`${keyName(path)} is no list`)
}

const setAt = (
  text: string,
  path: KeyPath,
  value: unknown,
  options: Pick<ModificationOptions, 'isArrayInsertion'> = {},
): string => {
  const edited = applyEdits(text, modify(text, [...path], value, { formattingOptions: formattingOf(text), ...options }))
  const before = entryBefore(text, path)
  return before === undefined ? edited : behindComment(text, edited, endOf(before))
}

/** The entry that a new one at `path` follows: the last of the innermost list or object that is there. */
const entryBefore = (text: string, path: KeyPath): Node | undefined => {
  const root = parseTree(text, [], { allowTrailingComma: true }) ?? noNode
  return path
    .map((_, depth) => findNodeAtLocation(root, path.slice(0, depth)))
    .findLast((node) => node !== undefined)
    ?.children?.at(-1)
}

/** A comment on the line of an entry stays with it. (The parser puts a new entry between the two: jsonc-parser 3.3, seen.) */
const behindComment = (text: string, edited: string, at: number): string => {
  const [head, tail] = [text.slice(0, at), text.slice(at)]
  const added = edited.slice(at, at + edited.length - text.length)
  const [all = '', comma = '', comment = ''] = /^(,?)((?:[ \t]*(?:\/\/.*|\/\*.*?\*\/))*)/.exec(tail) ?? []
  const isPlain = edited === head + added + tail && /^,\r?\n/.test(added)
  return isPlain ? `${head},${comment}${added.slice(1)}${comma}${tail.slice(all.length)}` : edited
}

/** As the text is indented already; two blanks where it is not. */
const formattingOf = (text: string): FormattingOptions => {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const insertSpaces = !indent.includes('\t')
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}
