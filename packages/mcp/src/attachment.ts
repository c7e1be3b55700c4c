import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@raider/contracts'
import { makeFolder } from '@raider/disk'

/** Kinds of pictures that a model can be shown. */
const shownPictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** True for pictures that a model can be shown. */
export const isPicture = (mimeType: string): boolean => shownPictures.has(mimeType)

/** What became of something that was to be kept in a file. */
interface Kept {
  /** Absent where it could not be written. */
  readonly file?: string
  /** For the model: where it is, or why it is nowhere. */
  readonly note: string
}

/** Keeps what a server sent in a file. Never rejects. */
export type Keep = (what: string, data: Buffer | string, ending: string) => Promise<Kept>

/** @param folder made when the first file needs it. */
export const keepIn =
  (folder: string): Keep =>
  async (what, data, ending) => {
    const file = join(folder, `mcp-${what.replace(/\W+/g, '-')}-${randomUUID()}.${ending}`)
    try {
      await makeFolder(folder, 0o700)
      await writeFile(file, data, { mode: 0o600 })
      return { file, note: `saved to ${file}` }
    } catch (error) {
      return { note: `not saved: ${messageOf(error)}` }
    }
  }

/** A file ending for a media type: its subtype where that looks like one. */
export const endingOf = (mimeType: string | undefined): string => {
  const subtype = mimeType?.split(';', 1)[0]?.split('/')[1] ?? ''
  if (subtype === 'jpeg') return 'jpg'
  return /^[a-z0-9]{2,5}$/.test(subtype) ? subtype : 'bin'
}
