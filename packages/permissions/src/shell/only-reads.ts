import { readerOf } from '../reader/read-only.js'
import { parseShell } from './shell.js'
import type { ShellPart } from './shell-script.js'

/**
 * Does a command line do nothing but read, so that others may run beside it? Where it reads does not matter, and nothing is said of
 * permission.
 */
export const onlyReads = (command: string): boolean => {
  const { parts, problem } = parseShell(command)
  return problem === undefined && parts.length > 0 && parts.every(isReading)
}

const isReading = ({ words, redirects }: ShellPart): boolean =>
  readerOf(words) !== undefined &&
  words.every((word) => !word.dynamic) &&
  redirects.every(({ access, target }) => access !== 'write' || target?.value === '/dev/null')
