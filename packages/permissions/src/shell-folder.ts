import { absolutePath, type PermissionFacts } from './facts.js'
import { expandGlob } from './shell-glob.js'
import type { ShellPart } from './shell.js'
import type { ShellWord } from './shell-word.js'

/** A line with more changes of folder than this is not followed. */
const maxFolders = 16

/**
 * The folders that a command may run in: the current one, and those that a `cd` before it may have led to, since a `cd` may fail or
 * be skipped. Undefined where it cannot be told.
 */
export const foldersOf = (part: ShellPart, cwd: string, facts: PermissionFacts): readonly string[] | undefined => {
  const folders = new Set([cwd])
  for (const target of part.cds) {
    if (target === undefined) return undefined
    const reached = Array.from(folders, (folder) => absolutePath(target, folder, facts.homeDir))
    if (folders.size > maxFolders) return undefined
    for (const folder of reached) {
      if (folder === undefined) return undefined
      folders.add(folder)
    }
  }
  return [...folders]
}

/** The paths that a word may mean; undefined where it is not known before the command runs. */
export const pathsOf = (
  word: ShellWord,
  folders: readonly string[] | undefined,
  facts: PermissionFacts,
): readonly string[] | undefined => {
  if (word.alternatives !== undefined) return pathsOfAll(word, word.alternatives, folders, facts)
  if (word.dynamic) return undefined
  const isRelative = !/^[/~]/.test(word.path)
  if (folders === undefined && isRelative) return undefined
  const paths = (folders ?? ['/']).map((folder) => absolutePath(word.path, folder, facts.homeDir))
  const meant = word.glob ? paths.map((path) => (path === undefined ? path : expandGlob(path, facts))) : paths
  return meant.every((path) => path !== undefined) ? [...new Set(meant.flat())] : undefined
}

const pathsOfAll = (
  { alternatives: _, ...word }: ShellWord,
  texts: readonly string[],
  folders: readonly string[] | undefined,
  facts: PermissionFacts,
): readonly string[] | undefined => {
  const found = texts.map((path) =>
    pathsOf({ ...word, value: path, path, dynamic: false, glob: /[*?[]/.test(path) }, folders, facts),
  )
  return found.every((paths) => paths !== undefined) ? [...new Set(found.flat())] : undefined
}

/** `..` behind a name: the name may be a link, and then the path leads elsewhere than it seems to. */
export const climbsFromName = (word: ShellWord): boolean =>
  /(^|\/)(?!\.{1,2}\/)[^/]+\/+(\.\/+)*\.\.(\/|$)/.test(word.path)
