import { readFile, stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { messageOf, ToolFailure } from '@raider/contracts'
import { namesOfType } from '../file/file-types.js'
import { walkFiles } from './file-walk.js'
import { createGlobFilter } from './glob-filter.js'
import { searchText, type Finder } from './line-search.js'
import { searchTimeoutMs, type SearchQuery, type SearchResult, type SearchRow } from './search.js'

/** Larger files are passed over, in bytes. */
const maxFileBytes = 16 * 1024 * 1024
/** Rows after which the search ends. */
const maxRows = 200_000

/**
 * Searches without ripgrep, and answers as it does. RE2 gives its syntax and takes time linear in the text, so that no pattern can
 * hang the run. Throws `ToolFailure` for a bad pattern or type.
 */
export const plainSearch = async (query: SearchQuery, signal: AbortSignal): Promise<SearchResult> => {
  const find = await finderOf(query)
  const files = query.rootIsFile ? [query.root] : walkFiles(query.root, await walkOptions(query, signal))
  const ofType = query.type === undefined ? undefined : await createGlobFilter(namesOfType(query.type))
  const deadline = performance.now() + searchTimeoutMs
  const rows: SearchRow[] = []
  for await (const path of files) {
    if (signal.aborted || performance.now() > deadline || rows.length > maxRows) return { rows, complete: false }
    if (ofType?.file(path.slice(1)) === 'out') continue
    const found = await searchFile(path, find, query)
    const apart = rows.length > 0 && found.length > 0 && query.mode === 'content' && query.before + query.after > 0
    if (apart && !query.onlyMatching) rows.push({ kind: 'gap' })
    for (const row of found) rows.push(row)
    // Matching is synchronous: timers and other runs get their turn between files.
    await setImmediate()
  }
  return { rows, complete: true }
}

const walkOptions = async (query: SearchQuery, signal: AbortSignal) => ({
  globs: await createGlobFilter(query.globs),
  globBase: query.cwd,
  ignoring: true,
  signal,
})

const searchFile = async (path: string, find: Finder, query: SearchQuery): Promise<readonly SearchRow[]> => {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => Infinity,
  )
  if (size > maxFileBytes) return []
  // A file without permission, or one that went away, has nothing to give.
  const bytes = await readFile(path).catch(() => Buffer.alloc(0))
  const isBinary = bytes.includes(0)
  if (isBinary && !query.rootIsFile) return []
  const rows = searchText(path, bytes.toString('utf8').replace(/^\ufeff/, ''), find, query)
  return isBinary && query.mode === 'content' && rows.length > 0 ? [{ kind: 'binary', path }] : rows
}

/** Matches plain words by themselves, since that is many times faster. */
const plainWords = /^[\w\s"'`~!@#%&=:;,<>/-]+$/

const finderOf = async (query: SearchQuery): Promise<Finder> => {
  const { pattern, ignoreCase, multiline } = query
  if (!multiline && /\n|(?<!\\)(?:\\\\)*\\n/.test(pattern)) {
    throw badPattern('a newline is not allowed without multiline: true')
  }
  if (!ignoreCase && plainWords.test(pattern)) {
    return (source, from) => {
      const at = source.indexOf(pattern, from)
      return at < 0 ? undefined : [at, at + pattern.length]
    }
  }
  // RE2 takes it for plain characters, ripgrep refuses it.
  if (/(?<!\\)(?:\\\\)*\{,\d*\}/.test(pattern)) throw badPattern('a repetition needs a lower bound, such as {0,2}')
  // Loaded on first use: with ripgrep it is not needed.
  const { RE2JS } = await import('re2js')
  const flags = (multiline ? RE2JS.MULTILINE | RE2JS.DOTALL : 0) | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  try {
    const compiled = RE2JS.compile(pattern, flags)
    return (source, from) => {
      const matcher = compiled.matcher(source)
      return matcher.find(from) ? [matcher.start(), matcher.end()] : undefined
    }
  } catch (thrown) {
    throw badPattern(messageOf(thrown))
  }
}

const badPattern = (problem: string): ToolFailure =>
  new ToolFailure(`The search failed: the pattern is not valid: ${problem}`)
