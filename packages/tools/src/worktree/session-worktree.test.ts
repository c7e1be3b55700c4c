import { existsSync } from 'node:fs'
import { silence, type Change, type Tally } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../bench.fixture.js'
import { gitEnv, gitIn } from './repository.fixture.js'

/** A bench whose project is a repository. */
const createTree = async (vote?: (change: Change) => Tally): Promise<Bench> => {
  const bench = await createBench(
    { f: 'one\n', 'sub/g': '' },
    { scope: { env: gitEnv, ...(vote && { vote: async (change) => vote(change) }) } },
  )
  const git = gitIn(bench.project.dir)
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'one')
  return bench
}

describe('a session in a worktree', () => {
  it('works there until it leaves', async () => {
    await using bench = await createTree()
    const { scope, project } = bench
    expect(await bench.call('EnterWorktree', { name: 'a/b' })).toMatchObject({
      structured: { worktreePath: project.path('.claude/worktrees/a+b'), worktreeBranch: 'worktree-a+b' },
    })
    expect(scope.cwd()).toBe(project.path('.claude/worktrees/a+b'))
    expect(await bench.call('ExitWorktree', { action: 'remove' })).toMatchObject({
      structured: { action: 'remove', discardedFiles: 0, discardedCommits: 0, restoredCwd: project.dir },
    })
    expect(scope.cwd()).toBe(project.dir)
    expect(gitIn(project.dir)('branch', '--format=%(refname:short)')).toBe('main')
  })

  it('writes there and nowhere else in the project', async () => {
    await using bench = await createTree()
    const { project } = bench
    await bench.call('EnterWorktree', { name: 'a' })
    expect(await bench.call('Write', { file_path: project.path('new'), content: 'x' })).toMatchObject({
      status: 'objection',
      text: expect.stringContaining('change the copy of'),
    })
    expect(await bench.call('Write', { file_path: 'new', content: 'x' })).toMatchObject({ status: 'ok' })
    expect(await project.read('.claude/worktrees/a/new')).toBe('x')
    expect(await bench.call('Bash', { command: `git -C ${project.dir} add -A` })).toMatchObject({ status: 'failed' })
    expect(gitIn(project.dir)('diff', '--cached', '--name-only')).toBe('')
  })

  it('comes back to it from a folder outside', async () => {
    await using bench = await createTree()
    await bench.call('EnterWorktree', { name: 'a' })
    const { text } = await bench.call('Bash', { command: 'cd / && pwd' })
    expect(text).toContain(`Shell cwd was reset to ${bench.project.path('.claude/worktrees/a')}`)
  })

  it('discards work only when told so, and says how much', async () => {
    await using bench = await createTree()
    await bench.call('EnterWorktree', { name: 'a' })
    await bench.call('Write', { file_path: 'new', content: 'x' })
    expect(await bench.call('ExitWorktree', { action: 'remove' })).toMatchObject({
      status: 'objection',
      text: expect.stringContaining('1 changed file'),
    })
    expect(await bench.call('ExitWorktree', { action: 'remove', discard_changes: true })).toMatchObject({
      structured: { discardedFiles: 1 },
    })
    expect(existsSync(bench.project.path('.claude/worktrees/a'))).toBe(false)
  })

  it('may keep it, and enter it again by its path', async () => {
    await using bench = await createTree()
    const path = bench.project.path('.claude/worktrees/a')
    await bench.call('EnterWorktree', { name: 'a' })
    await bench.call('ExitWorktree', { action: 'keep' })
    expect(await bench.call('EnterWorktree', { path })).toMatchObject({ structured: { worktreePath: path } })
    expect(await bench.call('ExitWorktree', { action: 'remove' })).toMatchObject({ status: 'objection' })
  })

  it.each([
    [{ name: '../x' }, 'is no name'],
    [{ name: 'a b' }, 'is no name'],
    [{ name: 'x'.repeat(65) }, 'is no name'],
    [{ name: 'a', path: 'b' }, 'not both'],
    [{ path: '.' }, 'is no worktree of the repository'],
    [{ path: '/nonexistent' }, 'is no worktree of the repository'],
  ])('does not enter %j', async (input, why) => {
    await using bench = await createTree()
    expect((await bench.call('EnterWorktree', input)).text).toContain(why)
    expect(bench.scope.cwd()).toBe(bench.project.dir)
  })

  it('is in one at a time, and leaves none that it is not in', async () => {
    await using bench = await createTree()
    expect(await bench.call('ExitWorktree', { action: 'keep' })).toMatchObject({ status: 'objection' })
    await bench.call('EnterWorktree', { name: 'a' })
    expect(await bench.call('EnterWorktree', { name: 'b' })).toMatchObject({ status: 'objection' })
  })

  it.each([
    [undefined, 'was removed'],
    ['deny' as const, 'could not be removed'],
  ])('lets hooks remove what hooks made (%s)', async (stance, said) => {
    const asked: Change[] = []
    const source = { kind: 'hook', name: 'h' } as const
    await using bench = await createTree((change) => {
      asked.push(change)
      const isRemoval = change.kind === 'WorktreeRemove'
      return {
        ...silence,
        votes: [{ source }],
        ...(isRemoval && stance && { stance }),
        effects: isRemoval ? {} : { answer: { worktreePath: 'sub' } },
      }
    })
    await bench.call('EnterWorktree', { name: 'a' })
    expect(await bench.call('ExitWorktree', { action: 'remove' })).toMatchObject({ status: 'objection' })
    const { text } = await bench.call('ExitWorktree', { action: 'remove', discard_changes: true })
    expect(text).toContain(said)
    expect(asked).toEqual([
      { kind: 'WorktreeCreate', input: { name: 'a' } },
      { kind: 'WorktreeRemove', input: { worktree_path: bench.project.path('sub') } },
    ])
  })
})
