import { isToolFailure, type Worktree } from '@raider/contracts'
import { exists } from '@raider/disk'
import { looseWork, makeWorktree, removeWorktree } from '@raider/tools'
import type { Mission } from './subagent-parts.js'

/**
 * The worktree that a task works in, new or taken up again; undefined where it works in its caller's folder.
 * @throws ToolFailure where there can be none.
 */
export async function worktreeFor(
  { task, scope }: Pick<Mission, 'task' | 'scope'>,
  signal: AbortSignal,
): Promise<Worktree | undefined> {
  if (task.worktree !== undefined) return (await exists(task.worktree.path)) ? task.worktree : undefined
  return task.isolated === true ? makeWorktree(`agent-${task.id}`, { ...scope, signal }) : undefined
}

/** Removes a worktree that holds no work; one that is kept comes back. Those of hooks are kept (Claude Code 2.1.332, seen). */
export async function leaveWorktree(
  worktree: Worktree,
  env: Readonly<Record<string, string>>,
): Promise<Worktree | undefined> {
  const work = await looseWork(worktree, env)
  if (work === undefined || work.files + work.commits > 0) return worktree
  try {
    await removeWorktree(worktree, env)
    return undefined
  } catch (error) {
    if (isToolFailure(error)) return worktree
    throw error
  }
}
