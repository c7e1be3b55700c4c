import type { ShellWord } from '../shell/shell-word.js'

/**
 * The values of an option, wherever they stand: attached to one of its letters, behind it, or behind a long name, which may be cut
 * short. A word that could be a value counts as one.
 */
export const optionValues = (
  args: readonly ShellWord[],
  letters: string,
  names: readonly string[],
): readonly string[] => args.flatMap(({ value }, at) => valueOf(value, args[at + 1]?.value, letters, names) ?? [])

const valueOf = (
  option: string,
  next: string | undefined,
  letters: string,
  names: readonly string[],
): string | undefined => {
  const [, name, attached] = /^--([^=]+)(?:=([^]*))?$/.exec(option) ?? []
  if (name !== undefined) return names.some((long) => long.startsWith(name)) ? (attached ?? next) : undefined
  const at = /^-./.test(option)
    ? option.split('').findIndex((letter, index) => index > 0 && letters.includes(letter))
    : -1
  if (at < 0) return undefined
  return option.slice(at + 1) === '' ? next : option.slice(at + 1)
}

/** Every text among the arguments that could be meant as a command: words, what is attached to options, what stands behind `=`. */
export const everyText = (args: readonly ShellWord[]): readonly string[] =>
  args.flatMap(({ value }) => [
    value,
    ...(/^-\w./.test(value) ? [value.slice(2)] : []),
    // `--action=exec=command`
    ...Array.from(value.matchAll(/=/g), ({ index }) => value.slice(index + 1)).slice(0, 3),
    ...(/^\w+ /.test(value) ? [value.slice(value.indexOf(' ') + 1)] : []),
  ])

/** The arguments that are no options; with the letters of options whose next word is their value. */
export const plainWords = (args: readonly ShellWord[], valued = ''): readonly ShellWord[] => {
  const isValue = (at: number): boolean => {
    const before = args[at - 1]?.value ?? ''
    return /^-\w$/.test(before) && valued.includes(before.slice(1))
  }
  return args.filter(({ value }, at) => !/^[-+]./.test(value) && !isValue(at))
}
