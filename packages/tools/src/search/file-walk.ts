import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { GlobFilter } from './glob-filter.js'

/** Which files a walk gives. */
interface WalkOptions {
  readonly globs: GlobFilter
  /** Folder that the globs are relative to; absolute. */
  readonly globBase: string
  /** Leave out what `.gitignore` (inside a repository) and `.ignore` name, unless a glob names it. */
  readonly ignoring: boolean
  readonly signal: AbortSignal
}

/** Ignore rules of one folder. */
interface Level {
  readonly folder: string
  readonly rules: Ignore
}

/**
 * Regular files below a folder, in the order of their paths. Links are not followed, so that no loop can form; `.git`
 * and folders that cannot be read are left out. Ends early when the signal aborts.
 */
export async function* walkFiles(root: string, options: WalkOptions): AsyncGenerator<string> {
  const repository = options.ignoring ? await repositoryOf(root) : undefined
  const above = repository === undefined ? [] : await levelsAbove(root, repository)
  // A folder that is searched by its own name is searched, ignored or not.
  const outer = above.filter((level) => !isIgnored(`${root}/`, [level]))
  yield* walk(root, outer, repository !== undefined, options)
}

async function* walk(
  folder: string,
  outer: readonly Level[],
  inRepository: boolean,
  options: WalkOptions,
): AsyncGenerator<string> {
  const entries = await entriesOf(folder)
  const ruled = options.ignoring && entries.some((entry) => ruleNames.has(entry.name))
  const levels = ruled ? [...outer, ...(await levelOf(folder, inRepository))] : outer
  for (const entry of entries) {
    if (options.signal.aborted) return
    const path = join(folder, entry.name)
    const shown = relative(options.globBase, path)
    if (entry.isDirectory()) {
      if (entry.name === '.git' || options.globs.shutsFolder(shown) || isIgnored(`${path}/`, levels)) continue
      yield* walk(path, levels, inRepository, options)
    } else if (entry.isFile()) {
      const verdict = options.globs.file(shown)
      if (verdict === 'in' || (verdict === 'open' && !isIgnored(path, levels))) yield path
    }
  }
}

const entriesOf = async (folder: string): Promise<readonly Dirent[]> => {
  // A folder without permission, or one that went away, has nothing to give.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The innermost folder that speaks of the path decides. */
const isIgnored = (path: string, levels: readonly Level[]): boolean => {
  for (const { folder, rules } of levels.toReversed()) {
    const { ignored, unignored } = rules.test(path.slice(folder.length + 1))
    if (ignored || unignored) return ignored
  }
  return false
}

const repositoryOf = async (folder: string): Promise<string | undefined> => {
  const found = await stat(join(folder, '.git')).catch(() => undefined)
  if (found !== undefined) return folder
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder))
}

const levelsAbove = async (root: string, repository: string): Promise<readonly Level[]> => {
  if (root === repository) return []
  const folder = dirname(root)
  return [...(await levelsAbove(folder, repository)), ...(await levelOf(folder, true))]
}

/** Where one of these stands in a folder, it may have ignore rules. */
const ruleNames = new Set(['.git', '.gitignore', '.ignore'])

const levelOf = async (folder: string, inRepository: boolean): Promise<readonly Level[]> => {
  // Later rules win: `.ignore` over `.gitignore` over the repository's private excludes.
  const names = inRepository ? ['.git/info/exclude', '.gitignore', '.ignore'] : ['.ignore']
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
  return texts.every((rules) => rules === '') ? [] : [{ folder, rules: ignore().add(texts.join('\n')) }]
}
