import { hole } from '../shell/shell-word.js'

/** A command pattern of a Bash rule, prepared for matching. */
export interface CommandPattern {
  readonly kind: 'exact' | 'prefix' | 'wildcard'
  /** Literal pieces between the stars; one piece for `exact` and `prefix`. */
  readonly pieces: readonly string[]
  /** First word of every command it can match; undefined where a star stands in it. */
  readonly head: string | undefined
}

/**
 * `npm run build` matches that text alone; `npm:*` and `npm *` match `npm` and `npm` with any arguments; any other star stands for
 * any characters. `\*` is a literal star. (Claude Code 2.1.332, seen.)
 */
export const parsePattern = (specifier: string): CommandPattern => {
  const pieces = splitStars(specifier)
  const [first = '', second] = pieces
  const word = headOf(first, pieces.length > 1)
  if (pieces.length === 1) return { kind: 'exact', pieces: [first], head: headOf(first, false) }
  if (pieces.length === 2 && second === '' && /[ :]$/.test(first)) {
    const prefix = first.slice(0, -1)
    return { kind: 'prefix', pieces: [prefix], head: headOf(prefix, false) }
  }
  return { kind: 'wildcard', pieces, head: word }
}

const splitStars = (specifier: string): readonly string[] =>
  specifier.split(/(?<!\\)\*/).map((piece) => piece.replaceAll('\\*', '*'))

/** The first word, where it is complete: a star right behind it may lengthen it. */
const headOf = (text: string, open: boolean): string | undefined => {
  const end = text.indexOf(' ')
  if (end > 0) return text.slice(0, end)
  return open || text === '' ? undefined : text
}

/** Does the pattern match this command text? */
export const matchesPattern = ({ kind, pieces }: CommandPattern, text: string): boolean => {
  if (kind !== 'prefix') return matchesPieces(pieces, text)
  const [prefix = ''] = pieces
  return text.startsWith(prefix) && (text.length === prefix.length || text[prefix.length] === ' ')
}

/** Does a text consist of these pieces with anything between them? Takes time linear in the text. */
export const matchesPieces = (pieces: readonly string[], text: string): boolean => {
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/**
 * Could the pattern match the text once its holes are filled? A hole stands for any characters, as a star does, so both sides are
 * patterns and the question is whether they have a common text.
 */
export const mayMatchPattern = ({ kind, pieces }: CommandPattern, text: string): boolean => {
  const open = text.split(hole)
  const [prefix = ''] = pieces
  return kind === 'prefix'
    ? haveCommonText([prefix], open) || haveCommonText([`${prefix} `, ''], open)
    : haveCommonText(pieces, open)
}

/**
 * Where both sides have a star, everything between the ends of one fits into a star of the other: only the ends must agree.
 */
const haveCommonText = (a: readonly string[], b: readonly string[]): boolean => {
  const [startA = '', startB = ''] = [a[0], b[0]]
  if (a.length === 1) return matchesPieces(b, startA)
  if (b.length === 1) return matchesPieces(a, startB)
  const [endA = '', endB = ''] = [a.at(-1), b.at(-1)]
  return (startA.startsWith(startB) || startB.startsWith(startA)) && (endA.endsWith(endB) || endB.endsWith(endA))
}
