import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { titleOf } from '@raider/loop'

/** The transcript of an earlier session. */
export interface SessionFile {
  readonly session: string
  readonly file: string
}

/** The session of this id: in the project's folder, else in that of any other project. */
export async function findById(folder: string, session: string): Promise<SessionFile | undefined> {
  // An id becomes a file name: anything else would reach outside the folder.
  if (!/^[\w-]+$/.test(session)) return undefined
  const others = await foldersIn(dirname(folder))
  for (const place of [folder, ...others]) {
    const file = join(place, `${session}.jsonl`)
    if ((await modified(file)) !== undefined) return { session, file }
  }
  return undefined
}

/** Sessions of the project that bear this title, the latest first. */
export async function findByTitle(folder: string, title: string): Promise<readonly SessionFile[]> {
  const found: SessionFile[] = []
  for (const candidate of await sessionsIn(folder))
    if (titleOf(await readFile(candidate.file, 'utf8')) === title) found.push(candidate)
  return found
}

/** The session of the project that was written last; undefined where there is none. */
export const findLatest = async (folder: string): Promise<SessionFile | undefined> => (await sessionsIn(folder))[0]

async function sessionsIn(folder: string): Promise<readonly SessionFile[]> {
  const names = (await list(folder)).filter((name) => name.endsWith('.jsonl'))
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      return { session: basename(name, '.jsonl'), file, at: (await modified(file)) ?? 0 }
    }),
  )
  return files.toSorted((a, b) => b.at - a.at)
}

const foldersIn = async (folder: string): Promise<readonly string[]> =>
  (await list(folder)).map((name) => join(folder, name))

async function list(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (thrown) {
    return absent(thrown, [])
  }
}

/** Milliseconds since 1970; undefined where there is no such file. */
async function modified(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs
  } catch (thrown) {
    return absent(thrown, undefined)
  }
}

function absent<T>(thrown: unknown, value: T): T {
  const { code } = thrown as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return value
  throw thrown
}
