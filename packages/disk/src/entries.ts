import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'

/** What the system says of folders that are not there, are none, or are not for this user. */
const outOfReach: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG']

/** What lies in a folder, by name; nothing where there is no folder that this user may read. Rejects with any other fault. */
export async function entriesOf(dir: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (thrown) {
    if (outOfReach.includes((thrown as NodeJS.ErrnoException).code)) return []
    throw thrown
  }
}
