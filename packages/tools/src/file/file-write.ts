import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ToolFailure } from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import { errnoOf } from '../place.js'
import { digestOf, type LoadedFile } from './loaded-file.js'

/** Creates a file and its parent folders. Throws `ToolFailure` where something is at that path by now. */
export const createFile = async (real: string, bytes: Buffer): Promise<LoadedFile> => {
  await makeFolder(dirname(real))
  try {
    await writeFile(real, bytes, { flag: 'wx', flush: true })
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST') throw new ToolFailure(`${real} came into being meanwhile. Read it first.`)
    throw thrown
  }
  return written(real, bytes)
}

/**
 * Replaces a file's content in one step, so that a crash leaves the old or the new content and nothing between. The
 * permission bits are kept. A file with several names, or in a folder where nothing can be created, is written in place.
 */
export const replaceFile = async (file: LoadedFile, bytes: Buffer): Promise<LoadedFile> => {
  if (file.links > 1 || !(await swapIn(file, bytes))) await writeFile(file.real, bytes, { flush: true })
  return written(file.real, bytes)
}

/** False where the folder takes no new file. */
const swapIn = async (file: LoadedFile, bytes: Buffer): Promise<boolean> => {
  const draft = join(dirname(file.real), `.${basename(file.real).slice(0, 100)}.${randomUUID()}.tmp`)
  try {
    await writeDraft(draft, file.mode, bytes)
    await rename(draft, file.real)
    return true
  } catch (thrown) {
    await rm(draft, { force: true })
    const code = errnoOf(thrown)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
    throw thrown
  }
}

const writeDraft = async (draft: string, mode: number, bytes: Buffer): Promise<void> => {
  const handle = await open(draft, 'wx', mode)
  try {
    // The mode of `open` is cut by the umask.
    await handle.chmod(mode)
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const written = async (real: string, bytes: Buffer): Promise<LoadedFile> => {
  const { mtimeMs, mode, nlink } = await stat(real)
  return { kind: 'file', real, bytes, mtimeMs, mode: mode & 0o7777, links: nlink, digest: digestOf(bytes) }
}
