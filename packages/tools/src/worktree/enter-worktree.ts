import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { text, ToolFailure, type CallScope, type Objection, type Tool, type Worktree } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import type { BuiltinOptions } from '../options.js'
import { absolutePath } from '../place.js'
import { closedObject, openObject, stringField } from '../schema.js'
import { createGit } from './git.js'
import { isolate, isolationOf } from './isolation.js'
import { makeWorktree, sharedCheckout } from './worktree.js'

interface EnterInput {
  readonly name?: string
  readonly path?: string
}

/** `tool_response` of EnterWorktree (Claude Code 2.1.332, seen). */
interface EnterOutput {
  readonly worktreePath: string
  readonly worktreeBranch?: string
  readonly message: string
}

/** The EnterWorktree tool: the session goes on in a worktree of its own. */
export const createEnterWorktree = (options: BuiltinOptions): Tool => ({
  name: 'EnterWorktree',
  origin: 'built-in',
  description:
    'Goes on in a git worktree of its own: a new one, or by `path` one that is there. Only where the user speaks of a worktree.',
  inputSchema: closedObject([], {
    name: stringField('Name of a new worktree: letters, digits, ".", "_", "-" and "/"; at most 64 characters'),
    path: stringField('Folder of an existing worktree of this repository, in place of a name'),
  }),
  outputSchema: openObject(['worktreePath', 'message'], {
    worktreePath: { type: 'string' },
    message: { type: 'string' },
  }),
  harmless: ({ path }) => path === undefined,
  parallel: () => false,
  check: (input, scope) => objection(input, scope),
  run: (input, scope) => enter(input, scope, options),
  render: (structured) => [text((structured as EnterOutput).message)],
})

const objection = ({ name, path }: EnterInput, { agent, state }: CallScope): Objection | undefined => {
  if (agent !== undefined)
    return { message: 'Only the main conversation enters a worktree: an agent is started in one.' }
  if (name !== undefined && path !== undefined) return { message: 'Give a name or a path, not both.' }
  if (name !== undefined && !isName(name))
    return { message: `"${name}" is no name for a worktree: letters, digits, ".", "_", "-" and "/" are, at most 64.` }
  if (path === undefined && isolationOf(state) !== undefined)
    return { message: 'You are in a worktree already: leave it with ExitWorktree first.' }
  return undefined
}

const isName = (name: string): boolean =>
  name.length <= 64 && name.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.{1,2}$/.test(part))

const enter = async (
  input: EnterInput,
  scope: CallScope,
  { homeDir, openFolder }: BuiltinOptions,
): Promise<EnterOutput> => {
  const worktree = await worktreeOf(input, scope, homeDir)
  isolate(scope.state, worktree)
  scope.state.directories.add(worktree.path)
  openFolder?.(worktree.path)
  scope.setCwd(worktree.path)
  const branch = worktree.git?.branch
  return {
    worktreePath: worktree.path,
    ...(branch !== undefined && { worktreeBranch: branch }),
    message: `You are in the worktree ${worktree.path} now${branch === undefined ? '' : `, on branch ${branch}`}. ExitWorktree leaves it.`,
  }
}

const worktreeOf = ({ name, path }: EnterInput, scope: CallScope, homeDir: string): Promise<Worktree> => {
  if (path !== undefined) return existingWorktree(absolutePath(path, scope.cwd(), homeDir), scope)
  return makeWorktree(name?.replaceAll('/', '+') ?? `session-${randomBytes(4).toString('hex')}`, scope)
}

const existingWorktree = async (path: string, { projectDir, env, signal }: CallScope): Promise<Worktree> => {
  const git = createGit(projectDir, env, signal)
  const shared = await sharedCheckout(git)
  const list = (await git.ask('worktree', 'list', '--porcelain'))?.split('\n') ?? []
  const known = list.flatMap((line) => (line.startsWith('worktree ') ? [realPathOf(resolve(line.slice(9)))] : []))
  const real = realPathOf(path)
  if (shared === undefined || !known.includes(real) || real === shared)
    throw new ToolFailure(`${path} is no worktree of the repository at ${projectDir}. There are: ${known.join(', ')}.`)
  return { path: real, shared }
}
