import { script } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { openMemoryReport, type MemoryReport } from './memory-report.js'
import type { RaiderOptions } from '../option.js'
import { Raider } from '../raider.js'
import { optionsIn } from '../options.fixture.js'

const files = {
  'CLAUDE.md': 'Be brief. @style.md @/etc/hostname',
  'style.md': 'Two spaces.',
  'CLAUDE.local.md': '<!-- nothing yet -->\n',
  'web/CLAUDE.md': 'Use CSS.',
  'web/page.html': '<p>',
  'docs/CLAUDE.md': 'Write plainly.',
  '.claude/rules/py.md': '---\npaths: "*.py"\n---\nType hints.',
  '.claude/rules/old.md': 'Gone.',
  '.claude/settings.json': { claudeMdExcludes: ['**/old.md', '**/old/*'] },
  'old/CLAUDE.md': 'Left.',
  'AGENTS.md': 'For others.',
  'node_modules/x/CLAUDE.md': 'Not ours.',
}

const trusted = (project: Project): RaiderOptions => ({
  ...optionsIn(project),
  trust: true,
})

const entry = (report: MemoryReport, project: Project, path: string) =>
  report.files.find(({ file }) => file === project.path(path))

describe('openMemoryReport', () => {
  it('tells what a session had, by which touch and in which turn, and why it had not the rest', async () => {
    await using project = await createProject(files)
    const engine = script({ turns: [{ calls: [{ Read: { file_path: project.path('web/page.html') } }] }, 'end'] })
    const { sessionId } = await new Raider({ ...trusted(project), engine }).run('go').result
    const report = await openMemoryReport(trusted(project), sessionId.slice(0, 8))
    expect(report.session).toBe(sessionId)
    expect(entry(report, project, 'CLAUDE.md')).toMatchObject({
      bytes: 34,
      loads: [{ agent: 'main', turn: 1, reason: 'session_start' }],
    })
    expect(entry(report, project, 'style.md')?.loads).toMatchObject([{ parent: project.path('CLAUDE.md') }])
    expect(entry(report, project, 'web/CLAUDE.md')?.loads).toMatchObject([
      { turn: 2, reason: 'nested_traversal', trigger: project.path('web/page.html') },
    ])
    const reasons = Object.entries({
      'CLAUDE.local.md': 'it says nothing',
      'docs/CLAUDE.md': `it waits for a file in ${project.path('docs')}`,
      '.claude/rules/py.md': 'it waits for a file that matches *.py',
      '.claude/rules/old.md': 'claudeMdExcludes names it',
      'old/CLAUDE.md': 'claudeMdExcludes names it',
      'AGENTS.md': 'the project has no CLAUDE.md',
    })
    for (const [path, why] of reasons) expect(entry(report, project, path)?.why).toContain(why)
    expect(report.files.find(({ file }) => file === '/etc/hostname')?.why).toContain('outside the project')
    expect(entry(report, project, 'node_modules/x/CLAUDE.md')).toBeUndefined()
  })

  it('tells when files would come where no session was recorded', async () => {
    await using project = await createProject(files)
    const report = await openMemoryReport(trusted(project))
    expect(report.session).toBeUndefined()
    expect(entry(report, project, 'CLAUDE.md')).toMatchObject({ loads: [], why: 'it comes with the first prompt' })
  })

  it('refuses a session that is not there', async () => {
    await using project = await createProject(files)
    await expect(openMemoryReport(trusted(project), 'nosuch')).rejects.toMatchObject({ code: 'unknown-session' })
  })
})
