import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Is anything at the path? False where that cannot be seen. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A folder and all those above it, the nearest first. */
export const foldersUp = (dir: string): readonly string[] => {
  const parent = dirname(dir)
  return parent === dir ? [dir] : [dir, ...foldersUp(parent)]
}

/** The nearest folder at or above `dir` that holds `.git`; undefined outside repositories. An empty `.git` is none, as for git. */
export const gitRoot = async (dir: string): Promise<string | undefined> => {
  for (const folder of foldersUp(dir)) if (await holdsGit(folder)) return folder
  return undefined
}

const holdsGit = (folder: string): Promise<boolean> =>
  readdir(join(folder, '.git')).then(
    (names) => names.length > 0,
    // A file: that of a work tree or of a submodule.
    (thrown: NodeJS.ErrnoException) => thrown.code === 'ENOTDIR' && exists(join(folder, '.git')),
  )

/** A folder and those above it up to the root of the repository; outside of one, up to that of the file system. */
export const foldersToRoot = async (dir: string): Promise<readonly string[]> => {
  const root = await gitRoot(dir)
  const folders = foldersUp(dir)
  return root === undefined ? folders : folders.slice(0, folders.indexOf(root) + 1)
}
