import { stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readText } from '@raider/disk'

/**
 * Does git carry this file? The index lists the paths of all tracked files as plain bytes, so a search in it answers without
 * starting git; a repository whose index cannot be read, such as a linked worktree, is taken to carry it.
 */
export const tracks = async (root: string, file: string): Promise<boolean> => {
  const path = relative(root, file).split(sep).join('/')
  const git = join(root, '.git')
  const index = await readText(join(git, 'index'))
  if (index.is === 'text') return index.text.includes(`${path}\0`)
  return index.is === 'unusable' || (await isFile(git))
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false
