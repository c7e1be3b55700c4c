import { optionValues, plainWords } from './option-value.js'
import { hole, type ShellWord } from '../shell/shell-word.js'

/** Is it certain that the scripts of a `sed` run no commands and write no further files? Scripts in files are not looked at. */
export const isPlainSed = (args: readonly ShellWord[]): boolean => {
  const named = optionValues(args, 'e', ['expression'])
  const inFiles = optionValues(args, 'f', ['file'])
  const given =
    named.length > 0 || inFiles.length > 0
      ? []
      : plainWords(args, 'l')
          .slice(0, 1)
          .map(({ value }) => value)
  return [...named, ...given].every(isPlainScript) && inFiles.every((file) => !/\0|^-$|^\/(dev|proc)\//.test(file))
}

/** The pieces of a script that neither run a command nor name a file, in any order. */
const piece =
  /[\s\d;{}!,$~+]+|#[^\n]*|\/(?:[^/\\\n]|\\.)*\/[IM]*|s([^\w\s\\])(?:(?!\1)[^\\\n]|\\[^])*\1(?:(?!\1)[^\\]|\\[^])*\1[gIipmM\d]*|y([^\w\s\\])(?:(?!\2)[^\\]|\\[^])*\2(?:(?!\2)[^\\]|\\[^])*\2|[dDgGhHnNpPxlqQ=z]|[btT:] *\w*|[aic](?:[^\n\\]|\\[^])*/y

const isPlainScript = (text: string): boolean => {
  let at = 0
  while (at < text.length) {
    piece.lastIndex = at
    if (text.includes(hole) || !piece.test(text)) return false
    at = piece.lastIndex
  }
  return true
}
