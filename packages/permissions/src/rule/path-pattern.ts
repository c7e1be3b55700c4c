import { join } from 'node:path'
import type { Behavior } from '@raider/contracts'
import ignore, { type Ignore } from 'ignore'
import { seenFrom, type PermissionFacts } from '../facts.js'

/** A path pattern of a `Read` or `Edit` rule, prepared for matching. */
export type PathPattern = (path: string, cwd: string) => boolean

/** What path patterns depend on. */
interface PathPatternSetting {
  readonly behavior: Behavior
  readonly facts: Pick<PermissionFacts, 'projectDir' | 'homeDir' | 'caseSensitive'>
}

/** What one path pattern depends on. */
export interface PathPatternOptions extends PathPatternSetting {
  /** Folder that `/x` is anchored at. */
  readonly anchor: string
}

/** Something that holds for the paths of a pattern. */
interface PatternHolder {
  readonly specifier?: string
  readonly anchor: string
}

/**
 * Prepares a pattern with gitignore semantics: `//x` is absolute, `~/x` lies in the home folder, `/x` at the anchor of the rule, `x`
 * in the start folder. A deny or ask rule on `x` counts in the current folder too, and on `dir/**` at any depth.
 */
export const createPathPattern = (specifier: string, { anchor, ...setting }: PathPatternOptions): PathPattern => {
  const find = createPathSearch([{ specifier, anchor }], setting)
  return (path, cwd) => find(path, cwd).length > 0
}

/** The one path that a pattern is about, with all it may hold; undefined where it has stars and may be about many. */
export const namedPath = (specifier: string, { anchor, facts }: PathPatternOptions): string | undefined => {
  const { base = facts.projectDir, line } = placePattern({ specifier, anchor }, true, facts)
  const path = line.replace(/\/\*\*$/, '').replace(/^\*\*\//, '')
  return /[*?[\]\\]/.test(path) ? undefined : join(base, path)
}

/** Prepares several patterns at once: which of the holders match a path? One look-up for all, most of which never match. */
export const createPathSearch = <Holder extends PatternHolder>(
  holders: readonly Holder[],
  { behavior, facts }: PathPatternSetting,
): ((path: string, cwd: string) => readonly Holder[]) => {
  const strict = behavior !== 'allow'
  const placed = holders.map((holder) => {
    const { base, line } = placePattern(holder, strict, facts)
    return { holder, base, line, matches: createMatcher([line], facts) }
  })
  const bases = [...new Set(placed.map(({ base }) => base))].map((base) => {
    const lines = placed.filter((entry) => entry.base === base).map(({ line }) => line)
    return { base, matches: createMatcher(lines, facts) }
  })
  const isMatch = ({ base, matches }: Pick<(typeof placed)[number], 'base' | 'matches'>, path: string, cwd: string) => {
    const matchesFrom = (folder: string): boolean => {
      const form = formFrom(folder, path, strict)
      return form !== undefined && matches(form)
    }
    if (base !== undefined) return matchesFrom(base)
    return matchesFrom(facts.projectDir) || (strict && cwd !== facts.projectDir && matchesFrom(cwd))
  }
  return (path, cwd) => {
    if (!bases.some((base) => isMatch(base, path, cwd))) return []
    return placed.filter((entry) => isMatch(entry, path, cwd)).map(({ holder }) => holder)
  }
}

/**
 * A path as it is asked for from a folder; undefined where the folder does not hold it. A rule on all that a folder holds keeps the
 * folder itself from being searched, so that restrictions are asked for a file in it, which stands for both.
 */
const formFrom = (folder: string, path: string, strict: boolean): string | undefined => {
  const rest = seenFrom(folder, path)
  if (rest === undefined || rest === '') return strict && rest === '' ? anyChild : undefined
  return strict ? `${rest}/${anyChild}` : rest
}

/** Stands for a file that only a rule on everything can mean. */
const anyChild = '\u0001'

/** A matcher remembers its answer for every path: after so many it is made anew, since there is no end of paths. */
const maxAnswers = 1000

const createMatcher = (
  lines: readonly string[],
  { caseSensitive }: PathPatternSetting['facts'],
): ((form: string) => boolean) => {
  let matcher: Ignore | undefined
  let answers = 0
  return (form) => {
    if (matcher === undefined || answers === maxAnswers) {
      matcher = ignore({ ignorecase: !caseSensitive }).add(matcher ?? lines)
      answers = 0
    }
    answers++
    return matcher.ignores(form)
  }
}

/** A gitignore pattern and the folder that it is seen from; undefined for the start folder. */
interface PlacedPattern {
  readonly base: string | undefined
  readonly line: string
}

const placePattern = (
  { specifier = '', anchor }: PatternHolder,
  strict: boolean,
  { homeDir }: PathPatternSetting['facts'],
): PlacedPattern => {
  const at = (base: string | undefined, pattern: string): PlacedPattern => ({
    base,
    line: gitignoreForm(pattern, base, strict),
  })
  if (specifier.startsWith('//')) return at('/', specifier.replace(/^\/+/, '/'))
  if (specifier === '~' || specifier.startsWith('~/')) return at(homeDir, specifier.slice(1) || '/**')
  if (specifier.startsWith('/')) return at(anchor, specifier)
  return at(undefined, specifier.replace(/^(\.\/)+/, ''))
}

const gitignoreForm = (pattern: string, base: string | undefined, strict: boolean): string => {
  const literal = pattern.replace(/^[!#]/, '\\$&')
  const folder = strict ? undefined : /^(.*[^/*])\/\*\*$/.exec(literal)?.[1]
  // A permission for all in a folder is one for the folder (Claude Code 2.1.332, seen of `ls` and `cd`).
  if (folder !== undefined) return folder.includes('/') ? folder : `/${folder}`
  const anyDepth = strict && base === undefined && /^[^/]+\/\*\*$/.test(literal)
  return anyDepth ? `**/${literal}` : literal
}
