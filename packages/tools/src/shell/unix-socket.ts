import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isInside } from '@raider/disk'

/**
 * Bubblewrap options that hide the unix sockets of the system, but for those that are allowed and those in `/run`, where nothing is left
 * anyway. They are files: a command without a network could speak to tmux, to an agent for keys or to a container daemon, and have
 * it do things outside.
 */
export const hiddenSockets = (allowed: readonly string[]): readonly string[] => {
  const paths = boundSockets().filter(
    (path) => !isInside(path, '/run') && !allowed.some((one) => isInside(path, one)) && isSocket(path),
  )
  const folders = [...new Set(paths.map(dirname))].filter(holdsOnlySockets)
  const others = paths.filter((path) => !folders.includes(dirname(path)))
  return [
    // Folders made for their sockets go as a whole, those of this program too: others of its commands may end just now.
    ...folders.flatMap((path) => ['--tmpfs', path]),
    ...others.flatMap((path) => ['--ro-bind', '/dev/null', path]),
  ]
}

/** The paths that sockets of this network namespace are bound to, from the table of the kernel; its eighth column, which may hold blanks. */
const boundSockets = (): readonly string[] => {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
  return [...new Set(lines.flatMap((line) => /^(?:\S+ +){7}(\/.*)$/.exec(line)?.[1] ?? []))]
}

const isSocket = (path: string): boolean => {
  try {
    return lstatSync(path).isSocket()
  } catch {
    return false // Gone, or closed to this user and so to the command.
  }
}

const holdsOnlySockets = (folder: string): boolean => {
  try {
    return readdirSync(folder, { withFileTypes: true }).every((entry) => entry.isSocket())
  } catch {
    return false // Only to be passed through: its sockets are hidden one by one.
  }
}
