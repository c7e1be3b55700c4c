import { existsSync } from 'node:fs'
import { text, type CallScope, type Objection, type Tool, type Worktree } from '@raider/contracts'
import { closedObject, flagField, openObject } from '../schema.js'
import { isolate, isolationOf } from './isolation.js'
import { looseWork, removeWorktree, type LooseWork } from './worktree.js'

interface ExitInput {
  readonly action: 'keep' | 'remove'
  readonly discard_changes?: boolean
}

/** `tool_response` of ExitWorktree (Claude Code 2.1.332, seen). */
interface ExitOutput {
  readonly action: 'keep' | 'remove'
  readonly originalCwd: string
  readonly worktreePath: string
  readonly worktreeBranch?: string
  /** What went with it. */
  readonly discardedFiles?: number
  readonly discardedCommits?: number
  readonly restoredCwd: string
  readonly originalCwdMissing: false
  readonly message: string
}

/** The ExitWorktree tool: the session goes back to the folder it was started in. */
export const createExitWorktree = (): Tool => ({
  name: 'ExitWorktree',
  origin: 'built-in',
  description: 'Leaves the worktree that EnterWorktree entered, and keeps it or removes it.',
  inputSchema: closedObject(['action'], {
    action: { type: 'string', enum: ['keep', 'remove'], description: 'What becomes of the worktree and its branch' },
    discard_changes: flagField('Remove it with all the work in it; only after the user has agreed'),
  }),
  outputSchema: openObject(['worktreePath', 'message'], {
    worktreePath: { type: 'string' },
    message: { type: 'string' },
  }),
  harmless: () => true,
  parallel: () => false,
  check: (input, scope) => objection(input as unknown as ExitInput, scope),
  run: (input, scope) => exit(input as unknown as ExitInput, scope),
  render: (structured) => [text((structured as ExitOutput).message)],
})

const objection = async (
  { action, discard_changes: discards }: ExitInput,
  { agent, state, env }: CallScope,
): Promise<Objection | undefined> => {
  if (agent !== undefined) return { message: 'Only the main conversation leaves a worktree.' }
  const worktree = isolationOf(state)
  if (worktree === undefined) return { message: 'There is no worktree to leave: none was entered in this session.' }
  if (action === 'keep' || discards === true) return undefined
  const work = await looseWork(worktree, env)
  if (work === undefined) return { message: `What ${worktree.path} holds cannot be told. ${askFirst}` }
  return isNothing(work) ? undefined : { message: `${worktree.path} holds ${counted(work)}. ${askFirst}` }
}

const askFirst = 'Ask the user, then call again with discard_changes: true, or keep it.'

const isNothing = ({ files, commits }: LooseWork): boolean => files + commits === 0

const counted = ({ files, commits }: LooseWork): string =>
  [...(files === 0 ? [] : [`${files} changed file(s)`]), ...(commits === 0 ? [] : [`${commits} commit(s)`])].join(
    ' and ',
  )

const exit = async ({ action }: ExitInput, scope: CallScope): Promise<ExitOutput> => {
  const { state, env, projectDir } = scope
  const worktree = isolationOf(state) ?? { path: scope.cwd(), shared: projectDir }
  const { path } = worktree
  const work = action === 'remove' ? await looseWork(worktree, env) : undefined
  const isGone = action === 'remove' && (await removed(worktree, scope))
  isolate(state, undefined)
  state.directories.delete(path)
  scope.setCwd(projectDir)
  const branch = worktree.git?.branch
  return {
    action,
    originalCwd: projectDir,
    worktreePath: path,
    ...(branch !== undefined && { worktreeBranch: branch }),
    ...(work !== undefined && { discardedFiles: work.files, discardedCommits: work.commits }),
    restoredCwd: projectDir,
    originalCwdMissing: false,
    message: `You are back in ${projectDir}. The worktree ${path} ${outcome(action, isGone)}.`,
  }
}

const outcome = (action: ExitInput['action'], isGone: boolean): string => {
  if (isGone) return 'was removed'
  return action === 'keep' ? 'is kept' : 'could not be removed, and is kept'
}

/** Removes it: git does, or WorktreeRemove hooks where hooks made it. */
const removed = async (worktree: Worktree, scope: CallScope): Promise<boolean> => {
  if (worktree.git !== undefined) {
    await removeWorktree(worktree, scope.env)
    return !existsSync(worktree.path)
  }
  const { votes, stance } = await scope.vote({ kind: 'WorktreeRemove', input: { worktree_path: worktree.path } })
  return votes.length > 0 && stance !== 'deny'
}
