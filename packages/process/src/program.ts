import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The file that a program name means on a `PATH`; undefined where there is none that this user may run. */
export const findProgram = (name: string, path: string): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram)

/** May this user run the file? */
export const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false // Not there, or not for this user.
  }
}
