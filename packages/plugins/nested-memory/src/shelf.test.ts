import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { profiles, type CallStatus, type SessionScope } from '@raider/contracts'
import {
  createCallEnding,
  createProject,
  createStepScope,
  type Files,
  type Project,
  type ScopeOptions,
} from '@raider/testing'
import { nestedMemory } from './nested-memory.js'

/** An open session whose `touch` tells the marks of the notes that a call on a file brought. */
async function open(project: Project, overrides: ScopeOptions<SessionScope> = {}) {
  const scope = createStepScope({ project, ...overrides })
  const steps = await nestedMemory().create(scope)
  await steps.open?.({ source: 'startup', notes: [] }, scope)
  const marksOf = (notes: readonly { text: string }[]) => notes.flatMap((note) => note.text.match(/MK\d+/g) ?? [])
  const notesOf = async (path: string, status: CallStatus = 'ok') => {
    const file = join(project.dir, path)
    const ending = createCallEnding({ touches: [{ path: file, access: 'read' }], status, input: { file_path: file } })
    return (await steps.afterTool?.(ending, scope))?.notes ?? []
  }
  return {
    scope,
    steps,
    notesOf,
    touch: async (path: string, status?: CallStatus) => marksOf(await notesOf(path, status)),
    mention: async (text: string) => {
      await steps.beforePrompt?.({ text, content: [] }, scope)
      return marksOf((await steps.pending?.()) ?? [])
    },
    loads: () => scope.events.flatMap((event) => (event.type === 'memory-load' ? [event] : [])),
  }
}

const tree: Files = {
  'CLAUDE.md': 'MK1',
  'a/CLAUDE.md': 'MK2 @imp.md',
  'a/imp.md': 'MK3',
  'a/.claude/CLAUDE.md': 'MK4',
  'a/CLAUDE.local.md': 'MK5',
  'a/.claude/rules/r.md': 'MK6',
  'a/.claude/rules/ts.md': '---\npaths: "*.ts"\n---\nMK7',
  'a/b/CLAUDE.md': 'MK8',
  'a/b/f': 'x',
  'a/b/g.ts': 'x',
  'a/c/CLAUDE.md': 'MK9',
  'a/c/f': 'x',
}

