import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const stampFile = (name) => join(root, 'node_modules/.cache/raider', name)

/**
 * Names, sizes and times of the given files and folders as one hash: cheap enough for every start.
 * A path that is missing counts as such, so that a deleted file changes the hash too; `node_modules` and hidden files do not count.
 * @param {readonly string[]} paths relative to the root
 */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`)
  for (const path of paths) addPath(hash, path)
  return hash.digest('hex')
}

function addPath(hash, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat?.isDirectory()) {
    const names = readdirSync(join(root, path)).filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    for (const name of names.toSorted()) addPath(hash, join(path, name))
  } else {
    hash.update(`${path} ${stat?.size} ${stat?.mtimeMs}\n`)
  }
}

/**
 * Was `mark` called with the same fingerprint?
 * @param {string} name of the step, such as `build`
 * @param {string} print
 */
export function isMarked(name, print) {
  try {
    return readFileSync(stampFile(name), 'utf8') === print
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Remembers that a step was done for this fingerprint.
 * @param {string} name
 * @param {string} print
 */
export function mark(name, print) {
  mkdirSync(dirname(stampFile(name)), { recursive: true })
  writeFileSync(stampFile(name), print)
}
