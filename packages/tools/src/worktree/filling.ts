import { cp, lstat, mkdir, symlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import type { CallScope, JsonObject } from '@raider/contracts'
import { exists } from '@raider/disk'
import { createGit, type Git } from './git.js'

/** A new worktree of git, nothing checked out yet. */
interface EmptyWorktree {
  readonly path: string
  readonly shared: string
}

/** Names, in the form of .gitignore, the files outside of git that a worktree shall have as well (Claude Code 2.1.332, seen). */
const includeFile = '.worktreeinclude'

/**
 * Fills a worktree as the setting `worktree` says: `sparsePaths` are checked out, or all is; `symlinkDirectories` become links to
 * those of the shared checkout; what `.worktreeinclude` names is copied.
 */
export const fillWorktree = async (
  { path, shared }: EmptyWorktree,
  settings: JsonObject,
  { env, signal }: Pick<CallScope, 'env' | 'signal'>,
): Promise<void> => {
  const git = createGit(path, env, signal)
  const sparse = textsOf(settings['sparsePaths'])
  if (sparse.length > 0) await git.run('sparse-checkout', 'set', '--cone', '--', ...sparse)
  await git.run('checkout', '--quiet', '--force', 'HEAD', '--')
  for (const dir of textsOf(settings['symlinkDirectories']).filter(isBelow))
    await link(join(shared, dir), join(path, dir))
  const files = await includedFiles(shared, createGit(shared, env, signal))
  for (const file of files) await copy(join(shared, file), join(path, file))
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

const isBelow = (path: string): boolean => !isAbsolute(path) && !normalize(path).startsWith('..')

const link = async (target: string, path: string): Promise<void> => {
  if (!(await exists(target)) || (await isTaken(path))) return
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

const copy = async (from: string, to: string): Promise<void> => {
  if (await isTaken(to)) return
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to)
}

const isTaken = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Files that git ignores and the include file names; seen from the root. */
const includedFiles = async (shared: string, git: Git): Promise<readonly string[]> => {
  const list = join(shared, includeFile)
  if (!(await exists(list))) return []
  const named = await git.run('ls-files', '-z', '--others', '--ignored', `--exclude-from=${list}`)
  if (named === '') return []
  // It fails where none of them is ignored.
  const ignored = await git.ask('ls-files', '-z', '--others', '--ignored', '--exclude-standard')
  const both = new Set(ignored?.split('\0'))
  return named.split('\0').filter((file) => file !== '' && both.has(file))
}
