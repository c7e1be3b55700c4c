import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { UsageError } from '../usage-error.js'
import type { Terminal } from '../terminal.js'

/**
 * The absolute path of a folder that was named on the command line. The current folder is asked for only where it matters: it may
 * be gone.
 * @param name what the problem calls it, with the path as it was written
 * @throws UsageError where there is no such folder.
 */
export function existingFolder(path: string, terminal: Pick<Terminal, 'cwd'>, name: string): string {
  const folder = isAbsolute(path) ? path : resolve(terminal.cwd, path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new UsageError(`${name} is not a folder`)
}
