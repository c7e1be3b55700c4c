import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { profiles, type SessionScope } from '@raider/contracts'
import { createCallEnding, createProject, createStepScope, type Project, type ScopeOptions } from '@raider/testing'
import { readIndex } from './auto-memory.js'
import { nestedMemory } from './nested-memory.js'
import type { NestedMemoryOptions } from './setup.js'

/** An open session: the marks it began with, and those that a call on a file brings. */
async function open(project: Project, options: NestedMemoryOptions = {}, overrides: ScopeOptions<SessionScope> = {}) {
  const scope = createStepScope({ project, ...overrides })
  const steps = await nestedMemory(options).create(scope)
  const opening = await steps.open?.({ source: 'startup', notes: [] }, scope)
  const marksOf = (notes: readonly { text: string }[] = []) => notes.flatMap((note) => note.text.match(/MK\d+/g) ?? [])
  return {
    scope,
    steps,
    began: marksOf(opening?.notes),
    touch: async (path: string, access: 'read' | 'write' = 'read') => {
      const file = join(project.dir, path)
      const ending = createCallEnding({ touches: [{ path: file, access }], input: { file_path: file } })
      return marksOf((await steps.afterTool?.(ending, scope))?.notes)
    },
    /** A call that names no file. */
    command: async () => marksOf((await steps.afterTool?.(createCallEnding(), scope))?.notes),
    mention: async (text: string) => {
      await steps.beforePrompt?.({ text, content: [] }, scope)
      return marksOf(await steps.pending?.())
    },
    announced: () => scope.events.flatMap((event) => (event.type === 'memory-load' ? [event.memory] : [])),
  }
}

describe('AGENTS.md', () => {
  const files = {
    'AGENTS.md': 'MK1',
    'sub/AGENTS.md': 'MK2',
    'sub/f': '',
    'own/AGENTS.md': 'MK3',
    'own/CLAUDE.md': 'MK4',
  }

  it('counts by option, or as the profile says, and comes with what is read', async () => {
    await using project = await createProject(files)
    const on = await open(project, { agentsFile: true })
    expect(on.began).toEqual(['MK1'])
    expect(await on.touch('sub/f', 'write')).toEqual([])
    expect(await on.touch('sub/f')).toEqual(['MK2'])
    expect(await on.touch('own/f')).toEqual(['MK4'])
    expect((await open(project)).began).toEqual([])
    expect((await open(project, {}, { profile: profiles.claude })).began).toEqual(['MK1'])
  })

  it('is announced to no hook', async () => {
    await using project = await createProject(files)
    expect((await open(project, { agentsFile: true })).announced()).toEqual([undefined])
  })

  it.each(['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'])('does not count beside %s', async (name) => {
    await using project = await createProject({ ...files, [name]: 'MK5' })
    const session = await open(project, { agentsFile: true })
    expect(session.began).toEqual(['MK5'])
    expect(await session.touch('sub/f')).toEqual([])
  })
})

describe('auto memory', () => {
  it('comes last, and is announced to no hook', async () => {
    await using project = await createProject({
      'CLAUDE.md': 'MK1',
      'notes/MEMORY.md': 'MK2 @t.md',
      'notes/t.md': 'MK3',
    })
    const session = await open(project, { autoMemoryDir: project.path('notes') })
    expect(session.began).toEqual(['MK1', 'MK2'])
    expect(session.announced()).toEqual(['Project', undefined])
  })

  it('is shown from its start, in whole lines, with word of what is left out', async () => {
    const wide = Array.from({ length: 60 }, (_, at) => `${at} ${'é'.repeat(500)}`)
    const long = Array.from({ length: 201 }, (_, at) => `note ${at + 1}`)
    await using project = await createProject({
      'wide/MEMORY.md': wide.join('\n'),
      'long/MEMORY.md': long.join('\n'),
      'fits/MEMORY.md': long.slice(1).join('\n'),
      'one/MEMORY.md': 'x'.repeat(30_000),
    })
    const read = async (name: string) => (await readIndex(project.path(name)))?.text ?? ''
    expect(await read('wide')).toMatch(/\n48 é+\n\nThe file has 60 lines; .* begins with line 50 on, "49 é{57}…"/)
    expect(await read('long')).toMatch(/\nnote 200\n\nThe file has 201 lines; .* begins with line 201 on, "note 201"/)
    expect(await read('fits')).toMatch(/\nnote 201$/)
    expect(await read('one')).toMatch(/^x{25000}\n\n.* the rest of its first line/)
  })
})