describe('the first touch of a file', () => {
  it('brings the files of each folder on the way, outermost first, once', async () => {
    await using project = await createProject(tree)
    const { touch, loads } = await open(project)
    expect(await touch('a/b/f')).toEqual(['MK2', 'MK3', 'MK4', 'MK5', 'MK6', 'MK8'])
    expect(await touch('a/b/f')).toEqual([])
    expect(await touch('a/b/g.ts')).toEqual(['MK7'])
    expect(await touch('a/c/f')).toEqual(['MK9'])
    const trigger = project.path('a/b/f')
    expect(loads().slice(1, 3)).toMatchObject([
      { reason: 'nested_traversal', trigger },
      { reason: 'include', trigger, parent: project.path('a/CLAUDE.md') },
    ])
    expect(loads().at(-2)).toMatchObject({ reason: 'path_glob_match', globs: ['*.ts'], memory: 'Project' })
  })

  it('makes one note for each file, tied to the call', async () => {
    await using project = await createProject(tree)
    const { notesOf } = await open(project)
    const file = project.path('a/c/CLAUDE.md')
    const notes = await notesOf('a/c/f')
    expect(notes).toHaveLength(6)
    expect(notes.at(-1)).toMatchObject({
      kind: 'memory',
      text: `Contents of ${file}:\n\nMK9`,
      source: { kind: 'memory', file },
      callId: 'call-1',
    })
    expect(new Set(notes.map((note) => note.id)).size).toBe(6)
  })

  it('counts for a file that is yet to be made, in a folder that is yet to be made', async () => {
    await using project = await createProject(tree)
    expect(await (await open(project)).touch('a/c/new/deep/file')).toContain('MK9')
  })

  it('does not count in the project folder, outside it, or for a folder that is searched', async () => {
    await using project = await createProject({ ...tree, f: 'x' }, { home: { 'x/CLAUDE.md': 'MK10', 'x/f': '' } })
    const { touch, loads } = await open(project)
    for (const path of ['f', 'a/b', '../home/x/f', '../project-2/f']) expect(await touch(path)).toEqual([])
    expect(loads()).toHaveLength(1)
  })

  it('counts for failed calls only where the profile says so, and never for refused and cancelled ones', async () => {
    await using project = await createProject(tree)
    const raider = await open(project)
    for (const status of ['failed', 'refused', 'cancelled'] as const)
      expect(await raider.touch('a/c/f', status)).toEqual([])
    expect(await raider.touch('a/c/f')).toContain('MK9')
    const claude = await open(project, { profile: profiles.claude })
    expect(await claude.touch('a/c/f', 'refused')).toEqual([])
    expect(await claude.touch('a/c/none', 'failed')).toContain('MK9')
  })

  it('looks where links lead, and stays in the project', async () => {
    await using project = await createProject(tree, { home: { 'x/CLAUDE.md': 'MK10', 'x/f': '' } })
    await symlink('a/c', project.path('way'))
    await symlink(join(project.home, 'x'), project.path('out'))
    const { touch } = await open(project)
    expect(await touch('out/f')).toEqual([])
    expect(await touch('way/f')).toEqual(['MK9'])
    expect(await touch('a/c/f')).not.toContain('MK9')
  })

  it('brings what was put beside a touched file since', async () => {
    await using project = await createProject({ 'd/f': 'x', 'later.md': 'MK1' })
    const { touch } = await open(project)
    expect(await touch('d/f')).toEqual([])
    await rename(project.path('later.md'), project.path('d/CLAUDE.md'))
    expect(await touch('d/f')).toEqual(['MK1'])
    expect(await touch('d/f')).toEqual([])
  })

  it('counts anew after a compaction', async () => {
    await using project = await createProject(tree)
    const { touch, steps, scope } = await open(project)
    await touch('a/c/f')
    await steps.open?.({ source: 'compact', notes: [] }, scope)
    expect(await touch('a/c/f')).toContain('MK9')
  })

  it('counts for each session on its own', async () => {
    await using project = await createProject(tree)
    await (await open(project)).touch('a/c/f')
    expect(await (await open(project)).touch('a/c/f')).toContain('MK9')
  })
})

describe('rules with paths', () => {
  it('come with the first file they speak of: user rules seen from the project, others from their folder', async () => {
    await using project = await createProject(
      {
        '.claude/rules/docs.md': '---\npaths: docs/*.md, lib/b.c\n---\nMK1 @more.md',
        '.claude/rules/more.txt': '',
        '.claude/rules/py.md': '---\npaths: ["*.py", "!secret.py"]\n---\nMK2',
        'docs/d.md': 'x',
      },
      { home: { '.claude/rules/ts.md': '---\npaths: "src/*.ts"\n---\nMK3' } },
    )
    const { touch, loads } = await open(project)
    expect(loads()).toEqual([])
    expect(await touch('other.txt')).toEqual([])
    expect(await touch('docs/d.md')).toEqual(['MK1'])
    expect(await touch('lib/b.c')).toEqual([])
    expect(await touch('deep/secret.py')).toEqual([])
    expect(await touch('deep/x.py')).toEqual(['MK2'])
    expect(await touch('src/new.ts')).toEqual(['MK3'])
    expect(loads().at(-1)).toMatchObject({ reason: 'path_glob_match', globs: ['src/*.ts'], memory: 'User' })
  })
})

describe('a mention in the prompt', () => {
  it('counts as a touch where the file exists', async () => {
    await using project = await createProject({ ...tree, 'a/c/with space': 'x' })
    const { mention } = await open(project)
    expect(await mention('see @a/c/none and @a/c and me@a/c/f')).toEqual([])
    expect(await mention('see @"a/c/with space" and @a/b/f#L3')).toEqual([
      'MK2',
      'MK3',
      'MK4',
      'MK5',
      'MK6',
      'MK9',
      'MK8',
    ])
    expect(await mention('see @a/b/f')).toEqual([])
  })
})
