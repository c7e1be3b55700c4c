import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, isMissing } from './failure.js'

/** A journal file as the folder shows it. */
export interface JournalFile {
  readonly file: string
  /** Name without `.jsonl`: the session, and `.agent-<id>` for a subagent's. */
  readonly name: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** The journals in a folder and below, newest first; none where there is no such folder. */
export async function listJournals(dir: string): Promise<readonly JournalFile[]> {
  const found = await attempt(dir, () => readdir(dir, { recursive: true }), [])
  const names = found.filter((path) => path.endsWith('.jsonl'))
  const files = await Promise.all(names.map((path) => attempt(dir, () => look(dir, path), undefined)))
  return files.filter((file) => file !== undefined).toSorted((a, b) => b.modifiedMs - a.modifiedMs)
}

async function look(dir: string, path: string): Promise<JournalFile> {
  const file = join(dir, path)
  const { size, mtimeMs } = await stat(file)
  return { file, name: path.slice(path.lastIndexOf('/') + 1, -'.jsonl'.length), bytes: size, modifiedMs: mtimeMs }
}

async function attempt<T, U>(dir: string, read: () => Promise<T>, missing: U): Promise<T | U> {
  try {
    return await read()
  } catch (thrown) {
    if (isMissing(thrown)) return missing
    throw failure('read', dir, thrown)
  }
}
