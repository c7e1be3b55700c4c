import { longContext, longMatch, maxColumns, type SearchQuery, type SearchRow } from './search.js'

/** Finds the next match at or after a position: start and end. */
export type Finder = (source: string, from: number) => readonly [number, number] | undefined

/** One match in a text: the lines it lies on, from 0, and what matched. */
interface Match {
  readonly first: number
  readonly last: number
  readonly text: string
}

/** What a search finds in one text, as rows of that file. */
export const searchText = (path: string, source: string, find: Finder, query: SearchQuery): readonly SearchRow[] => {
  const lines = source.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const all = query.multiline ? matchesAcross(source, find) : matchesWithin(lines, find, query)
  // An empty match may lie behind the last line.
  const matches = all.filter((match) => match.first < lines.length)
  if (matches.length === 0) return []
  if (query.mode === 'files_with_matches') return [{ kind: 'file', path }]
  if (query.mode === 'count') return [{ kind: 'count', path, count: countOf(matches, query) }]
  return query.onlyMatching ? matches.flatMap((match) => matchRows(path, match)) : lineRows(path, lines, matches, query)
}

const countOf = (matches: readonly Match[], { multiline }: SearchQuery): number =>
  multiline ? matches.length : new Set(matches.map((match) => match.first)).size

const matchesWithin = (lines: readonly string[], find: Finder, query: SearchQuery): readonly Match[] =>
  lines.flatMap((line, index) => {
    const spans = query.mode === 'content' && query.onlyMatching ? spansOf(line, find) : [find(line, 0)]
    return spans.flatMap((span) => (span ? [{ first: index, last: index, text: line.slice(span[0], span[1]) }] : []))
  })

const matchesAcross = (source: string, find: Finder): readonly Match[] => {
  let line = 0
  let counted = 0
  const lineAt = (position: number): number => {
    for (let at = source.indexOf('\n', counted); at >= 0 && at < position; at = source.indexOf('\n', counted)) {
      line++
      counted = at + 1
    }
    return line
  }
  return spansOf(source, find).map(([start, end]) => {
    const first = lineAt(start)
    return { first, last: lineAt(Math.max(start, end - 1)), text: source.slice(start, end) }
  })
}

const spansOf = (source: string, find: Finder): readonly (readonly [number, number])[] => {
  const spans: (readonly [number, number])[] = []
  for (let from = 0; from <= source.length;) {
    const span = find(source, from)
    if (span === undefined) break
    spans.push(span)
    // After an empty match the search goes on one place further, or it would never end.
    from = Math.max(span[1], span[0] + 1)
  }
  return spans
}

const matchRows = (path: string, { first, text }: Match): readonly SearchRow[] => {
  if (text === '') return []
  const parts = text.split('\n')
  return parts.map((part, index) => ({
    kind: 'line',
    path,
    line: first + index + 1,
    context: false,
    text: cut(part, longMatch),
  }))
}

const lineRows = (
  path: string,
  lines: readonly string[],
  matches: readonly Match[],
  query: SearchQuery,
): readonly SearchRow[] => {
  const matched = new Set(
    matches.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index)),
  )
  const rows: SearchRow[] = []
  let next = 0
  for (const at of matched) {
    const start = Math.max(next, at - query.before)
    if (start > next && rows.length > 0 && query.before + query.after > 0) rows.push({ kind: 'gap' })
    const end = Math.min(lines.length - 1, at + query.after)
    for (let line = start; line <= end; line++) {
      const context = !matched.has(line)
      rows.push({
        kind: 'line',
        path,
        line: line + 1,
        context,
        text: cut(lines[line] ?? '', context ? longContext : longMatch),
      })
    }
    next = Math.max(next, end + 1)
  }
  return rows
}

const cut = (line: string, remark: string): string => (line.length > maxColumns ? remark : line)
