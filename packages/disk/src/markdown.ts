import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { entriesOf } from './entries.js'

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
  const id = await folderId(dir)
  if (id === undefined || seen.has(id) || seen.size >= maxFolders) return
  seen.add(id)
  for (const entry of await entriesOf(dir)) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) await collect(path, files, seen)
    else if (entry.isSymbolicLink() && (await folderId(path)) !== undefined) await collect(path, files, seen)
    else if (entry.name.endsWith('.md')) files.push(path)
  }
}

/** What a folder is known by whatever path leads there; resolving links would cost more the deeper it lies. */
async function folderId(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined
}
