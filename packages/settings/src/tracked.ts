import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/**
 * Does git carry this file? The index lists the paths of all tracked files as plain bytes, so a search in it answers without
 * starting git; a repository whose index cannot be read, such as a linked worktree, is taken to carry it.
 */
export const tracks = async (root: string, file: string): Promise<boolean> => {
  const path = relative(root, file).split(sep).join('/')
  const index = await readFile(join(root, '.git', 'index')).catch((thrown: NodeJS.ErrnoException) => thrown.code)
  if (typeof index !== 'object') return index !== 'ENOENT'
  return index.includes(`${path}\0`)
}
