import { ToolFailure } from '@raider/contracts'

/** What globs say of a path: named by one, shut out by one (or by none of those that must match), or not spoken of. */
type GlobVerdict = 'in' | 'out' | 'open'

/** Globs in ripgrep's reading. */
export interface GlobFilter {
  /** `path` is relative and uses `/`. */
  file(path: string): GlobVerdict
  /** True where a folder needs no look inside. */
  shutsFolder(path: string): boolean
}

/**
 * Globs as `rg --glob` takes them: one without a slash matches at any depth, `!` shuts out, the last match decides; where
 * any glob is without `!`, a file must match. Throws `ToolFailure` for a class or a choice that does not end.
 */
export const createGlobFilter = async (globs: readonly string[]): Promise<GlobFilter> => {
  // Loaded with the first search: many sessions need none.
  const { default: picomatch } = await import('picomatch')
  const matcher = (glob: string) => picomatch(anyDepth(glob), { dot: true, nonegate: true })
  const rules = globs.map((glob) => ({ shuts: glob.startsWith('!'), matches: matcher(glob.replace(/^!/, '')) }))
  const unmatched: GlobVerdict = rules.some((rule) => !rule.shuts) ? 'out' : 'open'
  const lastMatch = (path: string) => rules.findLast((rule) => rule.matches(path))
  return {
    file: (path) => {
      const rule = lastMatch(path)
      if (rule === undefined) return unmatched
      return rule.shuts ? 'out' : 'in'
    },
    shutsFolder: (path) => lastMatch(path)?.shuts === true,
  }
}

/** The glob with the place it may match at written out. */
const anyDepth = (glob: string): string => {
  if (/(?<!\\)\[[^\]]*$/.test(glob)) throw badGlob(glob, '[')
  if (/(?<!\\)\{[^}]*$/.test(glob)) throw badGlob(glob, '{')
  const anchored = glob.replace(/^(\.?\/)+/, '')
  return glob.replace(/\/$/, '').includes('/') ? anchored : `**/${anchored}`
}

const badGlob = (glob: string, opening: string): ToolFailure =>
  new ToolFailure(`The search failed: the glob "${glob}" is not valid: "${opening}" is never closed.`)
