import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync } from './folder.js'

/** Permission bits, less the umask. */
export interface ReplacementModes {
  /** Of the file; default those that it has, 0o644 for a new one. */
  readonly file?: number
  /** Of folders that are made for it; default 0o777. */
  readonly folder?: number
}

/** Writes a file beside its place and renames it, so that no reader ever sees half of it. Throws the error of the system. */
export const replaceTextSync = (path: string, text: string, modes: ReplacementModes = {}): void => {
  makeFolderSync(dirname(path), modes.folder)
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: modes.file ?? statSync(path, { throwIfNoEntry: false })?.mode ?? 0o644 })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}
