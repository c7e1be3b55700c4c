import { join } from 'node:path'
import { text, ToolFailure, type CallScope, type JsonObject, type Objection, type Tool } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { changeTime } from './change-time.js'
import { renderGrep, type GrepOutput } from './grep-output.js'
import type { BuiltinOptions } from '../options.js'
import { absolutePath, shownPath } from '../place.js'
import { plainSearch } from './plain-search.js'
import { ripgrep } from './ripgrep.js'
import { closedObject, flagField, openObject, stringField, wholeField } from '../schema.js'
import type { SearchMode, SearchQuery, SearchResult, SearchRow } from './search.js'
import { searchedPlace } from './searched-place.js'
import { objectionToSpecial } from '../special-file.js'

interface GrepInput {
  readonly pattern: string
  readonly path?: string
  readonly glob?: string
  readonly type?: string
  readonly output_mode?: SearchMode
  readonly '-A'?: number
  readonly '-B'?: number
  readonly '-C'?: number
  readonly context?: number
  readonly '-n'?: boolean
  readonly '-i'?: boolean
  readonly '-o'?: boolean
  readonly multiline?: boolean
  readonly head_limit?: number
  readonly offset?: number
}

/** Entries shown where the model names no limit. */
const usualLimit = 250

/** The Grep tool: searches files with ripgrep, or without it where it is not installed. */
export const createGrep = ({ homeDir, listable = () => true }: BuiltinOptions): Tool => ({
  name: 'Grep',
  keepsSpelling: ['-n'],
  origin: 'built-in',
  description:
    'Searches file contents for a regular expression in ripgrep syntax. Hidden files are searched, git-ignored ones only where ' +
    '"path" names them. output_mode: files_with_matches (default), content or count.',
  inputSchema: closedObject(['pattern'], {
    pattern: stringField('The regular expression'),
    path: stringField('File or folder to search; the working directory where absent'),
    glob: stringField('Only files that match, such as "*.ts" or "!*.test.ts"; several separated by spaces or commas'),
    type: stringField('Only files of a type, such as js, py, rust'),
    output_mode: { type: 'string', enum: ['files_with_matches', 'content', 'count'], description: 'What to show' },
    '-A': wholeField('Lines to show after each match (content)'),
    '-B': wholeField('Lines to show before each match (content)'),
    '-C': wholeField('Lines to show before and after each match (content)'),
    context: wholeField('The same as -C'),
    '-n': flagField('Show line numbers (content); default true'),
    '-i': flagField('Ignore case'),
    '-o': flagField('Show only what matched (content)'),
    multiline: flagField('Let matches span lines, and "." match their ends'),
    head_limit: wholeField('Entries to show; default 250, 0 for all'),
    offset: wholeField('Entries to leave out at the start'),
  }),
  outputSchema: openObject(['mode', 'filenames', 'numFiles'], {
    mode: { type: 'string', enum: ['files_with_matches', 'content', 'count'] },
    filenames: { type: 'array', items: { type: 'string' } },
    numFiles: { type: 'number' },
    content: { type: 'string' },
  }),
  touches: (input, cwd) => [{ path: absolutePath(readInput(input).path ?? '', cwd, homeDir), access: 'read' }],
  parallel: () => true,
  check: (input, scope) => objectionTo(readInput(input), scope.cwd(), homeDir),
  run: (input, scope) => grep(readInput(input), scope, homeDir, listable),
  render: (structured) => [text(renderGrep(structured as GrepOutput))],
})

const readInput = (input: JsonObject): GrepInput => input as unknown as GrepInput

const objectionTo = (
  { path = '', head_limit: limit = 0, offset = 0 }: GrepInput,
  cwd: string,
  homeDir: string,
): Objection | undefined => {
  if (limit < 0) return { message: `head_limit is ${limit}, but must be 0, for all entries, or more.` }
  if (offset < 0) return { message: `offset is ${offset}, but must be 0 or more.` }
  const message = objectionToSpecial(absolutePath(path, cwd, homeDir))
  return message === undefined ? undefined : { message }
}

const grep = async (
  input: GrepInput,
  scope: CallScope,
  homeDir: string,
  listable: (path: string) => boolean,
): Promise<GrepOutput> => {
  const root = await searchedPlace(input.path, 'Path', scope, homeDir)
  // A folder counts by what lies in it; links are followed first.
  const objection = objectionToSpecial(join(realPathOf(root.path), 'any'))
  if (objection !== undefined) throw new ToolFailure(objection)
  const query = queryOf(input, root.path, root.isFile, scope.cwd())
  const { rows, complete } = await search(query, scope)
  const listed = withoutLooseGaps(rows.filter((row) => row.kind === 'gap' || listable(row.path)))
  const output = await outputOf(listed, input, query)
  return complete ? output : { ...output, timedOut: true }
}

