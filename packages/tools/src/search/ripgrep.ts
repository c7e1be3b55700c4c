import { ToolFailure } from '@raider/contracts'
import { runChild } from '@raider/process'
import { maxColumns, searchTimeoutMs, type SearchQuery, type SearchResult, type SearchRow } from './search.js'

/** Bytes of ripgrep's output that are looked at. */
const maxOutputBytes = 16 * 1024 * 1024

/** Searches with ripgrep; undefined where there is none on the `PATH` of `env`. Throws `ToolFailure` for a bad pattern, glob or type. */
export const ripgrep = async (
  query: SearchQuery,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<SearchResult | undefined> => {
  const { cwd } = query
  const spec = { file: 'rg', args: argumentsOf(query), cwd, env, timeoutMs: searchTimeoutMs, maxOutputBytes }
  const { ended, code, stdout, stderr, droppedBytes } = await runChild(spec, signal)
  if (ended === 'spawn-failed') return undefined
  // Exit code 2 with results means that some files could not be read.
  if (ended === 'exit' && code === 2 && stdout === '') {
    throw new ToolFailure(`The search failed: ripgrep did not take the pattern, glob or type.\n${stderr.trim()}`)
  }
  const complete = ended === 'exit' && droppedBytes === 0
  return { rows: rowsOf(complete ? stdout : stdout.slice(0, stdout.lastIndexOf('\n') + 1), query), complete }
}

const argumentsOf = (query: SearchQuery): string[] => [
  '--no-config',
  '--hidden',
  '--no-heading',
  '--with-filename',
  '--null',
  '--color=never',
  '--sort=path',
  `--max-columns=${maxColumns}`,
  ...query.globs.map((glob) => `--glob=${glob}`),
  // After the user's globs, since the last one that matches decides.
  '--glob=!.git',
  ...(query.type === undefined ? [] : [`--type=${query.type}`]),
  ...(query.ignoreCase ? ['--ignore-case'] : []),
  ...(query.multiline ? ['--multiline', '--multiline-dotall'] : []),
  ...modeArguments(query),
  `--regexp=${query.pattern}`,
  '--',
  query.root,
]

const modeArguments = (query: SearchQuery): string[] => {
  if (query.mode === 'files_with_matches') return ['--files-with-matches']
  if (query.mode === 'count') return ['--count']
  if (query.onlyMatching) return ['--line-number', '--only-matching']
  return ['--line-number', `--before-context=${query.before}`, `--after-context=${query.after}`]
}

/** With `--null` a NUL byte ends each path. */
const rowsOf = (stdout: string, query: SearchQuery): readonly SearchRow[] => {
  if (query.mode === 'files_with_matches') {
    return stdout.split('\0').flatMap((path): SearchRow[] => (path === '' ? [] : [{ kind: 'file', path }]))
  }
  return stdout.split('\n').flatMap((line) => rowOf(line, query))
}

const rowOf = (line: string, query: SearchQuery): readonly SearchRow[] => {
  if (line === '--') return [{ kind: 'gap' }]
  const end = line.indexOf('\0')
  if (end < 0) return line.includes('binary file matches') ? [{ kind: 'binary', path: query.root }] : []
  const path = line.slice(0, end)
  const rest = line.slice(end + 1)
  if (query.mode === 'count') return [{ kind: 'count', path, count: Number(rest) }]
  const [head, number, sign] = /^(\d+)([:-])/.exec(rest) ?? []
  // Empty matches show nothing.
  if (head === undefined || (query.onlyMatching && rest === head)) return []
  return [{ kind: 'line', path, line: Number(number), context: sign === '-', text: rest.slice(head.length) }]
}
