import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { messageOf } from '@raider/contracts'

/** The text of a file, or why there is none. */
export type Reading =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'missing' }
  | { readonly is: 'unusable'; readonly problem: string }

/** No file of settings, instructions or state is larger, in MiB. */
const maxMiB = 64

/** Without O_NONBLOCK opening a pipe would wait for a writer, in a thread that no signal ends. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK

/** Reads a regular file of at most 64 MiB as UTF-8. Never rejects, and never waits for a pipe or reads a device. */
export async function readText(file: string): Promise<Reading> {
  try {
    const handle = await open(file, flags)
    try {
      const stats = await handle.stat()
      return unfit(stats) ?? { is: 'text', text: stats.size === 0 ? '' : await handle.readFile('utf8') }
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    return unread(thrown)
  }
}

/** The same at once. */
export function readTextSync(file: string): Reading {
  try {
    const descriptor = openSync(file, flags)
    try {
      const stats = fstatSync(descriptor)
      return unfit(stats) ?? { is: 'text', text: stats.size === 0 ? '' : readFileSync(descriptor, 'utf8') }
    } finally {
      closeSync(descriptor)
    }
  } catch (thrown) {
    return unread(thrown)
  }
}

/** Files of `/proc` claim no size and some never end: they count as empty. */
const unfit = (stats: Stats): Reading | undefined => {
  if (!stats.isFile()) return unusable(`it is ${kindOf(stats)}, not a regular file`)
  return stats.size > maxMiB * 1024 * 1024 ? unusable(`it is larger than ${maxMiB} MiB`) : undefined
}

const kindOf = (stats: Stats): string => {
  if (stats.isDirectory()) return 'a folder'
  return stats.isFIFO() ? 'a pipe' : 'a device'
}

const unread = (thrown: unknown): Reading => {
  const { code } = thrown as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return { is: 'missing' }
  // What open(2) says of a socket, and of a device that nothing stands behind.
  return unusable(code === 'ENXIO' ? 'it is a socket or device, not a regular file' : messageOf(thrown))
}

const unusable = (problem: string): Reading => ({ is: 'unusable', problem })
