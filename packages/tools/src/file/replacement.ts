/** A piece of text to find and what to put in its place. */
export interface Replacement {
  readonly oldText: string
  readonly newText: string
  readonly all: boolean
  /** Which newline an empty `newText` takes along: that of a wholly deleted line, or any right after the match. */
  readonly takesNewline: 'of a whole line' | 'after the text'
}

/** What came of looking for a text. */
type Replaced =
  | { readonly ok: true; readonly text: string; readonly found: string }
  | { readonly ok: false; readonly matches: number }

/**
 * Replaces one place, or all of them. Straight quotes also find typographic ones, and the replacement then takes on their style.
 * Fails where nothing is found, or more than one place while one is meant.
 */
export const replaceText = (content: string, replacement: Replacement): Replaced => {
  const found = findText(content, replacement.oldText)
  if (found === undefined) return { ok: false, matches: 0 }
  const matches = content.split(found).length - 1
  if (matches > 1 && !replacement.all) return { ok: false, matches }
  if (replacement.newText === '') return { ok: true, text: deleteText(content, found, replacement), found }
  const newText = found === replacement.oldText ? replacement.newText : withQuotesOf(found, replacement.newText)
  return { ok: true, text: swap(content, found, newText, replacement.all), found }
}

/** A plain function as the replacement, since `$&` and the like are text here. */
const swap = (content: string, found: string, newText: string, all: boolean): string =>
  all ? content.replaceAll(found, () => newText) : content.replace(found, () => newText)

const findText = (content: string, wanted: string): string | undefined => {
  if (content.includes(wanted)) return wanted
  // Each typographic quote is one code unit, as its straight form is, so that positions agree.
  const at = straighten(content).indexOf(straighten(wanted))
  return at < 0 ? undefined : content.slice(at, at + wanted.length)
}

const straighten = (value: string): string => value.replace(/[\u201c\u201d]/g, '"').replace(/[\u2018\u2019]/g, "'")

const withQuotesOf = (found: string, newText: string): string => {
  const doubled = /[\u201c\u201d]/.test(found) ? curl(newText, '"', '\u201c', '\u201d') : newText
  return /[\u2018\u2019]/.test(found) ? curl(doubled, "'", '\u2018', '\u2019') : doubled
}

/** A quote opens at the start and after a space, a bracket or a dash; it closes (or is an apostrophe) elsewhere. */
const curl = (value: string, straight: string, opening: string, closing: string): string =>
  value.replaceAll(straight, (_, at: number) =>
    /^$|[\s([{\u2013\u2014]/.test(value.slice(Math.max(0, at - 1), at)) ? opening : closing,
  )

const deleteText = (content: string, found: string, { all, takesNewline }: Replacement): string => {
  if (found.endsWith('\n')) return swap(content, found, '', all)
  if (takesNewline === 'after the text') {
    return swap(content, content.includes(`${found}\n`) ? `${found}\n` : found, '', all)
  }
  let rest = content
  let kept = ''
  do {
    const at = rest.indexOf(found)
    if (at < 0) break
    const startsLine = at === 0 ? kept === '' || kept.endsWith('\n') : rest[at - 1] === '\n'
    const end = at + found.length
    kept += rest.slice(0, at)
    rest = rest.slice(startsLine && rest[end] === '\n' ? end + 1 : end)
  } while (all)
  return kept + rest
}
