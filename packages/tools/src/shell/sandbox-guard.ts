import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { ToolFailure } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { isProtectedName } from '@raider/permissions'

/** What steers programs, and what stands in its place on disk while the command runs. */
interface SandboxGuard {
  /** What has to be read only. */
  readonly paths: readonly string[]
  /** Takes away what was only there to be guarded. */
  release(): void
}

/** Something that stands where nothing is, so that nobody else can put something there. */
interface Placeholder {
  readonly path: string
  /** Content of a file; absent for a folder. Git takes no notice of empty folders, so that no command commits one. */
  readonly content?: string
}

/**
 * Guards the folders that a command may write to: settings, hooks and configuration in them are read only, and where there are none,
 * none can be made. What is not there cannot be covered, so empty ones are put in place for as long as a command runs. Throws
 * `ToolFailure` where a link stands for one of them, which can be replaced whatever is bound to what it leads to.
 */
export const guardFolders = (folders: readonly string[]): SandboxGuard => {
  folders.flatMap(steering).forEach(refuseLink)
  const placeholders = folders.flatMap(placeholdersIn).filter(acquire)
  const present = folders.flatMap((folder) => [...protectedIn(folder), ...steeringGit(join(folder, '.git'))])
  return {
    paths: [...new Set([...present, ...placeholders.map(({ path }) => path)])],
    release: () => placeholders.forEach(release),
  }
}

/** What Raider and git act on by themselves. */
const steering = (folder: string): readonly string[] =>
  ['.claude', '.mcp.json', '.git'].map((name) => join(folder, name))

const refuseLink = (path: string): void => {
  if (!isLink(path)) return
  throw new ToolFailure(
    `${path} is a symbolic link, and no sandbox can keep a command from putting something else in its place, so the command was not run. ` +
      'Ask the user to put what it leads to there.',
  )
}

/**
 * What git is steered by in a repository and its work trees. `commondir` names another folder for settings and hooks, and `.` the one
 * that it lies in; `config.worktree` lies over the settings.
 */
const steeringGit = (git: string): readonly string[] =>
  isRepository(git)
    ? [
        ...['hooks', 'config'].map((name) => join(git, name)),
        ...[git, ...workTreesOf(git)].flatMap((dir) => ['commondir', 'config.worktree'].map((name) => join(dir, name))),
      ]
    : []

const workTreesOf = (git: string): readonly string[] =>
  namesIn(join(git, 'worktrees')).map((name) => join(git, 'worktrees', name))

const placeholdersIn = (folder: string): readonly Placeholder[] => {
  const git = join(folder, '.git')
  return [
    { path: join(folder, '.claude') },
    { path: join(folder, '.mcp.json') },
    ...(isRepository(git)
      ? [
          { path: join(git, 'hooks') },
          { path: join(git, 'config'), content: '' },
          { path: join(git, 'commondir'), content: '.\n' },
          ...[git, ...workTreesOf(git)].map((dir) => ({ path: join(dir, 'config.worktree'), content: '' })),
        ]
      : // None can be made where there is none, neither in `.git` nor, as a bare one, in the folder itself.
        [{ path: git }, { path: join(folder, 'HEAD') }]),
  ]
}

/** What is there and steers programs, or leads to what does; `.git` of a repository is for the commands of git. */
const protectedIn = (folder: string): readonly string[] => {
  const names = namesIn(folder).filter((name) => isProtectedName(name))
  const paths = names.map((name) => join(folder, name)).filter((path) => !isRepository(path))
  const parts = namesIn(join(folder, '.claude')).map((name) => join(folder, '.claude', name))
  return [...paths, ...parts.filter(isLink)].map((path) => (isLink(path) ? realPathOf(path) : path))
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return [] // Not there, or closed to this user and so to the command.
  }
}

const kindOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

const isLink = (path: string): boolean => kindOf(path)?.isSymbolicLink() === true

/** Also false for an empty `.git`, such as a command leaves behind that was killed with all of Raider. */
const isRepository = (git: string): boolean =>
  git.endsWith('.git') && kindOf(git)?.isDirectory() === true && kindOf(join(git, 'HEAD')) !== undefined

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
