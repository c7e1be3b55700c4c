import { join, relative, resolve } from 'node:path'
import { isInside } from '@raider/disk'

/**
 * Absolute form of a path the model wrote: `~` is the home folder, everything else is relative to `cwd`. White space around it is none
 * of it (Claude Code 2.1.332, seen).
 */
export const absolutePath = (written: string, cwd: string, homeDir: string): string => {
  const path = written.trim()
  if (path === '~' || path.startsWith('~/')) return join(homeDir, path.slice(1))
  return resolve(cwd, path)
}

/** Path as the model reads it in lists: relative to `cwd` where it lies below, absolute elsewhere. */
export const shownPath = (path: string, cwd: string): string =>
  isInside(path, cwd) && path !== cwd ? relative(cwd, path) : path

/** The errno code of a thrown value, such as `ENOENT`. */
export const errnoOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