const search = async (query: SearchQuery, scope: CallScope): Promise<SearchResult> =>
  (await ripgrep(query, scope.env, scope.signal)) ?? plainSearch(query, scope.signal)

const queryOf = (input: GrepInput, root: string, rootIsFile: boolean, cwd: string): SearchQuery => {
  const around = input['-C'] ?? input.context
  return {
    root,
    rootIsFile,
    cwd,
    pattern: input.pattern,
    globs: globsOf(input.glob ?? ''),
    ...(input.type === undefined ? {} : { type: input.type }),
    ignoreCase: input['-i'] === true,
    multiline: input.multiline === true,
    onlyMatching: input['-o'] === true,
    before: Math.max(0, around ?? input['-B'] ?? 0),
    after: Math.max(0, around ?? input['-A'] ?? 0),
    mode: input.output_mode ?? 'files_with_matches',
  }
}

/** Globs are separated by spaces, and by commas outside of braces. */
const globsOf = (globs: string): readonly string[] =>
  globs
    .split(/\s+/)
    .flatMap((glob) => (glob.includes('{') ? [glob] : glob.split(',')))
    .filter((glob) => glob !== '')

const withoutLooseGaps = (rows: readonly SearchRow[]): readonly SearchRow[] =>
  rows.filter((row, at) => row.kind !== 'gap' || (at > 0 && rows[at + 1] !== undefined && rows[at + 1]?.kind !== 'gap'))

const outputOf = async (rows: readonly SearchRow[], input: GrepInput, query: SearchQuery): Promise<GrepOutput> => {
  if (query.mode === 'content') return contentOutput(rows, input, query)
  return query.mode === 'count' ? countOutput(rows, input, query.cwd) : filesOutput(rows, input, query.cwd)
}

const filesOutput = async (rows: readonly SearchRow[], input: GrepInput, cwd: string): Promise<GrepOutput> => {
  const paths = rows.flatMap((row) => (row.kind === 'file' ? [row.path] : []))
  const dated = await Promise.all(paths.map(async (path) => ({ path, time: Math.floor(await changeTime(path)) })))
  const newest = dated.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1))
  const { page, ...paging } = paged(
    newest.map(({ path }) => shownPath(path, cwd)),
    input,
  )
  return { mode: 'files_with_matches', filenames: page, numFiles: page.length, totalFiles: paths.length, ...paging }
}

const countOutput = (rows: readonly SearchRow[], input: GrepInput, cwd: string): GrepOutput => {
  const counts = rows.flatMap((row) => (row.kind === 'count' ? [row] : []))
  const numMatches = counts.reduce((sum, { count }) => sum + count, 0)
  const { page, ...paging } = paged(
    counts.map(({ path, count }) => `${shownPath(path, cwd)}:${count}`),
    input,
  )
  return { mode: 'count', numFiles: counts.length, filenames: [], content: page.join('\n'), numMatches, ...paging }
}

const contentOutput = (rows: readonly SearchRow[], input: GrepInput, query: SearchQuery): GrepOutput => {
  const lines = rows.map((row) => contentLine(row, input, query))
  const { page, ...paging } = paged(lines, input)
  const totalLines = lines.length
  return {
    mode: 'content',
    numFiles: 0,
    filenames: [],
    content: page.join('\n'),
    numLines: page.length,
    totalLines,
    ...paging,
  }
}

/** The path stands before each line unless one file was searched. */
const contentLine = (row: SearchRow, input: GrepInput, { cwd, rootIsFile }: SearchQuery): string => {
  if (row.kind === 'gap') return '--'
  const path = rootIsFile ? '' : shownPath(row.path, cwd)
  if (row.kind !== 'line') return `${path && `${path}: `}binary file matches`
  const sign = row.context ? '-' : ':'
  const number = input['-n'] === false ? '' : `${row.line}${sign}`
  return `${path && `${path}${sign}`}${number}${row.text.replace(/\r$/, '')}`
}

const paged = (entries: readonly string[], { head_limit: asked = usualLimit, offset = 0 }: GrepInput) => {
  const start = Math.max(0, offset)
  const limit = asked > 0 ? asked : Infinity
  return {
    page: entries.slice(start, start + limit),
    ...(entries.length > start + limit ? { appliedLimit: limit } : {}),
    ...(start > 0 ? { appliedOffset: start } : {}),
  }
}
