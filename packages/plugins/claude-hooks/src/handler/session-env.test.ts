import { createProject } from '@raider/testing'
import { expect, it } from 'vitest'
import { sessionEnvironment } from './session-env.js'
import { onEvent, openSession } from '../session.fixture.js'

it('gives what the hooks of a session wrote, the later hook last', async () => {
  await using project = await createProject()
  const hooks = Array.from({ length: 11 }, (_, index) => `echo "export A=${index}" > "$CLAUDE_ENV_FILE"`)
  const { steps, scope } = await openSession(project, onEvent('SessionStart', ...hooks))
  expect(sessionEnvironment(scope)).toBe('')
  await steps.open?.({ source: 'startup', notes: [] }, scope)
  expect(sessionEnvironment(scope).trim().split(/\n+/)).toEqual(hooks.map((_, index) => `export A=${index}`))
  expect(sessionEnvironment({ ...scope, session: 'other' })).toBe('')
})

it('runs hooks without such a file, and says so, where there can be none', async () => {
  await using project = await createProject({ file: '' })
  const hook = 'echo "said ${CLAUDE_ENV_FILE-nothing}"'
  const overrides = { configDir: project.path('file') }
  const { steps, scope } = await openSession(project, onEvent('SessionStart', hook), { scope: overrides })
  const opened = await steps.open?.({ source: 'startup', notes: [] }, scope)
  expect(opened?.notes.map(({ text }) => text)).toEqual([expect.stringContaining('said nothing')])
  expect(JSON.stringify(scope.events)).toContain('no CLAUDE_ENV_FILE')
})
