import type { ShellWord } from './shell-word.js'

/** Which arguments of a command are paths. */
export interface PathShape {
  /** Arguments before the first path, options aside: 1 for the pattern of `grep`. */
  readonly skip: number
  /** With such an option the skipped arguments are missing: every argument is a path. */
  readonly unskipped?: RegExp
  /** Options whose value, the next word, may look like a path and is none: a delimiter. */
  readonly valued?: readonly string[]
  /** An option with a path attached to its letter, which the first group is. */
  readonly attached?: RegExp
}

/**
 * The words that are paths or may be. Values of options count too, as far as they cannot be told from arguments: `-n 5` names a
 * file `5` at worst, while an argument taken for a value would escape every check.
 */
export const pathWords = (
  args: readonly ShellWord[],
  { skip, unskipped, valued = [], attached }: PathShape,
): readonly ShellWord[] => {
  const all = unskipped !== undefined && args.some((word) => unskipped.test(word.value))
  return [
    ...plainArguments(args, valued).slice(all ? 0 : skip),
    ...args.flatMap((word) => attachedPath(word, attached) ?? []),
  ]
}

/** The arguments that are neither options nor values of the given options. */
export const plainArguments = (args: readonly ShellWord[], valued: readonly string[] = []): readonly ShellWord[] => {
  const found: ShellWord[] = []
  let ended = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (word === undefined) break
    if (!ended && word.value === '--') ended = true
    else if (!ended && word.value.startsWith('-') && word.value !== '-') at += valued.includes(word.value) ? 1 : 0
    else found.push(word)
  }
  return found
}

/** The path in `--file=x`, `-f/x`, `-I../x` and `-f.env`. */
const attachedPath = (word: ShellWord, attached?: RegExp): ShellWord | undefined => {
  const [, path] = attached?.exec(word.value) ?? attachment.exec(word.value) ?? []
  return path === undefined ? undefined : { ...word, value: path, path }
}

const attachment = /^(?:--(?!exclude|ignore)[^=]+=|-[^-=/~.]+=?(?=[/~.]))([^]+)$/
