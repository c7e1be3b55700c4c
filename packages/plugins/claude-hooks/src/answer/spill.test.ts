import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createProject, type Project } from '@raider/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Spill } from './spill.js'
import { onEvent, openSession, testCall } from '../session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

it('leaves 10,000 characters of context alone and makes no folder for them', async () => {
  const spill = new Spill(project.path('spilled'))
  expect(await spill.context('x'.repeat(10_000), 'name')).toHaveLength(10_000)
  expect(() => readdirSync(project.path('spilled'))).toThrow()
})

it('keeps a longer context in a file and shows its beginning', async () => {
  const text = `begin ${'x'.repeat(10_000)} end`
  const shown = await new Spill(project.path('spilled')).context(text, 't1-PreToolUse')
  const [, file = ''] = /All of it is in (\S+)/.exec(shown) ?? []
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(shown).toMatch(/^<persisted-output>[^]*begin x+[^]*<\/persisted-output>$/)
  expect(shown).not.toContain('end\n')
  expect(shown.length).toBeLessThan(2500)
})

it('keeps both ends of a reason of more than 50,000 characters', async () => {
  const shown = await new Spill(project.path('spilled')).reason(`begin${'x'.repeat(60_000)}end`, 'name')
  expect(shown).toContain('... [10008 characters truncated] ...')
  expect(shown).toMatch(/^begin/)
  expect(shown).toContain('end\n<persisted-output>')
})

it('says so when the text cannot be saved', async () => {
  writeFileSync(project.path('file'), '')
  expect(await new Spill(project.path('file')).context('x'.repeat(20_000), 'name')).toContain('could not be saved')
})

it('limits what a hook says', async () => {
  const flood = (size: number): string => `head -c ${size} /dev/zero | tr '\\0' x >&2; exit 2`
  const { steps, scope } = await openSession(project, onEvent('PreToolUse', flood(70_000)))
  const verdict = await steps.beforeTool(testCall('ls'), scope)
  expect(verdict?.reason).toContain('characters truncated')
  expect(verdict?.reason?.length).toBeLessThan(54_000)
})