describe('a file that the model has already', () => {
  it('is not shown again, whether it was read, written or mentioned', async () => {
    await using project = await createProject({ 'a/CLAUDE.md': 'MK1', 'b/CLAUDE.md': 'MK2', 'c/CLAUDE.md': 'MK3' })
    const { touch, mention } = await open(project)
    expect(await touch('a/CLAUDE.md')).toEqual([])
    expect(await touch('b/CLAUDE.md', 'write')).toEqual([])
    expect(await mention('see @c/CLAUDE.md.')).toEqual([])
    for (const folder of ['a', 'b', 'c']) expect(await touch(`${folder}/f`)).toEqual([])
  })
})

describe('a file that a touch brought in', () => {
  it('is shown as it is now after a call that may have changed it, unless that wrote it itself', async () => {
    await using project = await createProject({ 'sub/CLAUDE.md': 'MK1' })
    const session = await open(project)
    expect(await session.touch('sub/f')).toEqual(['MK1'])
    expect(await session.command()).toEqual([])
    await project.write({ 'sub/CLAUDE.md': 'MK2' })
    await utimes(project.path('sub/CLAUDE.md'), 1000, 1000)
    expect(await session.command()).toEqual(['MK2'])
    expect(await session.command()).toEqual([])
    await project.write({ 'sub/CLAUDE.md': 'MK3' })
    expect(await session.touch('sub/CLAUDE.md', 'write')).toEqual([])
    expect(session.announced()).toHaveLength(1)
  })
})

describe('a mention', () => {
  it('of what a rule denies brings nothing', async () => {
    await using project = await createProject({ 'a/CLAUDE.md': 'MK1', 'a/f': '' })
    const denied = {
      behavior: 'deny',
      reason: '',
      reasonType: 'rule',
      source: { kind: 'rule', name: 'r' },
      considered: [],
      suggestions: [],
    } as const
    expect(await (await open(project, {}, { permit: () => denied })).mention('@a/f')).toEqual([])
    expect(await (await open(project)).mention('@a/f, please')).toEqual(['MK1'])
  })
})

describe('imports', () => {
  it('that a memory file got while the session ran come with the change', async () => {
    await using project = await createProject({ 'sub/CLAUDE.md': 'MK1', 'sub/i.md': 'MK2' })
    const session = await open(project)
    expect(await session.touch('sub/f')).toEqual(['MK1'])
    await project.write({ 'sub/CLAUDE.md': 'MK1 @i.md' })
    expect(await session.touch('sub/CLAUDE.md', 'write')).toEqual(['MK2'])
    expect(await session.touch('sub/f')).toEqual([])
  })

  it('of a rule that waits come at once, and those of a touched file stay in the project', async () => {
    await using project = await createProject(
      {
        '.claude/rules/ts.md': '---\npaths: "*.ts"\n---\nMK1 @more.md',
        '.claude/rules/more.md': 'MK2',
        'sub/CLAUDE.md': 'MK3 @~/out.md',
        'CLAUDE.md': 'MK4 @~/out2.md @x.bin',
        'x.bin': 'MK7',
      },
      { home: { 'out.md': 'MK5', 'out2.md': 'MK6' } },
    )
    const session = await open(project, { importsFromOutside: true })
    expect(session.began).toEqual(['MK4', 'MK6', 'MK2'])
    expect(await session.touch('a.ts')).toEqual(['MK1'])
    expect(await session.touch('sub/f')).toEqual(['MK3'])
  })
})
