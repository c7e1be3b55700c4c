/** What placeholders in a body stand for. */
export interface Filling {
  /** Everything behind the name, as it was typed. */
  readonly args: string
  /** Declared names, in the order of the arguments. */
  readonly names: readonly string[]
  /** Values of `${NAME}`. */
  readonly variables: Readonly<Record<string, string>>
}

/** Arguments as a shell would part them: quotes hold together what has blanks, a backslash takes the next letter as it is. */
export function splitArguments(args: string): readonly string[] {
  const found: string[] = []
  for (const [word] of args.matchAll(/(?:"(?:\\[^]|[^"\\])*"?|'[^']*'?|\\[^]|[^\s"'\\])+/g)) {
    found.push(
      word.replaceAll(
        /"((?:\\[^]|[^"\\])*)"?|'([^']*)'?|\\([^])/g,
        (_, double?: string, single?: string, escaped?: string) =>
          double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
      ),
    )
  }
  return found
}

/** A text whose placeholders were filled. */
interface Filled {
  readonly text: string
  /** It had a place for arguments; otherwise they are added behind the body. */
  readonly tookArguments: boolean
}

const placeholder =
  /\\?\$(?:ARGUMENTS\[(?<index>\d+)\]|(?<digits>\d+)(?!\w)|(?<word>[A-Za-z_]\w*)|\{(?<variable>[\w.]+)\})/g

/** Puts arguments and variables in; `\$1` stays `$1`. What was put in is not looked at again. */
export function fill(text: string, { args, names, variables }: Filling): Filled {
  const words = splitArguments(args)
  let tookArguments = false
  const argument = (groups: Record<string, string | undefined>): string | undefined => {
    const { index, digits, word } = groups
    if (word === 'ARGUMENTS') return args
    if (word !== undefined) return names.includes(word) ? (words[names.indexOf(word)] ?? '') : undefined
    return words[Number(index ?? digits)]
  }
  const filled = text.replaceAll(placeholder, (whole, ...rest: readonly unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>
    const escaped = whole.startsWith('\\')
    if (groups['variable'] !== undefined) return escaped ? whole : (variables[groups['variable']] ?? whole)
    const isName = groups['word'] === undefined || groups['word'] === 'ARGUMENTS' || names.includes(groups['word'])
    if (escaped) return isName ? whole.slice(1) : whole
    const value = argument(groups)
    tookArguments ||= value !== undefined
    return value ?? whole
  })
  return { text: filled, tookArguments }
}
