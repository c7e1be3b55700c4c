import { lstat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isObject, ToolFailure, type CallScope, type JsonObject, type Worktree } from '@raider/contracts'
import { gitRoot, realPathOf } from '@raider/disk'
import { fillWorktree } from './filling.js'
import { createGit, type Git } from './git.js'

/** What making one takes of a call. */
export type WorktreeScope = Pick<CallScope, 'vote' | 'cwd' | 'projectDir' | 'settings' | 'env' | 'signal'>

/** Where those of git go, seen from the root of the checkout (Claude Code 2.1.332, seen). */
const folder = join('.claude', 'worktrees')

/**
 * Makes a worktree. Where there are WorktreeCreate hooks they do it, else git does.
 * @param name letters, digits and `.`, `_`, `-`, `+`.
 * @throws ToolFailure where it cannot be made.
 */
export const makeWorktree = async (name: string, scope: WorktreeScope): Promise<Worktree> =>
  (await madeByHooks(name, scope)) ?? madeByGit(name, scope)

const madeByHooks = async (name: string, scope: WorktreeScope): Promise<Worktree | undefined> => {
  const { votes, effects, reason } = await scope.vote({ kind: 'WorktreeCreate', input: { name } })
  if (votes.length === 0) return undefined
  const named = effects.answer?.['worktreePath']
  if (typeof named !== 'string')
    throw new ToolFailure(`The WorktreeCreate hook made no worktree: ${reason ?? 'it named no folder'}.`)
  const path = resolve(scope.cwd(), named)
  const entry = await lstat(path).catch(() => undefined)
  if (entry?.isSymbolicLink() === true)
    throw new ToolFailure(`The WorktreeCreate hook named ${path}, which is a link: it has to name the folder itself.`)
  if (entry?.isDirectory() !== true)
    throw new ToolFailure(`The WorktreeCreate hook named ${path}, which is no folder: it has to make it first.`)
  return { path: realPathOf(path), shared: (await gitRoot(scope.projectDir)) ?? scope.projectDir }
}

const madeByGit = async (name: string, scope: WorktreeScope): Promise<Worktree> => {
  const git = createGit(scope.cwd(), scope.env, scope.signal)
  const shared = await sharedCheckout(git)
  if (shared === undefined)
    throw new ToolFailure(
      `There can be no worktree: ${scope.cwd()} is in no git repository, and no WorktreeCreate hook makes one in another way.`,
    )
  const settings = worktreeSettings(scope)
  const base = await baseCommit(git, settings)
  if (base === undefined)
    throw new ToolFailure(`There can be no worktree: the repository at ${shared} has no commit yet to start from.`)
  const path = join(shared, folder, name)
  const worktree = { path, shared, git: { branch: `worktree-${name}`, base } }
  await git.run('worktree', 'add', '--quiet', '--no-checkout', '--no-track', '-b', worktree.git.branch, path, base)
  try {
    await fillWorktree(worktree, settings, scope)
  } catch (error) {
    await removeWorktree(worktree, scope.env)
    throw error
  }
  return worktree
}

/** The checkout that a repository began with, seen from any of its worktrees; undefined outside of repositories. */
export const sharedCheckout = async (git: Git): Promise<string | undefined> => {
  const found = await git.ask('rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir')
  const [root, common] = found?.split('\n') ?? []
  return common?.endsWith('/.git') === true ? dirname(common) : root
}

/** `fresh` (default) is the main branch as the remote has it, where there is one; `head` is what is checked out (seen). */
const baseCommit = async (git: Git, { baseRef }: JsonObject): Promise<string | undefined> => {
  const commit = (name: string) => git.ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  return (baseRef === 'head' ? undefined : await commit('refs/remotes/origin/HEAD')) ?? commit('HEAD')
}

const worktreeSettings = ({ settings }: WorktreeScope): JsonObject => {
  const { worktree } = settings.merged
  return isObject(worktree) ? worktree : {}
}

/** Git at the end of the work: what was cancelled is looked after too. */
const closingGit = (cwd: string, env: Readonly<Record<string, string>>): Git =>
  createGit(cwd, env, new AbortController().signal)

/** What would be lost with a worktree. */
export interface LooseWork {
  /** Changed files, and new ones that git does not ignore. */
  readonly files: number
  /** Commits since it was made. */
  readonly commits: number
}

/** What would be lost with a worktree; undefined where git cannot say, as with those that hooks made. */
export const looseWork = async (
  { path, git }: Worktree,
  env: Readonly<Record<string, string>>,
): Promise<LooseWork | undefined> => {
  if (git === undefined) return undefined
  const closing = closingGit(path, env)
  const changes = await closing.ask('status', '--porcelain', '--untracked-files=normal')
  const commits = await closing.ask('rev-list', '--count', 'HEAD', git.branch, `^${git.base}`)
  if (changes === undefined || commits === undefined) return undefined
  return { files: changes === '' ? 0 : changes.split('\n').length, commits: Number(commits) }
}

/** Removes a worktree of git and its branch, with all that is in them. @throws ToolFailure where git does not. */
export const removeWorktree = async (
  { path, shared, git }: Worktree,
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  if (git === undefined) return
  const closing = closingGit(shared, env)
  await closing.run('worktree', 'remove', '--force', path)
  await closing.run('branch', '--quiet', '-D', git.branch)
}
