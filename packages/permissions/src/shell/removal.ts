import { dirname } from 'node:path'
import { absolutePath, contains, openFolders, type PermissionFacts } from '../facts.js'
import { plainArguments } from './path-word.js'
import type { ShellWord } from './shell-word.js'

/**
 * The target of an `rm` or `rmdir` that would delete far more than meant; undefined where it is none. `folders` are those that
 * the command may run in.
 */
export const criticalRemoval = (
  words: readonly ShellWord[],
  folders: readonly string[],
  facts: PermissionFacts,
): string | undefined => {
  const name = words[0]?.value
  if (name !== 'rm' && name !== 'rmdir') return undefined
  const target = plainArguments(words.slice(1)).find((word) => isCritical(word, folders, facts))
  return target?.text
}

const isCritical = (word: ShellWord, folders: readonly string[], facts: PermissionFacts): boolean => {
  // `"$X"/*` is `/*` where X is empty.
  if (/^\0+\/+\*?$/.test(word.value)) return true
  if (word.dynamic) return false
  const wide = /\/?\*+$/.test(word.path) && word.glob
  const path = wide ? word.path.replace(/\/?\*+$/, '') : word.path
  const start = path === '' ? (word.path.startsWith('/') ? '/' : '.') : path
  return folders.some((folder) => {
    const target = absolutePath(start, folder, facts.homeDir)
    const forms = target === undefined ? [] : [target, facts.realPath(target)]
    return forms.some((form) => isCriticalFolder(form, [...openFolders(facts), folder], facts))
  })
}

/** `/`, its children, the home folder, the folders worked in, and all above them. */
const isCriticalFolder = (path: string, workedIn: readonly string[], facts: PermissionFacts): boolean =>
  dirname(path) === '/' || [facts.homeDir, ...workedIn].some((folder) => contains(path, folder, facts))
