import { isAbsolute } from 'node:path'
import { text, ToolFailure, type CallScope, type JsonObject, type Tool } from '@raider/contracts'
import { changeTime } from './change-time.js'
import { walkFiles } from './file-walk.js'
import { createGlobFilter } from './glob-filter.js'
import type { BuiltinOptions } from '../options.js'
import { absolutePath, shownPath } from '../place.js'
import { closedObject, openObject, stringField } from '../schema.js'
import { searchTimeoutMs } from './search.js'
import { searchedPlace } from './searched-place.js'

interface GlobInput {
  readonly pattern: string
  readonly path?: string
}

interface GlobOutput {
  /** Relative to the current folder where they lie below it; oldest first. */
  readonly filenames: readonly string[]
  readonly durationMs: number
  readonly numFiles: number
  readonly truncated: boolean
  readonly totalMatches: number
  readonly countIsComplete: boolean
}

/** Files named in one answer. */
const maxShown = 100
/** Matches after which the search ends. */
const maxMatches = 50_000

/** The Glob tool: lists files whose paths match a pattern. */
export const createGlob = ({ homeDir, listable = () => true }: BuiltinOptions): Tool => ({
  name: 'Glob',
  origin: 'built-in',
  description:
    'Lists files whose paths match a glob such as "src/**/*.ts", oldest change first. A pattern without a slash matches at any ' +
    'depth. Hidden and git-ignored files are included.',
  inputSchema: closedObject(['pattern'], {
    pattern: stringField('The glob'),
    path: stringField('Folder to look in; the working directory where absent'),
  }),
  outputSchema: openObject(['filenames', 'numFiles', 'truncated'], {
    filenames: { type: 'array', items: { type: 'string' } },
    numFiles: { type: 'number' },
    truncated: { type: 'boolean' },
  }),
  touches: (input, cwd) => {
    const { folder } = rootedGlob(readInput(input))
    return [{ path: absolutePath(folder ?? '', cwd, homeDir), access: 'read' }]
  },
  parallel: () => true,
  run: (input, scope) => glob(readInput(input), scope, homeDir, listable),
  render: (structured) => [text(render(structured as GlobOutput))],
})

const readInput = (input: JsonObject): GlobInput => input as unknown as GlobInput

/** Where a glob stops being a plain path. */
const magic = /[*?\\]|\[[^\]]*\]|\{[^}]*\}|\([^)]*\)/

/** An absolute pattern carries its folder with it. */
const rootedGlob = ({
  pattern,
  path,
}: GlobInput): { readonly folder: string | undefined; readonly pattern: string } => {
  if (!isAbsolute(pattern) && !pattern.startsWith('~/')) return { folder: path, pattern }
  const plain = pattern.split(magic, 1)[0] ?? ''
  const end = plain.lastIndexOf('/')
  return { folder: pattern.slice(0, end) || '/', pattern: pattern.slice(end + 1) }
}

const glob = async (
  input: GlobInput,
  scope: CallScope,
  homeDir: string,
  listable: (path: string) => boolean,
): Promise<GlobOutput> => {
  const started = performance.now()
  const { folder, pattern } = rootedGlob(input)
  const root = await searchedPlace(folder, 'Directory', scope, homeDir)
  if (root.isFile) throw new ToolFailure(`Path is not a directory: ${folder ?? root.path}.`)
  const walk = { globs: await createGlobFilter([pattern]), globBase: root.path, ignoring: false, signal: scope.signal }
  const found: string[] = []
  let countIsComplete = true
  for await (const path of walkFiles(root.path, walk)) {
    if (listable(path)) found.push(path)
    countIsComplete = found.length < maxMatches && performance.now() - started < searchTimeoutMs
    if (!countIsComplete) break
  }
  const filenames = (await oldestFirst(found)).slice(0, maxShown).map((path) => shownPath(path, scope.cwd()))
  return {
    filenames,
    durationMs: Math.round(performance.now() - started),
    numFiles: filenames.length,
    truncated: found.length > maxShown || !countIsComplete,
    totalMatches: found.length,
    countIsComplete,
  }
}

const oldestFirst = async (paths: readonly string[]): Promise<readonly string[]> => {
  const dated = await Promise.all(paths.map(async (path) => ({ path, time: await changeTime(path) })))
  return dated.sort((a, b) => a.time - b.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
}

const render = ({ filenames, truncated, totalMatches, countIsComplete }: GlobOutput): string => {
  if (filenames.length === 0) return 'No files found'
  if (!truncated) return filenames.join('\n')
  const total = `${countIsComplete ? '' : 'at least '}${totalMatches}`
  return `${filenames.join('\n')}\n(Showing ${filenames.length} of ${total} matching files. Use a narrower pattern or path.)`
}
