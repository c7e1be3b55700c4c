import { relative, sep } from 'node:path'
import type { Behavior } from '@raider/contracts'
import ignore, { type Ignore } from 'ignore'
import type { PermissionFacts } from './facts.js'

/** A path pattern of a `Read` or `Edit` rule, prepared for matching. */
export type PathPattern = (path: string, cwd: string) => boolean

/** What a path pattern depends on. */
export interface PathPatternOptions {
  readonly behavior: Behavior
  /** Folder that `/x` is anchored at. */
  readonly anchor: string
  readonly facts: Pick<PermissionFacts, 'projectDir' | 'homeDir' | 'caseSensitive'>
}

/**
 * Prepares a pattern with gitignore semantics: `//x` is absolute, `~/x` lies in the home folder, `/x` at the anchor of the rule, `x`
 * in the start folder. A deny or ask rule on `x` counts in the current folder too, and on `dir/**` at any depth.
 */
export const createPathPattern = (specifier: string, options: PathPatternOptions): PathPattern =>
  createPathUnion([{ specifier, anchor: options.anchor }], options)

/** Prepares several patterns at once: does any of them match? One look-up for many rules, most of which never match. */
export const createPathUnion = (
  patterns: readonly { readonly specifier: string; readonly anchor: string }[],
  { behavior, facts }: Pick<PathPatternOptions, 'behavior' | 'facts'>,
): PathPattern => {
  const strict = behavior !== 'allow'
  const places = new Map<string | undefined, string[]>()
  for (const { specifier, anchor } of patterns) {
    const { base, pattern } = placePattern(specifier, anchor, facts)
    const forms = places.get(base) ?? []
    forms.push(gitignoreForm(pattern, base, strict))
    places.set(base, forms)
  }
  const matchers = Array.from(places, ([base, lines]) => {
    const matcher = ignore({ ignorecase: !facts.caseSensitive }).add(lines)
    return { base, matches: (folder: string, path: string) => matchesIn(matcher, folder, path, strict) }
  })
  return (path, cwd) =>
    matchers.some(({ base, matches }) =>
      base === undefined
        ? matches(facts.projectDir, path) || (strict && cwd !== facts.projectDir && matches(cwd, path))
        : matches(base, path),
    )
}

const matchesIn = (matcher: Ignore, folder: string, path: string, strict: boolean): boolean => {
  const rest = relative(folder, path).split(sep).join('/')
  if (rest === '..' || rest.startsWith('../')) return false
  if (rest !== '' && matcher.ignores(rest)) return true
  // A rule on all that a folder holds keeps the folder itself from being searched.
  return strict && matcher.ignores(rest === '' ? anyChild : `${rest}/${anyChild}`)
}

/** Stands for a file that only a rule on everything can mean. */
const anyChild = '\u0001'

const placePattern = (
  specifier: string,
  anchor: string,
  facts: PathPatternOptions['facts'],
): { readonly base: string | undefined; readonly pattern: string } => {
  if (specifier.startsWith('//')) return { base: '/', pattern: specifier.replace(/^\/+/, '/') }
  if (specifier === '~' || specifier.startsWith('~/')) {
    return { base: facts.homeDir, pattern: specifier.slice(1) || '/**' }
  }
  if (specifier.startsWith('/')) return { base: anchor, pattern: specifier }
  return { base: undefined, pattern: specifier.replace(/^(\.\/)+/, '') }
}

const gitignoreForm = (pattern: string, base: string | undefined, strict: boolean): string => {
  const literal = pattern.replace(/^[!#]/, '\\$&')
  const folder = strict ? undefined : /^(.*[^/*])\/\*\*$/.exec(literal)?.[1]
  // A permission for all in a folder is one for the folder (Claude Code 2.1.332, seen of `ls` and `cd`).
  if (folder !== undefined) return folder.includes('/') ? folder : `/${folder}`
  const anyDepth = strict && base === undefined && /^[^/]+\/\*\*$/.test(literal)
  return anyDepth ? `**/${literal}` : literal
}
