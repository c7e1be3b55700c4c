import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { silence, ToolFailure, type JsonObject } from '@raider/contracts'
import { createCallScope, createProject, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { createRepository, gitEnv as env, gitIn } from './repository.fixture.js'
import { looseWork, makeWorktree, removeWorktree, type WorktreeScope } from './worktree.js'

const scopeOf = (project: Project, worktree: JsonObject = {}): WorktreeScope => ({
  ...createCallScope({ project }),
  env,
  settings: { layers: [], merged: { worktree }, notices: [] },
})

describe('a worktree of git', () => {
  it('is a checkout with a branch of its own, which the shared one does not see', async () => {
    await using project = await createRepository()
    const tree = await makeWorktree('a', scopeOf(project))
    expect(tree).toMatchObject({ path: project.path('.claude/worktrees/a'), git: { branch: 'worktree-a' } })
    expect(readFileSync(join(tree.path, 'f'), 'utf8')).toBe('one\n')
    writeFileSync(join(tree.path, 'f'), 'two\n')
    expect(await project.read('f')).toBe('one\n')
    expect(gitIn(tree.path)('branch', '--show-current')).toBe('worktree-a')
  })

  it.each<[string, (dir: string) => void, object | undefined]>([
    ['nothing', () => undefined, { files: 0, commits: 0 }],
    ['ignored files', (dir) => writeFileSync(join(dir, 'x.log'), ''), { files: 0, commits: 0 }],
    ['a new file', (dir) => writeFileSync(join(dir, 'new'), ''), { files: 1, commits: 0 }],
    ['a commit', (dir) => void gitIn(dir)('commit', '-q', '--allow-empty', '-m', 'x'), { files: 0, commits: 1 }],
    [
      'a commit on a branch that was left',
      (dir) => {
        gitIn(dir)('commit', '-q', '--allow-empty', '-m', 'x')
        gitIn(dir)('checkout', '-q', '--detach', 'HEAD~1')
      },
      { files: 0, commits: 1 },
    ],
    ['who knows, where it is gone', (dir) => rmSync(dir, { recursive: true }), undefined],
  ])('knows what would be lost with it: %s', async (_, change, expected) => {
    await using project = await createRepository({ f: '', '.gitignore': '*.log\n' })
    const tree = await makeWorktree('a', scopeOf(project))
    change(tree.path)
    expect(await looseWork(tree, env)).toEqual(expected)
  })

  it('goes with its branch', async () => {
    await using project = await createRepository()
    const tree = await makeWorktree('a', scopeOf(project))
    await removeWorktree(tree, env)
    expect(existsSync(tree.path)).toBe(false)
    expect(gitIn(project.dir)('branch', '--format=%(refname:short)')).toBe('main')
  })

  it('begins at what the remote has, or at what is checked out', async () => {
    await using project = await createRepository()
    const git = gitIn(project.dir)
    const remote = git('rev-parse', 'HEAD')
    git('update-ref', 'refs/remotes/origin/main', remote)
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    git('commit', '-q', '--allow-empty', '-m', 'two')
    const fresh = await makeWorktree('a', scopeOf(project))
    const head = await makeWorktree('b', scopeOf(project, { baseRef: 'head' }))
    expect(fresh.git?.base).toBe(remote)
    expect(head.git?.base).toBe(git('rev-parse', 'HEAD'))
  })

  it('has the files outside of git that .worktreeinclude names, and links to the folders that the settings name', async () => {
    await using project = await createRepository({
      f: '',
      '.gitignore': '.env\nlib\ncache\n',
      '.worktreeinclude': '.env\nf\n',
      '.env': 'secret',
      'lib/a': 'a',
      'cache/b': 'b',
    })
    const { path } = await makeWorktree('a', scopeOf(project, { symlinkDirectories: ['lib', '../x', 'none'] }))
    expect(readFileSync(join(path, '.env'), 'utf8')).toBe('secret')
    expect(lstatSync(join(path, 'lib')).isSymbolicLink()).toBe(true)
    expect(existsSync(join(path, 'cache'))).toBe(false)
  })

  it('has the folders that sparsePaths names, and those alone', async () => {
    await using project = await createRepository({ f: '', 'src/a': 'a', 'doc/b': 'b' })
    const { path } = await makeWorktree('a', scopeOf(project, { sparsePaths: ['src'] }))
    expect([existsSync(join(path, 'src/a')), existsSync(join(path, 'doc'))]).toEqual([true, false])
  })

  it('is not led astray by the variables of a git hook that all this runs in', async () => {
    await using project = await createRepository()
    const misled = { ...env, GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/nonexistent' }
    expect(await makeWorktree('a', { ...scopeOf(project), env: misled })).toMatchObject({ shared: project.dir })
  })

  it.each<[string, (project: Project) => void, RegExp]>([
    ['outside of repositories', (project) => rmSync(project.path('.git'), { recursive: true }), /in no git repository/],
    [
      'without a commit',
      (project) => {
        rmSync(project.path('.git'), { recursive: true })
        gitIn(project.dir)('init', '-q')
      },
      /has no commit yet/,
    ],
    [
      'where its name is taken',
      (project) => void gitIn(project.dir)('branch', 'worktree-a'),
      /git worktree failed: .*worktree-a/s,
    ],
  ])('there is none %s', async (_, spoil, why) => {
    await using project = await createRepository()
    spoil(project)
    await expect(makeWorktree('a', scopeOf(project))).rejects.toThrow(why)
  })
})

describe('a worktree of a hook', () => {
  const madeBy = (project: Project, worktreePath: string | undefined): WorktreeScope => ({
    ...scopeOf(project),
    vote: async ({ kind, input }) => ({
      ...silence,
      votes: [{ source: { kind: 'hook', name: `${kind} ${JSON.stringify(input)}` } }],
      reason: '[mk]: oops',
      effects: worktreePath === undefined ? {} : { answer: { worktreePath } },
    }),
  })

  it('is where the hook says, and nobody knows what it holds', async () => {
    await using project = await createProject({ 'tree/f': '' })
    const tree = await makeWorktree('a', madeBy(project, 'tree'))
    expect(tree).toEqual({ path: project.path('tree'), shared: project.dir })
    expect(await looseWork(tree, env)).toBeUndefined()
  })

  it.each<[string | undefined, RegExp]>([
    [undefined, /\[mk\]: oops/],
    ['none', /which is no folder/],
    ['f', /which is no folder/],
    ['link', /which is a link/],
  ])('is none where the hook names %s', async (path, why) => {
    await using project = await createProject({ f: '' })
    symlinkSync('.', project.path('link'))
    await expect(makeWorktree('a', madeBy(project, path))).rejects.toThrow(why)
    await expect(makeWorktree('a', madeBy(project, path))).rejects.toBeInstanceOf(ToolFailure)
  })
})
