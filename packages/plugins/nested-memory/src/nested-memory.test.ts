import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { profiles, type Opening, type SessionScope } from '@raider/contracts'
import {
  createCallEnding,
  createProject,
  createStepScope,
  type Files,
  type Project,
  type ScopeOptions,
} from '@raider/testing'
import { nestedMemory } from './nested-memory.js'
import type { NestedMemoryOptions } from './setup.js'

interface Start extends NestedMemoryOptions {
  readonly scope?: ScopeOptions<SessionScope>
  readonly source?: Opening['source']
  readonly known?: readonly string[]
}

/** Opens a session and tells which marks its first note holds, in their order, and what was loaded and left out. */
async function start(project: Project, { scope: overrides, source = 'startup', known = [], ...options }: Start = {}) {
  const scope = createStepScope({ project, ...overrides })
  const steps = await nestedMemory(options).create(scope)
  const begun: Opening = { source, known, notes: [] }
  const opening = (await steps.open?.(begun, scope)) ?? begun
  const text = opening.notes.map((note) => note.text).join('\n')
  const loads = scope.events.flatMap((event) => (event.type === 'memory-load' ? [event] : []))
  const notices = scope.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
  return { text, marks: text.match(/MK\d+/g) ?? [], loads, notices, steps, scope }
}

async function inProject(files: Files, home: Files, check: (project: Project) => Promise<void>): Promise<void> {
  await using project = await createProject(files, { home })
  await check(project)
}

const claude = { profile: profiles.claude }

