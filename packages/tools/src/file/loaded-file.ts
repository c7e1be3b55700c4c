import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { messageOf } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { errnoOf } from '../place.js'

/** A file as it was on disk at one moment. */
export interface LoadedFile {
  readonly kind: 'file'
  /** Path with links resolved. */
  readonly real: string
  readonly bytes: Buffer
  readonly mtimeMs: number
  /** Permission bits. */
  readonly mode: number
  /** Number of names (hard links) the file has. */
  readonly links: number
  /** SHA-256 of `bytes`, hex. */
  readonly digest: string
}

/** Nothing is at the path; a file can be made there. */
export interface MissingFile {
  readonly kind: 'missing'
  readonly real: string
}

/** What was found at a path; a refusal is worded for the model. */
export type Loaded = LoadedFile | MissingFile | { readonly kind: 'refused'; readonly problem: string }

/** Largest file that is loaded at all, in bytes. */
const maxLoadBytes = 64 * 1024 * 1024

/** SHA-256 in hexadecimal digits. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Loads a regular file. Never rejects: folders, pipes, devices, link loops and denied access are refusals. */
export const loadFile = async (path: string): Promise<Loaded> => {
  if (path.includes('\0')) return refused('The path contains a NUL byte. Give a path without it.')
  const real = realPathOf(path)
  try {
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return await loadFrom(handle, real, path)
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    return problemOf(thrown, path, real)
  }
}

const loadFrom = async (handle: FileHandle, real: string, path: string): Promise<Loaded> => {
  const stats = await handle.stat()
  if (stats.isDirectory()) return refused(`EISDIR: ${path} is a folder, not a file.`)
  if (!stats.isFile()) return refused(`${path} is a pipe, socket or device; only regular files can be opened.`)
  if (stats.size > maxLoadBytes) {
    return refused(`${path} is larger than 64 MB. Work on parts of it with Bash, for example "sed -n '1,200p'".`)
  }
  const bytes = await handle.readFile()
  const { mtimeMs, mode, nlink } = stats
  return { kind: 'file', real, bytes, mtimeMs, mode: mode & 0o7777, links: nlink, digest: digestOf(bytes) }
}

const problemOf = (thrown: unknown, path: string, real: string): Loaded => {
  switch (errnoOf(thrown)) {
    case 'ENOENT':
      return { kind: 'missing', real }
    case 'ELOOP':
      return refused(`ELOOP: the links at ${path} lead in a circle.`)
    case 'ENOTDIR':
      return refused(`ENOTDIR: a part of ${path} is a file, not a folder.`)
    case 'EACCES':
    case 'EPERM':
      return refused(`EACCES: no permission to read ${path}.`)
    case 'ENXIO':
      return refused(`${path} is a pipe, socket or device; only regular files can be opened.`)
    default:
      return refused(messageOf(thrown))
  }
}

const refused = (problem: string): Loaded => ({ kind: 'refused', problem })

/** The sentence for a path that does not exist. */
export const missingFile = (path: string, cwd: string): string =>
  `File does not exist: ${path}. The current working directory is ${cwd}.`
