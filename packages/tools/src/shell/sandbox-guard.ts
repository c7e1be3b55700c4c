import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProtectedName } from '@raider/permissions'

/** Bubblewrap options that keep what steers programs as it is, and what they need on disk while the command runs. */
interface SandboxGuard {
  readonly options: readonly string[]
  /** Takes away what was only there to be guarded. */
  release(): void
}

/** Something that stands where nothing is, so that nobody else can put something there. */
interface Placeholder {
  readonly path: string
  /** Content of a file; absent for a folder. */
  readonly content?: string
}

/**
 * Guards the folders that a command may write to: settings, hooks and configuration in them are read only, and where there are none,
 * none can be made. What is not there cannot be covered, so empty ones are put in place for as long as a command runs. `.git` is bound
 * onto itself, since a folder that something is bound to cannot be renamed to put another in its place.
 */
export const guardFolders = (folders: readonly string[]): SandboxGuard => {
  const placeholders = folders.flatMap(placeholdersIn).filter(acquire)
  const repositories = folders.map((folder) => join(folder, '.git')).filter(isFolder)
  const closed = [
    ...folders.flatMap(protectedIn),
    ...repositories.flatMap((git) => [join(git, 'hooks'), join(git, 'config')]),
    ...placeholders.filter(({ content }) => content === undefined).map(({ path }) => path),
  ]
  // As a device: git takes no notice of one, so that no command commits it.
  const covered = placeholders.filter(({ content }) => content !== undefined)
  return {
    options: [
      ...repositories.flatMap((git) => ['--bind', git, git]),
      ...[...new Set(closed)].flatMap((path) => ['--ro-bind-try', path, path]),
      ...covered.flatMap(({ path }) => ['--ro-bind', '/dev/null', path]),
    ],
    release: () => placeholders.forEach(release),
  }
}

const placeholdersIn = (folder: string): readonly Placeholder[] => [
  { path: join(folder, '.claude') },
  { path: join(folder, '.mcp.json'), content: '{ "mcpServers": {} }\n' },
  ...(isFolder(join(folder, '.git')) ? [{ path: join(folder, '.git', 'hooks') }] : []),
]

/** What is there and steers programs; `.git` is for the commands of git. */
const protectedIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name !== '.git' && isProtectedName(name))
      .map((name) => join(folder, name))
  } catch {
    return [] // Not there, or closed to this user and so to the command.
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Commands that need a placeholder, by its path. The disk is one for all sessions of this process, and so is this. */
const users = new Map<string, number>()

/** Puts a placeholder in place, or takes part in one; false where something else is there, or nothing can be. */
const acquire = ({ path, content }: Placeholder): boolean => {
  const known = users.get(path)
  if (known === undefined && !make(path, content)) return false
  users.set(path, (known ?? 0) + 1)
  return true
}

const make = (path: string, content: string | undefined): boolean => {
  try {
    if (content === undefined) mkdirSync(path)
    else writeFileSync(path, content, { flag: 'wx' })
    return true
  } catch {
    return false // It is there, or the command could not make it either.
  }
}

/** The last user takes it away, unless somebody outside has made something of it meanwhile. */
const release = ({ path, content }: Placeholder): void => {
  const left = (users.get(path) ?? 1) - 1
  if (left > 0) return void users.set(path, left)
  users.delete(path)
  try {
    if (content === undefined) rmdirSync(path)
    else if (readFileSync(path, 'utf8') === content) rmSync(path)
  } catch {
    // Not empty, or gone already.
  }
}
