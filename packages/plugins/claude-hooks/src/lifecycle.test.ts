import type { JsonObject, RaiderEvent, StepScope } from '@raider/contracts'
import { createProject, until, type Project } from '@raider/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onEvent, openSession, specifically, testCall, testLayer, testSettings } from './session.fixture.js'

let project: Project
beforeEach(async () => {
  project = await createProject()
})
afterEach(() => project.dispose())

const read = async (file: string): Promise<JsonObject> => JSON.parse(await project.read(file)) as JsonObject
const place = { session: 's', agent: 'main', time: '2026-01-01T00:00:00.000Z' }

it('tells hooks of every memory file without waiting for them, but before the session is over', async () => {
  const hooks = onEvent('InstructionsLoaded', 'cat > loaded')
  const { steps, scope } = await openSession(project, hooks)
  const load: RaiderEvent = {
    ...place,
    type: 'memory-load',
    file: '/p/r.md',
    bytes: 3,
    reason: 'path_glob_match',
    memory: 'Project',
    trigger: '/p/a.ts',
    globs: ['*.ts'],
  }
  void steps.onEvent?.({ ...place, type: 'run-start', prompt: [], promptId: 'p9', effort: 'high' })
  expect(steps.onEvent?.(load)).toBeUndefined()
  await steps.close('other', scope)
  expect(await read('loaded')).toMatchObject({
    prompt_id: 'p9',
    effort: { level: 'high' },
    hook_event_name: 'InstructionsLoaded',
    file_path: '/p/r.md',
    memory_type: 'Project',
    load_reason: 'path_glob_match',
    globs: ['*.ts'],
    trigger_file_path: '/p/a.ts',
  })
})

it('tells hooks of what the session begins with once SessionStart hooks are through', async () => {
  const hooks = {
    ...onEvent('InstructionsLoaded', 'echo loaded >> order'),
    ...onEvent('SessionStart', 'echo start >> order'),
  }
  const { steps, scope } = await openSession(project, hooks)
  const load = { ...place, type: 'memory-load', file: '/p', bytes: 1, memory: 'User' } as const
  void steps.onEvent?.({ ...load, reason: 'session_start' })
  await steps.open?.({ source: 'startup', notes: [] }, scope)
  await steps.close('other', scope)
  expect(await project.read('order')).toBe('start\nloaded\n')
})

it('ends such a hook that outlives the closing of the session', async () => {
  const { steps, scope } = await openSession(project, onEvent('InstructionsLoaded', 'echo $$ > pid; sleep 60'))
  void steps.onEvent?.({ ...place, type: 'run-start', prompt: [], promptId: 'p9' })
  void steps.onEvent?.({ ...place, type: 'memory-load', file: '/p', bytes: 1, reason: 'include', memory: 'User' })
  await until('the hook runs', () => project.read('pid').catch(() => undefined))
  await steps.close('other', { ...scope, signal: AbortSignal.abort({ by: 'shutdown', reason: 'late' }) })
  expect(scope.events).toMatchObject([{ type: 'hook-run', outcome: 'cancelled' }])
})

it('tells hooks how a resumed conversation stands, and takes title, paths and first prompt from them', async () => {
  const fields = { sessionTitle: 'T', watchPaths: ['/p/w'], initialUserMessage: 'first' }
  const hook = specifically('SessionStart', fields).replace('cat >/dev/null', 'cat > start')
  const { steps, scope } = await openSession(project, onEvent('SessionStart', hook))
  const standing = { secondsSinceReply: 5, contextTokens: 10, cacheExpired: false, cacheWriteUsd: 0.5 }
  const opened = await steps.open?.({ source: 'resume', notes: [], standing, title: 'old', model: 'm' }, scope)
  expect(opened).toMatchObject({ title: 'T', watch: ['/p/w'], firstPrompt: 'first' })
  expect(await read('start')).toMatchObject({
    source: 'resume',
    model: 'm',
    session_title: 'old',
    seconds_since_last_response: 5,
    context_tokens: 10,
    prompt_cache_likely_expired: false,
    estimated_cache_write_usd: 0.5,
  })
})

it('watches the files that matchers of FileChanged name in the current folder', async () => {
  const group = (matcher: string): JsonObject => ({ matcher, hooks: [{ type: 'command', command: 'true' }] })
  const { steps } = await openSession(project, { FileChanged: [group('.env|a b.txt'), group('*'), group('.env')] })
  expect(steps.watched?.('/p')).toEqual(['/p/.env', '/p/a b.txt', '/p/*'])
  expect((await openSession(project, onEvent('Stop', 'true'))).steps).not.toHaveProperty('watched')
})

it('follows settings that change, and keeps the hooks that joined', async () => {
  const settings = (command: string) => testSettings(testLayer('user', { hooks: onEvent('PreToolUse', command) }))
  let now = settings('echo one >> ran')
  const late = [testLayer('flag', { hooks: onEvent('PreToolUse', 'echo late >> ran') })]
  const scope: Partial<StepScope> = { settings: now, currentSettings: () => now, lateLayers: () => late }
  const { steps, scope: step } = await openSession(project, {}, { scope })
  const ran = async (): Promise<string[]> => {
    await project.write({ ran: '' })
    await steps.beforeTool(testCall('ls'), step)
    return (await project.read('ran')).trim().split('\n').toSorted()
  }
  expect(await ran()).toEqual(['late', 'one'])
  now = settings('echo two >> ran')
  expect(await ran()).toEqual(['late', 'two'])
})

it('tells what a changed file leaves out', async () => {
  let now = testSettings()
  const { steps, scope } = await openSession(project, {}, { scope: { settings: now, currentSettings: () => now } })
  now = testSettings(testLayer('user', { hooks: { Nope: [] } }))
  await steps.beforeTool(testCall('ls'), scope)
  expect(scope.events).toMatchObject([{ type: 'notice', level: 'error' }])
})
