import { readFile } from 'node:fs/promises'
import {
  plainText,
  profiles,
  text,
  type Message,
  type Note,
  type ProfileName,
  type RaiderEvent,
} from '@raider/contracts'
import { createProject, createSessionScope, type Project } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { calls, openSession, playing, plugin, says } from './session.fixture.js'
import type { SessionParts } from './parts.js'
import { restore } from './history/past.js'

const source = { kind: 'hook' as const, name: 'h.sh' }
const note = (id: string, kind: Note['kind'], callId?: string): Note => ({
  id,
  kind,
  text: id,
  source,
  ...(callId !== undefined && { callId }),
})

const factsOf = (project: Project, profile: ProfileName = 'raider'): SessionParts['facts'] => ({
  ...createSessionScope({ project }),
  profile: profiles[profile],
})

/** What was written of a session, as the past of the next one. */
const pastOf = async (facts: SessionParts['facts']) => restore(await readFile(facts.transcriptPath, 'utf8'))

const words = (messages: readonly Message[] | undefined): readonly string[] =>
  (messages ?? []).map(({ content }) =>
    content
      .map((block) => (block.type === 'tool_result' ? plainText(block.content) : 'text' in block ? block.text : ''))
      .join(' + '),
  )

/** Messages without the ids that only the transcript needs. */
const bare = (messages: readonly Message[] = []) => messages.map(({ role, content }) => ({ role, content }))

/** A hook that defers every call until it is told otherwise. */
const deferring = () => {
  const state = { stance: 'defer' as 'defer' | 'allow', asked: [] as string[], batches: 0 }
  const steps = plugin('deferring', {
    beforeTool: ({ id }) => {
      state.asked.push(id)
      return { stance: state.stance, notes: [note(`about ${id}`, 'before-tool', id)], source }
    },
    afterBatch: () => {
      state.batches++
      return undefined
    },
  })
  return { state, steps }
}

describe('a session that goes on', () => {
  it.each(['raider', 'claude'] as const)('sends what the earlier one sent, word for word (%s)', async (profile) => {
    await using project = await createProject()
    const facts = factsOf(project, profile)
    const talkative = plugin('talkative', {
      open: (opening) => ({ ...opening, notes: [note('start', 'session')] }),
      beforePrompt: () => ({ notes: [note('hint', 'prompt')], source }),
      afterTool: (ending) => ({ ...ending, notes: [note(`after ${ending.call.id}`, 'after-tool', ending.call.id)] }),
      beforeStop: (stop) => (stop.active ? undefined : { stance: 'deny', reason: 'not yet', source }),
    })
    const parts = { facts, transcript: true, plugins: [talkative] }
    const first = playing(calls('a', 'b'), says('one'), says('two'))
    const session = await openSession(first, parts)
    await session.run('go').result
    await session.close()
    const second = playing(says('three'))
    const resumed = await openSession(second, { ...parts, past: await pastOf(facts) })
    await resumed.run('more').result
    const sent = bare(first.requests.at(-1)?.messages)
    expect(bare(second.requests[0]?.messages).slice(0, sent.length)).toEqual(sent)
    expect(words(second.requests[0]?.messages.slice(sent.length)).join(' | ')).toBe(
      'two | <system-reminder>\nhint\n</system-reminder> + more',
    )
  })

  it('opens as a resume, tells how the conversation stands, and uses no call id again', async () => {
    await using project = await createProject()
    const facts = factsOf(project)
    const session = await openSession(playing(calls('a'), says('end')), { facts, transcript: true })
    await session.run('go').result
    await session.close()
    const openings: unknown[] = []
    const listener = plugin('l', {
      open: (opening) => {
        openings.push(opening)
        return opening
      },
    })
    const engine = playing(calls('a'), says('end'))
    const past = await pastOf(facts)
    const resumed = await openSession(engine, { facts, transcript: true, plugins: [listener], past })
    const { toolEvents } = await resumed.run('more').result
    expect(openings).toMatchObject([{ source: 'resume', standing: { contextTokens: 15, cacheExpired: false } }])
    expect(toolEvents.map(({ id }) => id)).toEqual(['a_2', 'a_2'])
    await resumed.close()
    expect((await pastOf(facts)).callIds).toEqual(['a', 'a_2'])
  })

  it('is told of a call that was cut off, and never carries it out again', async () => {
    await using project = await createProject()
    const facts = factsOf(project)
    const past = restore(
      [
        { type: 'user', uuid: '1', message: { content: 'go' } },
        { type: 'assistant', uuid: '2', parentUuid: '1', message: { id: 'm', content: calls('cut').content } },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    const notices: string[] = []
    const listener = plugin('l', { onEvent: (event) => void (event.type === 'notice' && notices.push(event.text)) })
    const engine = playing(says('ok'))
    const session = await openSession(engine, { facts, plugins: [listener], past })
    const { toolEvents } = await session.run('more').result
    expect(toolEvents).toEqual([])
    expect(notices[0]).toContain('cut')
    expect(engine.requests[0]?.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'cut', is_error: true },
      text('more'),
    ])
  })
})

