/** A text that says something; undefined for anything else. Numbers and the like count as they are written. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The entries of a list, or of a text separated by `separator` outside parentheses; undefined where there is neither. */
export const listOf = (value: unknown, separator = ','): readonly string[] | undefined => {
  const entries = Array.isArray(value) ? value : typeof value === 'string' ? splitOutside(value, separator) : undefined
  return entries?.flatMap((entry) => textOf(entry) ?? [])
}

const splitOutside = (text: string, separator: string): readonly string[] => {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth <= 0 && (char === separator || (separator === ' ' && /\s/.test(char)))) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${char}`)
  }
  return parts
}

/** A switch; `yes`, `on` and `1` are true too (Claude Code 2.1.332, seen). Undefined for anything that is no switch. */
export const flagOf = (value: unknown): boolean | undefined => {
  const word = textOf(value)?.toLowerCase() ?? ''
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'off', '0'].includes(word) ? false : undefined
}
