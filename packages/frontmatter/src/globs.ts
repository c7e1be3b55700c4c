import { relative } from 'node:path'
import ignore from 'ignore'
import { isObject } from '@raider/contracts'

/** Most patterns that the braces of one file may expand to; beyond it patterns stay as they are. */
const maxPatterns = 1000

/**
 * The globs that the `paths` of a frontmatter stand for: a list, or text with commas; braces are expanded and a last
 * `/**` dropped. Undefined where there are none.
 */
export function globsOf(frontmatter: unknown): readonly string[] | undefined {
  const paths = isObject(frontmatter) ? frontmatter['paths'] : undefined
  const entries = typeof paths === 'string' ? [paths] : Array.isArray(paths) ? paths.flat(9).filter(isText) : []
  const globs: string[] = []
  for (const glob of entries.flatMap(splitCommas)) {
    for (const choice of expandBraces(glob, maxPatterns - globs.length)) globs.push(choice.replace(/\/\*\*$/, ''))
  }
  return globs.some((glob) => glob !== '**') ? globs : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Commas inside braces do not count. */
function splitCommas(text: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const char of text) {
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    if (char === ',' && depth <= 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${char}`)
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** `{a,b}` written out, innermost first; the pattern itself where that would make more than `budget`. */
function expandBraces(pattern: string, budget: number): readonly string[] {
  let done: string[] = [pattern]
  for (;;) {
    const next = done.flatMap((text) => {
      const match = /\{([^{}]*,[^{}]*)\}/.exec(text)
      if (!match) return [text]
      const [braces, list = ''] = match
      const [before, after] = [text.slice(0, match.index), text.slice(match.index + braces.length)]
      return list.split(',').map((choice) => before + choice + after)
    })
    if (next.length > budget) return [pattern]
    if (next.length === done.length) return next
    done = next
  }
}

/**
 * Says which files the globs mean, read as lines of a .gitignore in `base`: without case, later negations count, files
 * outside never match, and a pattern that is no pattern matches nothing.
 */
export function createMatcher(globs: readonly string[], base: string): (file: string) => boolean {
  const rules = ignore({ ignorecase: true }).add([...globs])
  return (file) => {
    const path = relative(base, file)
    return ignore.isPathValid(path) && rules.ignores(path)
  }
}