describe('a deferred call', () => {
  it('is asked about again before the model is, and its batch is not voted on a second time', async () => {
    await using project = await createProject()
    const facts = factsOf(project)
    const { state, steps } = deferring()
    const parts = { facts, transcript: true, plugins: [steps] }
    const session = await openSession(playing(calls('a')), parts)
    expect(await session.run('go').result).toMatchObject({ kind: 'deferred', call: { id: 'a', input: { word: 'a' } } })
    await session.close()
    state.stance = 'allow'
    const engine = playing(says('went on'))
    const resumed = await openSession(engine, { ...parts, past: await pastOf(facts) })
    const outcomes: string[] = []
    for await (const run of resumed.runs(undefined, new AbortController().signal))
      outcomes.push((await run.result).text)
    expect(outcomes).toEqual(['went on'])
    expect(state).toMatchObject({ asked: ['a', 'a'], batches: 0 })
    expect(words(engine.requests[0]?.messages).at(-1)).toMatch(/^a\n.*about a.*Continue from where you left off\.$/s)
  })

  it('ends the run again where it is deferred again, without a request', async () => {
    const { state, steps } = deferring()
    const engine = playing(calls('a'), says('late'))
    const session = await openSession(engine, { plugins: [steps] })
    await session.run('go').result
    const run = await session.runs(undefined, new AbortController().signal).next()
    expect(await run.value?.result).toMatchObject({ kind: 'deferred' })
    expect(state.asked).toEqual(['a', 'a'])
    expect(engine.requests).toHaveLength(1)
  })

  it('is given up where a prompt comes instead of a decision, and the conversation stays whole', async () => {
    const { steps } = deferring()
    const engine = playing(calls('a'), says('never mind'))
    const session = await openSession(engine, { plugins: [steps] })
    await session.run('go').result
    expect(await session.run('something else').result).toMatchObject({ kind: 'done', text: 'never mind' })
    expect(engine.requests[1]?.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'a', is_error: true },
      { type: 'text' },
      { type: 'text' },
      text('something else'),
    ])
  })

  it.each([
    ['raider', ['a', 'b']],
    ['claude', ['b']],
  ] as const)('is asked about beside others as the profile %s says', async (profile, again) => {
    await using project = await createProject()
    const facts = factsOf(project, profile)
    const { state, steps } = deferring()
    const parts = { facts, transcript: true, plugins: [steps] }
    const session = await openSession(playing(calls('a', 'b')), parts)
    await session.run('go').result
    await session.close()
    state.asked = []
    state.stance = 'allow'
    const resumed = await openSession(playing(says('ok')), { ...parts, past: await pastOf(facts) })
    for await (const run of resumed.runs(undefined, new AbortController().signal)) await run.result
    expect(state.asked).toEqual(again)
  })
})

describe('the prompt of a plugin', () => {
  it('is a run of its own before the first prompt, or in place of one', async () => {
    const first = plugin('first', { open: (opening) => ({ ...opening, firstPrompt: 'look around' }) })
    const engine = playing(says('one'), says('two'))
    const session = await openSession(engine, { plugins: [first] })
    const texts: string[] = []
    for await (const run of session.runs('go', new AbortController().signal)) texts.push((await run.result).text)
    expect(texts).toEqual(['one', 'two'])
    expect(words(engine.requests[1]?.messages)).toEqual(['look around', 'one', 'go'])
  })

  it('goes first within one run too, which then tells the last outcome', async () => {
    const first = plugin('first', { open: (opening) => ({ ...opening, firstPrompt: 'look around' }) })
    const session = await openSession(playing(says('one'), says('two')), { plugins: [first] })
    const run = session.run('go')
    const prompts: string[] = []
    for await (const event of run as AsyncIterable<RaiderEvent>)
      if (event.type === 'run-start') prompts.push(plainText(event.prompt))
    expect(prompts).toEqual(['look around', 'go'])
    expect((await run.result).text).toBe('two')
  })
})
