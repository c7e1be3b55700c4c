import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first executable of that name in the folders of `path` (a `PATH`); undefined where there is none. */
export const findProgram = (name: string, path: string): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable)

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // Not there, or not for this user: the search goes on.
  }
}
