import { describe, expect, it } from 'vitest'
import { judge, judgeFile, judgeShell } from './judge.fixture.js'

const at = (path: string): string => `/w/project/${path}`

describe('rules on files', () => {
  const secrets = { allow: ['Edit', 'Write', 'Read'], deny: ['Read(./.env)', 'Read(secrets/**)', 'Edit(locked)'] }

  it.each([
    ['Read', '.env', 'deny'],
    ['Read', 'a/.env', 'deny'],
    ['Read', 'a/secrets/k', 'deny'],
    ['Grep', 'secrets', 'deny'],
    ['Grep', '.', 'allow'],
    ['Write', 'secrets/new', 'deny'],
    ['Edit', '.env', 'deny'],
    ['NotebookEdit', '.env', 'ask'],
    ['Edit', 'locked', 'deny'],
    ['Write', 'locked', 'deny'],
    ['NotebookEdit', 'locked', 'deny'],
    ['Read', 'locked', 'allow'],
    ['Write', 'free', 'allow'],
  ])('%s %s: %s', (tool, path, behavior) => {
    expect(judgeFile(secrets, tool, path === '.' ? '/w/project' : at(path)).behavior).toBe(behavior)
  })

  it('a rule on Read alone opens no search outside, one with a path does', () => {
    expect(judgeFile({ allow: ['Read'] }, 'Read', '/etc').behavior).toBe('allow')
    expect(judgeFile({ allow: ['Read'] }, 'Grep', '/etc').behavior).toBe('ask')
    expect(judgeFile({ allow: ['Read(//etc/**)'] }, 'Grep', '/etc/x').behavior).toBe('allow')
  })

  it('let Edit(path) cover Write and NotebookEdit, but a bare Edit only itself', () => {
    expect(judgeFile({ allow: ['Edit(src/**)'] }, 'Write', at('src/a')).behavior).toBe('allow')
    expect(judgeFile({ allow: ['Edit(src/**)'] }, 'Write', at('other')).behavior).toBe('ask')
    expect(judgeFile({ allow: ['Edit'] }, 'Write', at('a')).behavior).toBe('ask')
    expect(judgeFile({ allow: ['Write'] }, 'Edit', at('a')).behavior).toBe('ask')
    expect(judgeFile({ allow: ['Write'] }, 'Write', '/anywhere/x').behavior).toBe('allow')
  })

  it('ignore paths in rules on Write and Glob', () => {
    expect(judgeFile({ allow: ['Write(src/**)'] }, 'Write', at('src/a')).behavior).toBe('ask')
    expect(judgeFile({ deny: ['Glob(src/**)'] }, 'Glob', at('src')).behavior).toBe('allow')
  })

  it('deny where a link or its target is meant, and allow only where both are', () => {
    const links = { [at('link')]: '/etc' }
    expect(judgeFile({ links, deny: ['Read(//etc/**)'] }, 'Read', at('link/passwd')).behavior).toBe('deny')
    expect(judgeFile({ links, deny: ['Read(link/**)'] }, 'Read', at('link/passwd')).behavior).toBe('deny')
    expect(judgeFile({ links }, 'Read', at('link/passwd')).behavior).toBe('ask')
    expect(judgeFile({ links, allow: ['Read(link/**)'] }, 'Read', at('link/passwd')).behavior).toBe('ask')
    expect(judgeFile({ links, allow: ['Read(link/**)', 'Read(//etc/**)'] }, 'Read', at('link/passwd')).behavior).toBe(
      'ask',
    )
    expect(judgeFile({ links, mode: 'acceptEdits' }, 'Write', at('link/x')).behavior).toBe('ask')
  })

  it('do not write through a link, in no mode, and name its target', () => {
    const links = { '/w/project/link': '/w/project/real' }
    for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const)
      expect(judgeFile({ links, mode, allow: ['Edit', 'Write'] }, 'Write', at('link'))).toMatchObject({
        behavior: 'deny',
        reason: expect.stringContaining(at('real')),
      })
    expect(judgeFile({ links }, 'Read', at('link')).behavior).toBe('allow')
  })

  it('ask for what lies behind a link to the outside, unless one of them covers both sides', () => {
    const links = { '/w/project/dir': '/home/me/dir' }
    expect(judgeFile({ links, allow: ['Write'] }, 'Write', at('dir/new')).behavior).toBe('ask')
    expect(judgeFile({ links, allow: ['Edit(dir/**)'] }, 'Write', at('dir/new')).behavior).toBe('ask')
    expect(judgeFile({ links, allow: ['Edit(//**)'] }, 'Write', at('dir/new')).behavior).toBe('allow')
    expect(judgeFile({ links, mode: 'bypassPermissions' }, 'Write', at('dir/new')).behavior).toBe('allow')
  })

  it('count additional folders as inside', () => {
    const open = { directories: ['/extra'], mode: 'acceptEdits' } as const
    expect(judgeFile(open, 'Read', '/extra/f').behavior).toBe('allow')
    expect(judgeFile(open, 'Write', '/extra/f').behavior).toBe('allow')
    expect(judgeFile(open, 'Write', '/extras/f').behavior).toBe('ask')
  })

  it('let everybody read in readable folders, and nobody write', () => {
    const open = { readable: ['/results'], links: { '/results/link': '/etc' } }
    expect(judgeFile(open, 'Read', '/results/f').behavior).toBe('allow')
    expect(judgeShell(open, 'tail -n 5 /results/f').behavior).toBe('allow')
    expect(judgeFile({ ...open, mode: 'acceptEdits' }, 'Write', '/results/f').behavior).toBe('ask')
    expect(judgeShell({ ...open, mode: 'acceptEdits' }, 'touch /results/f').behavior).toBe('ask')
    expect(judgeFile(open, 'Read', '/results/link/f').behavior).toBe('ask')
    expect(judgeFile({ ...open, deny: ['Read(//results/f)'] }, 'Read', '/results/f').behavior).toBe('deny')
  })

  it('take names of another case for the same where the volume does', () => {
    const rules = { deny: ['Read(.env)'], caseSensitive: false }
    expect(judgeFile(rules, 'Read', at('.ENV')).behavior).toBe('deny')
    expect(judgeFile(rules, 'Read', '/W/Project/f').behavior).toBe('allow')
  })

  it('look at every path of a call, and at the current folder where it names none', () => {
    const paths = [at('a'), '/etc/b'].map((path) => ({ path, access: 'read' as const }))
    expect(judge({}, { tool: 'Read', paths }).behavior).toBe('ask')
    expect(judge({}, { tool: 'Glob' }).behavior).toBe('allow')
    expect(judge({ cwd: '/etc' }, { tool: 'Glob' }).behavior).toBe('ask')
  })

  it.each([
    '.git/hooks/x',
    'a/.vscode/t',
    '.claude/settings.json',
    'sub/.mcp.json',
    '.zshrc',
    '.GIT/config',
    '.config/git/x',
    'x/.npmrc',
  ])('ask before %s is written, whatever is allowed', (path) => {
    expect(judgeFile({ allow: ['Write', 'Edit(**)'], mode: 'acceptEdits' }, 'Write', at(path)).behavior).toBe('ask')
    expect(judgeFile({}, 'Read', at(path)).behavior).toBe('allow')
  })

  it.each(['CLAUDE.md', '.gitignore', '.github/workflows/w.yml', '.env', 'package.json', '.claude/worktrees/a/f'])(
    'take %s for an ordinary file',
    (path) => {
      expect(judgeFile({ mode: 'acceptEdits' }, 'Write', at(path)).behavior).toBe('allow')
    },
  )

  it('offer what would make the question go away', () => {
    expect(judgeFile({}, 'Write', at('a')).suggestions).toEqual([
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    ])
    expect(judgeFile({}, 'Write', '/x/a').suggestions).toMatchObject([
      { type: 'addDirectories', directories: ['/x'] },
      { type: 'setMode' },
    ])
    expect(judgeFile({}, 'Read', '/x [1]/a').suggestions).toMatchObject([
      { rules: [{ ruleContent: '//x \\[1\\]/**' }] },
    ])
  })
})
