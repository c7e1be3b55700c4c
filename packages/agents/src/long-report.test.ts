import { readFile, writeFile } from 'node:fs/promises'
import { noUsage, text } from '@raider/contracts'
import { createCallScope, createProject, type Project } from '@raider/testing'
import { expect, it } from 'vitest'
import { shownReport, withReportFile } from './long-report.js'
import type { CompletedOutput } from './output.js'

const reporting = (report: string): CompletedOutput => ({
  status: 'completed',
  prompt: 'p',
  agentId: 'a1',
  agentType: 'x',
  harnessNoteCount: 1,
  harnessTailCount: 0,
  harnessSectionHash: '',
  content: [text('a note'), text(report)],
  resolvedModel: 'm',
  totalDurationMs: 1,
  totalTokens: 1,
  totalToolUseCount: 0,
  usage: { ...noUsage },
  canContinueAgent: true,
})

const scopeIn = (project: Project) => {
  const scope = createCallScope({ project })
  return { ...scope, state: { ...scope.state, resultsDir: project.path('results') } }
}

it('a report reaches its caller as it is', async () => {
  await using project = await createProject()
  const output = reporting('x'.repeat(100_000))
  expect(await withReportFile(output, scopeIn(project))).toBe(output)
  expect(shownReport(output)).toHaveLength(100_000)
})

it('one that is too long is kept in a file, and its caller gets the beginning', async () => {
  await using project = await createProject()
  const report = `start ${'x'.repeat(100_000)}`
  const output = await withReportFile(reporting(report), scopeIn(project))
  expect(output.content).toEqual([text('a note'), text(report)])
  expect(shownReport(output)).toMatch(/^start x{1994}\n…\n\(.* 100006 characters.*\/results\/a1\.txt\.\)$/)
  expect(await readFile(project.path('results/a1.txt'), 'utf8')).toBe(report)
})

it('one that cannot be kept reaches its caller whole', async () => {
  await using project = await createProject()
  await writeFile(project.path('results'), '')
  const output = reporting('x'.repeat(100_001))
  expect(await withReportFile(output, scopeIn(project))).toBe(output)
})
