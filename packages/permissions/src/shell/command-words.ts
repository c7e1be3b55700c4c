import { hole, type ShellWord } from './shell-word.js'

/** The name of a program without the folder that it lies in. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The words of a command as one text with single blanks, the form that rules are held against. */
export const plainText = (words: readonly ShellWord[]): string => words.map((word) => word.value).join(' ')

/** The same with holes for all that is not certain; undefined where everything is. */
export const openText = (words: readonly ShellWord[]): string | undefined =>
  words.some(({ open }) => open.includes(hole)) ? words.map(({ open }) => open).join(' ') : undefined
