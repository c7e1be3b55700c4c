import { join } from 'node:path'
import type { PermissionFacts } from '../facts.js'

/** A glob that means more paths than this is not followed. */
const maxPaths = 2000

/**
 * The paths that a glob stands for just now, and the glob itself, which the shell takes for a name where it matches nothing. Undefined
 * where there are too many.
 */
export const expandGlob = (pattern: string, facts: Pick<PermissionFacts, 'list'>): readonly string[] | undefined => {
  let paths: readonly string[] = ['/']
  for (const segment of pattern.split('/').filter((name) => name !== '')) {
    paths = isGlob(segment)
      ? paths.flatMap((folder) => matching(segment, folder, facts))
      : paths.map((path) => join(path, segment))
    if (paths.length > maxPaths) return undefined
  }
  return [...paths, pattern]
}

/** Does a text have characters that a glob is made of? */
export const isGlob = (text: string): boolean => /[*?[]/.test(text)

const matching = (segment: string, folder: string, { list }: Pick<PermissionFacts, 'list'>): readonly string[] => {
  const matches = globMatcher(segment)
  return list(folder).flatMap((name) => (matches(name) ? [join(folder, name)] : []))
}

/**
 * Does a glob stand for a name? For a hidden one only where it says so. What stands in brackets is not worked out: it may be any
 * character.
 */
export const globMatcher = (segment: string): ((name: string) => boolean) => {
  const [head = ''] = /^[^*?[]*/.exec(segment) ?? []
  // Most names differ in what comes before the first star, so that many globs never need their expression.
  let expression: RegExp | undefined
  return (name) => name.startsWith(head) && (expression ??= globExpression(segment)).test(name)
}

const globExpression = (segment: string): RegExp => {
  const source = segment.replace(/\[[^\]]+\]|[*?]|[.+^${}()|\\[\]]/g, (found) => {
    if (found === '*') return '[^]*'
    return found === '?' || found.length > 1 ? '[^]' : `\\${found}`
  })
  return new RegExp(`^${/^[*?[]/.test(segment) ? '(?!\\.)' : ''}${source}$`, 'u')
}
