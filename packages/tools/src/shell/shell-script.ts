import { existsSync } from 'node:fs'

/** The shell commands run in: bash, or the system's where there is none. */
export const shellFile = (): string => (existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh')

/** What one command is wrapped in. */
interface ShellScript {
  readonly command: string
  /** Shell text to run first; empty for none. */
  readonly before: string
  /** File that receives the folder the command ends in, where it succeeds. */
  readonly cwdFile: string
}

/**
 * The script for one command: both streams go to one pipe, so that their order is kept; `eval` gives syntax errors the same way.
 * The command stands on the first line, which its error messages name.
 */
export const shellScript = ({ command, before, cwdFile }: ShellScript): string =>
  `exec 2>&1; ${before === '' ? '' : `${before}\n`}eval ${quoted(command)} && pwd -P >| ${quoted(cwdFile)}`

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`
