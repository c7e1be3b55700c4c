import type { ShellWord } from '../shell/shell-word.js'

/** The options of a command that are known to do no harm; every other one may. */
export interface KnownOptions {
  /** Letters that stand alone, as in `-la`. */
  readonly flags: string
  /** Letters with a value, attached or in the next word. */
  readonly valued: string
  /** Names behind `--`, with or without a value. They must be written out: `--se` may be short for more than one. */
  readonly long: ReadonlySet<string>
}

/** Options from a compact list: letters, a blank, letters with values; then the long names. */
export const knownOptions = (letters: string, long = ''): KnownOptions => {
  const [flags = '', valued = ''] = letters.split(' ')
  return { flags, valued, long: new Set(long.split(/\s+/)) }
}

/** Are all options among the arguments known? */
export const hasOnly = (options: KnownOptions, args: readonly ShellWord[]): boolean =>
  optionsOf(args).every(({ value }) => isKnown(options, value))

/** The arguments that a command takes for options: those before `--` with a hyphen in front. */
export const optionsOf = (args: readonly ShellWord[]): readonly ShellWord[] => {
  const end = args.findIndex(({ value }) => value === '--')
  return args.slice(0, end < 0 ? args.length : end).filter(({ value }) => /^-./.test(value))
}

const isKnown = ({ flags, valued, long }: KnownOptions, option: string): boolean => {
  const [, name] = /^--([^=]*)/.exec(option) ?? []
  if (name !== undefined) return long.has(name)
  for (const letter of option.slice(1)) {
    if (valued.includes(letter)) return true
    if (!flags.includes(letter)) return false
  }
  return true
}
