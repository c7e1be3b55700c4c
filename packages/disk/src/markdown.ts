import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders that are looked into, at most: a link may lead to a whole disk. */
const maxFolders = 2_000

/**
 * All `.md` files below a folder by name, those of a folder where its name stands. Links are followed, each real folder once, so
 * that loops end. What cannot be read counts as empty; no path is longer than the system allows.
 */
export async function markdownBelow(dir: string): Promise<readonly string[]> {
  const files: string[] = []
  await collect(dir, files, new Set())
  return files
}

async function collect(dir: string, files: string[], seen: Set<string>): Promise<void> {
  const real = await realpath(dir).catch(() => undefined)
  if (real === undefined || seen.has(real) || seen.size >= maxFolders) return
  seen.add(real)
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(dir, entry.name)
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path)))) await collect(path, files, seen)
    else if (entry.name.endsWith('.md')) files.push(path)
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false
