import { absolutePath, type PermissionFacts } from '../facts.js'
import { distinct } from '../distinct.js'
import { expandGlob, isGlob } from './shell-glob.js'
import type { ShellPart } from './shell-script.js'
import type { ShellWord } from './shell-word.js'

/** A line with more changes of folder than this is not followed. */
const maxFolders = 16

/**
 * The folders that a command may run in, or a whole line end in: the current one, and those that a `cd` before may have led to, since a
 * `cd` may fail or be skipped. Undefined where it cannot be told.
 */
export const foldersOf = (
  { cds }: Pick<ShellPart, 'cds'>,
  cwd: string,
  facts: PermissionFacts,
): readonly string[] | undefined => {
  if (cds.length === 0) return [cwd]
  const folders = new Set([cwd])
  for (const target of cds) {
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
  if (word.alternatives === undefined)
    return word.dynamic ? undefined : pathsOfText(word.path, word.glob, folders, facts)
  const found = word.alternatives.map((text) => pathsOfText(text, true, folders, facts))
  return found.every((paths) => paths !== undefined) ? distinct(found.flat()) : undefined
}

const pathsOfText = (
  text: string,
  mayBeGlob: boolean,
  folders: readonly string[] | undefined,
  facts: PermissionFacts,
): readonly string[] | undefined => {
  if (folders === undefined && !/^[/~]/.test(text)) return undefined
  const found: string[] = []
  for (const folder of folders ?? ['/']) {
    const path = absolutePath(text, folder, facts.homeDir)
    if (path === undefined) return undefined
    const meant = mayBeGlob && isGlob(path) ? expandGlob(path, facts) : [path]
    if (meant === undefined) return undefined
    found.push(...meant)
  }
  return distinct(found)
}

/** `..` behind a name: the name may be a link, and then the path leads elsewhere than it seems to. */
export const climbsFromName = (word: ShellWord): boolean =>
  /(^|\/)(?!\.{1,2}\/)[^/]+\/+(\.\/+)*\.\.(\/|$)/.test(word.path)
