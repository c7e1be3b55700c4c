import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CallScope } from '@raider/contracts'
import { createPathPattern, namedPath, settingsRules, type PathPatternOptions } from '@raider/permissions'

/** What the deny rules of the settings hold back from every command, whatever program it runs. */
interface DeniedPaths {
  readonly unreadable: readonly string[]
  readonly unwritable: readonly string[]
}

/** Levels of the project on which names are held against patterns with stars, and entries that are looked at. */
const maxDepth = 3
const maxEntries = 5_000

/** Folders that are never looked into: large, and no place for secrets. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * The files and folders that deny rules on `Read` and `Edit` name (Claude Code merges them into its sandbox likewise): paths wherever
 * they lie, patterns within the upper levels of the project. What is not there yet cannot be covered.
 */
export const deniedPaths = (scope: CallScope, homeDir: string): DeniedPaths => {
  const rules = settingsRules(scope.settings).rules.filter(({ behavior }) => behavior === 'deny')
  const pathsOf = (tool: string): readonly string[] => {
    const specifiers = rules.flatMap((rule) =>
      rule.tool === tool && rule.specifier !== undefined ? [{ ...rule, specifier: rule.specifier }] : [],
    )
    if (specifiers.length === 0) return []
    const facts = { projectDir: scope.projectDir, homeDir, caseSensitive: true }
    const setting = (anchor: string): PathPatternOptions => ({ behavior: 'deny', anchor, facts })
    const patterns = specifiers.map(({ specifier, anchor }) => createPathPattern(specifier, setting(anchor)))
    const isDenied = (path: string): boolean => patterns.some((matches) => matches(path, scope.projectDir))
    const named = specifiers.flatMap(({ specifier, anchor }) => namedPath(specifier, setting(anchor)) ?? [])
    return [...new Set([...named, ...matchesBelow(scope.projectDir, isDenied)])]
  }
  return { unreadable: pathsOf('Read'), unwritable: pathsOf('Edit') }
}

/** The uppermost entries below a folder that match. */
const matchesBelow = (top: string, isMatch: (path: string) => boolean): readonly string[] => {
  const found: string[] = []
  let left = maxEntries
  const search = (folder: string, depth: number): void => {
    for (const entry of entriesIn(folder)) {
      if (left-- <= 0) return
      const path = join(folder, entry.name)
      if (isMatch(path)) found.push(path)
      else if (entry.isDirectory() && depth < maxDepth && !skipped.has(entry.name)) search(path, depth + 1)
    }
  }
  search(top, 1)
  return found
}

const entriesIn = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // Closed to this user, and so to the command.
  }
}