describe('the start of a session', () => {
  const files: Files = {
    'CLAUDE.md': 'MK1\n',
    'CLAUDE.local.md': 'MK4\n',
    '.claude/CLAUDE.md': 'MK2\n',
    '.claude/rules/r.md': 'MK3\n',
    'a/CLAUDE.md': 'MK5\n',
    'a/b/CLAUDE.md': 'MK6 nested\n',
  }
  const home: Files = { '.claude/CLAUDE.md': 'MK7\n', '.claude/rules/deep/u.md': 'MK8\n' }

  it('brings user, ancestor, project and local files in this order, as one note', async () => {
    await inProject(files, home, async (project) => {
      const scope = { projectDir: project.path('a') }
      const { text, marks, loads } = await start(project, { scope })
      expect(marks).toEqual(['MK7', 'MK8', 'MK1', 'MK2', 'MK3', 'MK4', 'MK5'])
      expect(text).toContain(
        `\n\nContents of ${project.path('CLAUDE.local.md')} (private instructions of the user, for this`,
      )
      expect(loads.map((load) => [load.memory, load.reason])).toEqual([
        ['User', 'session_start'],
        ['User', 'session_start'],
        ...Array.from({ length: 3 }, () => ['Project', 'session_start']),
        ['Local', 'session_start'],
        ['Project', 'session_start'],
      ])
    })
  })

  it('brings only what the setting sources let in', async () => {
    await inProject(files, home, async (project) => {
      expect((await start(project, { sources: ['user'] })).marks).toEqual(['MK7', 'MK8'])
      expect((await start(project, { sources: ['local'] })).marks).toEqual(['MK4'])
      expect((await start(project, { sources: [] })).marks).toEqual([])
    })
  })

  it('brings nothing where there is nothing, or where memory is switched off', async () => {
    await inProject(files, home, async (project) => {
      const off = await start(project, { scope: { env: { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' } } })
      expect([off.marks, off.loads]).toEqual([[], []])
    })
    await inProject({ 'CLAUDE.md': '<!-- only a comment -->\n' }, {}, async (project) => {
      expect((await start(project)).text).toBe('')
    })
  })

  it('brings the organisation’s files and text first, whatever the sources', async () => {
    await inProject({}, { 'managed/CLAUDE.md': 'MK2', 'managed/.claude/rules/r.md': 'MK3' }, async (project) => {
      const layer = { name: 'managed', file: '/m.json', anchor: '/', trusted: true, line: () => undefined } as const
      const settings = { layers: [{ ...layer, value: { claudeMd: 'MK1' } }], merged: {}, notices: [] }
      const managedDir = join(project.home, 'managed')
      expect((await start(project, { managedDir, sources: [], scope: { settings } })).marks).toEqual([
        'MK1',
        'MK2',
        'MK3',
      ])
    })
  })

  it('brings files of further folders only where the variable says so', async () => {
    await inProject({}, { 'extra/CLAUDE.md': 'MK1', 'extra/.claude/rules/r.md': 'MK2' }, async (project) => {
      const additionalDirectories = [join(project.home, 'extra')]
      expect((await start(project, { additionalDirectories })).marks).toEqual([])
      const env = { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' }
      expect((await start(project, { additionalDirectories, scope: { env } })).marks).toEqual(['MK1', 'MK2'])
    })
  })
})

describe('a conversation that goes on', () => {
  const files: Files = { 'CLAUDE.md': 'MK1', 'sub/CLAUDE.md': 'MK2', 'sub/f': 'x' }
  const shownAgain = (file: string) => {
    const source = { kind: 'tool', name: 'Read', file } as const
    const facts = { time: '', session: 's', run: 'r', agent: 'main' }
    return { ...facts, type: 'note', note: { id: 'n', kind: 'session', text: 'x', source } } as const
  }
  const notesOf = (notes: readonly { text: string }[] = []) => notes.map(({ text }) => text.match(/MK\d/)?.[0])

  it('has the memory files that stand in it, and does not get them again', async () => {
    await inProject(files, {}, async (project) => {
      const known = [project.path('sub/CLAUDE.md'), project.path('CLAUDE.md')]
      const { marks, steps, scope } = await start(project, { source: 'resume', known })
      expect(marks).toEqual(['MK1'])
      const ending = createCallEnding({ touches: [{ path: project.path('sub/f'), access: 'read' }] })
      expect(notesOf((await steps.afterTool?.(ending, scope))?.notes)).toEqual([])
    })
  })

  it('gets the files of the start again with the next request after a compaction', async () => {
    await inProject(files, {}, async (project) => {
      const { steps, scope, loads } = await start(project)
      expect((await steps.open?.({ source: 'compact', notes: [] }, scope))?.notes).toEqual([])
      expect(scope.events).toHaveLength(loads.length)
      expect(notesOf(await steps.pending?.())).toEqual(['MK1'])
      expect(scope.events.at(-1)).toMatchObject({ type: 'memory-load', reason: 'compact' })
      expect(await steps.pending?.()).toEqual([])
    })
  })

  it('gets what lies beside a file that was shown again with the next call or prompt', async () => {
    await inProject(files, {}, async (project) => {
      const { steps, scope } = await start(project)
      await steps.open?.({ source: 'compact', notes: [] }, scope)
      await steps.pending?.()
      await steps.onEvent?.(shownAgain(project.path('sub/f')))
      expect(await steps.pending?.()).toEqual([])
      expect(notesOf((await steps.afterTool?.(createCallEnding(), scope))?.notes)).toEqual(['MK2'])
    })
  })
})

describe('imports', () => {
  it('follow the importing file, depth first, four hops far, each file once', async () => {
    const files: Files = {
      'CLAUDE.md': 'MK1 @d1.md @CLAUDE.md @b.md',
      'd1.md': 'MK2 @d2.md @b.md',
      'd2.md': 'MK3 @d3.md',
      'd3.md': 'MK4 @d4.md',
      'd4.md': 'MK5 @d5.md',
      'd5.md': 'MK6',
      'b.md': 'MK7 @d1.md @missing.md @pic.png',
      'pic.png': 'MK8\0',
    }
    await inProject(files, {}, async (project) => {
      const { marks, loads } = await start(project)
      expect(marks).toEqual(['MK1', 'MK2', 'MK3', 'MK4', 'MK5', 'MK7'])
      expect(loads[1]).toMatchObject({
        reason: 'include',
        parent: project.path('CLAUDE.md'),
        file: project.path('d1.md'),
      })
    })
  })

  it('count from the importing file', async () => {
    const files: Files = {
      '.claude/CLAUDE.md': 'MK1 @x.md @../y.md',
      '.claude/x.md': 'MK2',
      'x.md': 'MK3',
      'y.md': 'MK4',
    }
    await inProject(files, {}, async (project) => {
      expect((await start(project)).marks).toEqual(['MK1', 'MK2', 'MK4'])
    })
  })

  const files: Files = { 'CLAUDE.md': 'MK1 @~/out.md', 'CLAUDE.local.md': 'MK2 @../home/out.md' }
  const home: Files = { '.claude/CLAUDE.md': 'MK3 @~/own.md', 'own.md': 'MK4', 'out.md': 'MK5' }

  it('reach outside from user files, and from project files only where that was approved', async () => {
    await inProject(files, home, async (project) => {
      const refused = await start(project)
      expect(refused.marks).toEqual(['MK3', 'MK4', 'MK1', 'MK2'])
      expect(refused.notices[0]).toContain('out.md was left out: it lies outside the project')
      expect((await start(project, { importsFromOutside: true })).marks).toContain('MK5')

      const approval = { [project.dir]: { hasClaudeMdExternalIncludesApproved: true } }
      await writeFile(join(project.home, '.claude.json'), JSON.stringify({ projects: approval }))
      expect((await start(project)).marks).toEqual(['MK3', 'MK4', 'MK1', 'MK5', 'MK2'])
    })
  })
})

describe('files that are left out', () => {
  it('are those that claudeMdExcludes names, by glob or path', async () => {
    const files: Files = {
      'CLAUDE.md': 'MK1 @i.md',
      'i.md': 'MK2',
      '.claude/rules/r.md': 'MK3',
      'CLAUDE.local.md': 'MK4',
    }
    await inProject(files, {}, async (project) => {
      const claudeMdExcludes = ['**/rules/*.md', project.path('CLAUDE.local.md'), '**/i.md']
      const settings = { layers: [], merged: { claudeMdExcludes }, notices: [] }
      const { marks, notices } = await start(project, { scope: { settings } })
      expect(marks).toEqual(['MK1'])
      expect(notices).toHaveLength(3)
    })
  })

  it('are told where they are too large; a rule with broken frontmatter holds for every file, and that is told', async () => {
    const files: Files = {
      'CLAUDE.md': 'x'.repeat(4 * 1024 * 1024 + 1),
      '.claude/rules/r.md': '---\n"a: [\n\tb}: c\n---\nMK1',
      '.claude/CLAUDE.md/oops.md': 'MK2',
      'CLAUDE.local.md': 'MK3',
    }
    await inProject(files, {}, async (project) => {
      const { marks, notices } = await start(project)
      expect(marks).toEqual(['MK1', 'MK3'])
      expect(notices).toEqual([expect.stringContaining('larger than 4 MiB'), expect.stringContaining('every file')])
    })
  })

  it('are links that leave the project, unless the profile follows them', async () => {
    await inProject({ 'docs/a.md': 'MK1' }, { 'out.md': 'MK2', 'rules/r.md': 'MK3' }, async (project) => {
      await symlink('docs/a.md', project.path('CLAUDE.md'))
      await symlink(join(project.home, 'out.md'), project.path('CLAUDE.local.md'))
      await project.write({ '.claude/rules/own.md': 'MK4' })
      await symlink(join(project.home, 'rules'), project.path('.claude/rules/shared'))
      await symlink('..', project.path('.claude/rules/loop'))
      expect((await start(project)).marks).toEqual(['MK1', 'MK4'])
      expect((await start(project, { scope: claude })).marks).toEqual(['MK1', 'MK4', 'MK3', 'MK2'])
    })
  })
})
