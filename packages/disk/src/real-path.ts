import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Links that one path may lead through, as the kernel counts them. */
const maxLinks = 40

/**
 * The path with all links resolved. Where its end does not exist, the existing part is resolved and the rest appended, so that
 * paths of files about to be written can be judged too; a dangling link leads to where the file would be made. Who judges a path and
 * who opens it must follow links alike: both ask here.
 */
export const realPathOf = (path: string): string => follow(path, maxLinks)

const follow = (path: string, links: number): string => {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    if (parent === path) return path
    const target = links > 0 ? linkTarget(path) : undefined
    if (target !== undefined) return follow(resolve(follow(parent, links - 1), target), links - 1)
    return join(follow(parent, links), basename(path))
  }
}

const linkTarget = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
