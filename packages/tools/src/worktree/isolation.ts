import {
  isObject,
  ToolFailure,
  type JsonObject,
  type Objection,
  type Tool,
  type ToolState,
  type Worktree,
} from '@raider/contracts'
import { isInside, realPathOf } from '@raider/disk'
import { strayGit } from './stray-git.js'

/** Slot of the session's state that keeps its worktree. */
const slot = 'worktree'

/** Ties a session to a worktree, or to none any more. */
export const isolate = (state: ToolState, worktree: Worktree | undefined): void => {
  if (worktree === undefined) state.slots.delete(slot)
  else state.slots.set(slot, { worktree })
}

/** The worktree that a session is tied to. */
export const isolationOf = (state: ToolState): Worktree | undefined => {
  const worktree = state.slots.get(slot)?.['worktree']
  return isObject(worktree) ? (worktree as unknown as Worktree) : undefined
}

/**
 * A tool that minds the worktree of its session, where there is one: file tools write nothing in the shared checkout, and git works
 * nowhere but in the worktree (Claude Code 2.1.332, seen). Reading is free. It keeps from mistakes; it is no sandbox.
 */
export const withIsolation = (tool: Tool): Tool => ({
  ...tool,
  check: async (input, scope) => strayWrite(tool, input, scope.cwd(), scope.state) ?? tool.check?.(input, scope),
  run: (input, scope) => {
    refuseStrayGit(tool, input, scope.cwd(), scope.state)
    return tool.run(input, scope)
  },
})

const strayWrite = (tool: Tool, input: JsonObject, cwd: string, state: ToolState): Objection | undefined => {
  const worktree = isolationOf(state)
  if (worktree === undefined) return undefined
  const stray = tool
    .touches?.(input, cwd)
    .find(({ path, access }) => access === 'write' && isShared(realPathOf(path), worktree))
  if (stray === undefined) return undefined
  return {
    message: `You work in the worktree ${worktree.path}: change the copy of ${stray.path} there, and not the shared one.`,
  }
}

/** Does a path lie in the shared checkout, and not in the worktree? */
const isShared = (path: string, { path: own, shared }: Worktree): boolean =>
  isInside(path, shared) && !isInside(path, own)

const refuseStrayGit = (tool: Tool, { command }: JsonObject, cwd: string, state: ToolState): void => {
  const worktree = tool.name === 'Bash' ? isolationOf(state) : undefined
  if (worktree === undefined || typeof command !== 'string') return
  const problem = strayGit(command, cwd, worktree.path)
  if (problem === undefined) return
  throw new ToolFailure(
    `Not run: ${problem}. You work in the worktree ${worktree.path}, and git may work nowhere else. Run plain git commands there, one at a time.`,
  )
}
