import { stat } from 'node:fs/promises'
import { relative } from 'node:path'
import type { CallScope } from '@raider/contracts'
import { namesCommand } from './shell-command.js'

/**
 * A word on the files that a `sed -i` changed behind the back of the model, which takes it for an edit. Other programs get none
 * (Claude Code 2.1.332, seen); an edit of such a file is checked against its content anyhow.
 */
export const staleHint = async (command: string, scope: CallScope): Promise<string | undefined> => {
  if (!namesCommand(command, 'sed') || !/\s(-\w*i|--in-place)/.test(command)) return undefined
  const changed: string[] = []
  for (const [path, { mtimeMs }] of scope.state.files) {
    const now = await stat(path).catch(() => undefined)
    if (now !== undefined && now.mtimeMs > mtimeMs) changed.push(relative(scope.projectDir, path))
  }
  const [first] = changed
  if (first === undefined) return undefined
  const files = changed.length === 1 ? '1 file' : `${changed.length} files`
  return `[This command changed ${files} that you know: ${changed.join(', ')}. Read before you edit.]`
}
