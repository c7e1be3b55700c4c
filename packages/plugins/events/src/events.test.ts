import { existsSync } from 'node:fs'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EventBody, PluginSteps, RaiderEvent, ToolCall } from '@raider/contracts'
import { readJournal, verifyJournal } from '@raider/journal'
import { createProject, createStepScope, until, type Project } from '@raider/testing'
import { events, type EventsOptions } from './events.js'

const body: EventBody = { type: 'cwd-change', from: '/a', to: '/b' }

/** A session whose `emit` reaches the plugin, as in a runtime. */
async function openSession(project: Project, plugin = events(), id = 's1', env = { HOME: project.home }) {
  const told: RaiderEvent[] = []
  let steps: PluginSteps = {}
  const emit = (event: EventBody) => {
    const full = { ...event, session: id, agent: 'main', time: new Date().toISOString() } as RaiderEvent
    told.push(full)
    void steps.onEvent?.(full)
  }
  const scope = createStepScope({ project, session: id, env, emit })
  steps = await plugin.create(scope)
  return { emit, told, scope, steps, close: () => steps.close?.('other', scope) }
}

const noticesOf = (told: readonly RaiderEvent[]): string[] =>
  told.flatMap((event) => (event.type === 'notice' ? [event.text] : []))

describe('events', () => {
  it('calls typed listeners, those of every event, and once-listeners once', async () => {
    await using project = await createProject()
    const plugin = events({ journal: false })
    const heard: string[] = []
    const leaver = () => heard.push('never')
    plugin.on('cwd-change', (event) => heard.push(`typed ${event.to}`))
    plugin.once('cwd-change', (event) => heard.push(`once ${event.session}`))
    plugin.on('*', (event) => heard.push(`all ${event.type}`))
    plugin.on('cwd-change', leaver)
    plugin.off('cwd-change', leaver)
    const one = await openSession(project, plugin, 'one')
    const two = await openSession(project, plugin, 'two')
    one.emit(body)
    two.emit({ type: 'session-close', reason: 'other' })
    one.emit(body)
    expect(heard).toEqual(['typed /b', 'once one', 'all cwd-change', 'all session-close', 'typed /b', 'all cwd-change'])
  })

  it('reports listeners that throw or reject, once each, and still calls the others', async () => {
    await using project = await createProject()
    const plugin = events({ journal: false })
    const heard: string[] = []
    plugin.on('cwd-change', () => {
      throw new Error('thrown')
    })
    plugin.on('cwd-change', () => Promise.reject(new Error('rejected')))
    plugin.on('notice', () => {
      throw new Error('while told of the failure')
    })
    plugin.on('cwd-change', () => heard.push('still called'))
    const session = await openSession(project, plugin)
    session.emit(body)
    await until('both failures are told', () => noticesOf(session.told).length === 2)
    expect(heard).toEqual(['still called'])
    expect(noticesOf(session.told)).toEqual([
      'A listener of cwd-change failed: thrown',
      'A listener of cwd-change failed: rejected',
    ])
  })

  it('records each session in a file of its own below the home folder', async () => {
    await using project = await createProject()
    const session = await openSession(project)
    session.emit(body)
    await session.close()
    session.emit(body)
    const slug = project.dir.replaceAll('/', '-')
    const file = join(project.home, '.raider', 'journals', slug, 's1.jsonl')
    expect(await verifyJournal(file)).toMatchObject({ ok: true, lines: 1 })
    for await (const line of readJournal(file)) expect(line).toMatchObject({ ...body, session: 's1', seq: 0 })
  })

  it('writes the close of the session last, behind what closing hooks did', async () => {
    await using project = await createProject()
    const heard: string[] = []
    const plugin = events({ journal: { dir: project.path('j') } })
    plugin.on('*', ({ type }) => heard.push(type))
    const session = await openSession(project, plugin)
    session.emit({ type: 'session-close', reason: 'other' })
    session.emit(body)
    await session.close()
    expect(heard).toEqual(['session-close', 'cwd-change'])
    const written: string[] = []
    for await (const { type } of readJournal(project.path('j/s1.jsonl'))) written.push(type)
    expect(written).toEqual(['cwd-change', 'session-close'])
  })

  it('records no secret of the environment', async () => {
    await using project = await createProject()
    const env = { HOME: project.home, MY_API_KEY: 'open sesame', SSH_KEY: '/home/me/key' }
    const session = await openSession(project, events({ journal: { dir: project.path('j') } }), 's1', env)
    session.emit({ type: 'cwd-change', from: 'open sesame', to: '/home/me/key' })
    await session.close()
    for await (const line of readJournal(project.path('j/s1.jsonl'))) {
      expect(line).toMatchObject({ from: '[redacted:secret]', to: '/home/me/key' })
    }
  })

  it('refuses a session whose journal another one writes', async () => {
    await using project = await createProject()
    const first = await openSession(project)
    await expect(openSession(project)).rejects.toMatchObject({ code: 'journal-locked' })
    await first.close()
    await (await openSession(project)).close()
  })
})

describe('a journal that cannot be written', () => {
  const inFolder = (project: Project, more: object = {}): EventsOptions => ({
    journal: { dir: project.path('journals'), ...more },
  })

  it('is told once, and the gap once it works again', async () => {
    await using project = await createProject({ journals: 'a file in the way' })
    const session = await openSession(project, events(inFolder(project)))
    session.emit(body)
    session.emit({ type: 'text-delta', text: 'not recorded anyway' })
    session.emit(body)
    expect(noticesOf(session.told)).toMatchObject([expect.stringContaining('s1.jsonl could not be opened')])

    await rm(project.path('journals'))
    session.emit(body)
    await session.close()
    expect(noticesOf(session.told).at(-1)).toBe('3 events before this one are missing from the journal.')
    expect(await verifyJournal(project.path('journals/s1.jsonl'))).toMatchObject({ ok: true, lines: 2 })
  })

  it.runIf(existsSync('/dev/full'))(
    'keeps a session from starting, and calls from running, where it is required',
    async () => {
      await using project = await createProject({ journals: 'a file in the way' })
      const plugin = events(inFolder(project, { required: true, fsync: 'never' }))
      await expect(openSession(project, plugin)).rejects.toMatchObject({ code: 'journal-failed' })

      await rm(project.path('journals'))
      await mkdir(project.path('journals'))
      await symlink('/dev/full', project.path('journals/s1.jsonl'))
      const session = await openSession(project, plugin)
      const vote = () => session.steps.beforeTool?.({} as ToolCall, session.scope)
      expect(vote()).toBeUndefined()
      session.emit(body)
      session.emit({ type: 'text-delta', text: 'not recorded anyway' })
      expect(vote()).toMatchObject({ stance: 'deny', reason: expect.stringContaining('ENOSPC') })
      const shortfalls = [session.steps.shortfall?.(), session.steps.shortfall?.()]
      expect(shortfalls).toEqual([expect.stringMatching(/^The journal does not have everything.*ENOSPC/s), undefined])
      await session.close()
    },
  )
})
