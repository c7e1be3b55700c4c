import type { Stats } from 'node:fs'
import { readFile, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { messageOf } from '@raider/contracts'

/** Larger files are left out: no instruction is that long, and every request would carry it. */
const maxBytes = 4 * 1024 * 1024

/** A file's text, or why there is none. `missing` includes folders and devices. */
type Reading =
  | { readonly is: 'text'; readonly text: string; readonly bytes: number }
  | { readonly is: 'missing' }
  | { readonly is: 'unusable'; readonly problem: string }

/** Reads a regular text file of at most `maxBytes`. */
export async function readText(path: string): Promise<Reading> {
  try {
    const found = await stat(path)
    if (!found.isFile()) return { is: 'missing' }
    if (found.size > maxBytes) return { is: 'unusable', problem: `it is larger than ${maxBytes / 1024 / 1024} MiB` }
    const bytes = await readFile(path)
    return { is: 'text', text: bytes.toString('utf8'), bytes: bytes.byteLength }
  } catch (thrown) {
    return isAbsent(thrown) ? { is: 'missing' } : { is: 'unusable', problem: messageOf(thrown) }
  }
}

/** The path with links resolved; undefined where nothing is there. */
export async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch (thrown) {
    if (isOutOfReach(thrown)) return undefined
    throw thrown
  }
}

/** The folder with links resolved, as far as it exists already. */
export async function realFolder(path: string): Promise<string> {
  const real = await realPath(path)
  if (real !== undefined) return real
  const parent = dirname(path)
  return parent === path ? path : join(await realFolder(parent), basename(path))
}

/** True where a folder is at `path`. */
export const isFolder = async (path: string): Promise<boolean> => (await look(path))?.isDirectory() ?? false

async function look(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (thrown) {
    if (isOutOfReach(thrown)) return undefined
    throw thrown
  }
}

/** All `.md` files below a folder by name, links followed, each real folder once. Unreadable folders count as empty. */
export async function markdownBelow(dir: string, seen = new Set<string>()): Promise<readonly string[]> {
  const real = await realPath(dir)
  if (real === undefined || seen.has(real)) return []
  seen.add(real)
  const files: string[] = []
  for (const name of (await namesIn(real)).toSorted()) {
    const path = join(dir, name)
    if (await isFolder(path)) files.push(...(await markdownBelow(path, seen)))
    else if (name.endsWith('.md')) files.push(path)
  }
  return files
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir)
  } catch (thrown) {
    if (isOutOfReach(thrown)) return []
    throw thrown
  }
}

/** True for the folder itself and everything below it. */
export function isInside(dir: string, path: string): boolean {
  const way = relative(dir, path)
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way))
}

const codeOf = (thrown: unknown): string => (thrown as NodeJS.ErrnoException | null)?.code ?? ''

const isAbsent = (thrown: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(thrown))

const isOutOfReach = (thrown: unknown): boolean => isAbsent(thrown) || codeOf(thrown) === 'EACCES'
