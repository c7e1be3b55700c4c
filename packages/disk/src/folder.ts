import { mkdirSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, all with `mode` less the umask. A folder that is there is fine. Rejects with
 * the error of the system. (Node's own recursive `mkdir` never returns where a file system says "no such folder" of a folder
 * whose parent is there, such as `/proc/x`: Node 20, seen.)
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (thrown) {
    if (!lacksParent(thrown, path)) throw thrown
    await makeFolder(dirname(path), mode)
    await makeOne(path, mode)
  }
}

/** The same at once. */
export function makeFolderSync(path: string, mode = 0o777): void {
  try {
    makeOneSync(path, mode)
  } catch (thrown) {
    if (!lacksParent(thrown, path)) throw thrown
    makeFolderSync(dirname(path), mode)
    makeOneSync(path, mode)
  }
}

const lacksParent = (thrown: unknown, path: string): boolean =>
  (thrown as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path

const makeOne = async (path: string, mode: number): Promise<void> => {
  try {
    await mkdir(path, mode)
  } catch (thrown) {
    if (!isFolder(path)) throw thrown
  }
}

const makeOneSync = (path: string, mode: number): void => {
  try {
    mkdirSync(path, mode)
  } catch (thrown) {
    if (!isFolder(path)) throw thrown
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false // The error of the attempt to make it says more.
  }
}
