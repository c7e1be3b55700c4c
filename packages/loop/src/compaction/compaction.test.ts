import { plainText, type Engine, type Message, type Note, type RaiderEvent } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { calls, openSession, playing, plugin, says, type Turn } from '../session.fixture.js'

const source = { kind: 'hook' as const, name: 'h.sh' }
const note = (id: string): Note => ({ id, kind: 'session', text: id, source })

/** A turn after which the context is as full as that. */
const filling = (turn: Turn, tokens: number): Turn => ({
  ...turn,
  usage: { inputTokens: tokens, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
})

const words = ({ content }: Message): string =>
  content
    .map((block) => {
      if (block.type === 'tool_use') return `call ${block.id}`
      return block.type === 'tool_result' ? `result ${block.tool_use_id}` : 'text' in block ? block.text : block.type
    })
    .join(' + ')

const asked = (engine: { readonly requests: readonly { readonly messages: readonly Message[] }[] }, index: number) =>
  (engine.requests[index]?.messages ?? []).map(words)

/** Says that the prompt is too long where a request has more messages than that. */
const refusing = <E extends Engine>(engine: E, most: number): E => ({
  ...engine,
  async *stream(request, signal) {
    if (request.messages.length <= most) yield* engine.stream(request, signal)
    else yield { type: 'fault', fault: { kind: 'context-limit', message: 'prompt is too long', attempts: 1 } }
  },
})

/** Keeps what plugins hear of compactions. */
const listening = () => {
  const heard: string[] = []
  const events: RaiderEvent[] = []
  const listener = plugin('listener', {
    beforePrompt: ({ text }) => void heard.push(`prompt ${text}`),
    beforeCompact: ({ trigger, instructions }) => void heard.push(`before ${trigger} ${instructions}`),
    open: (opening) => {
      heard.push(`open ${opening.source}`)
      return opening.source === 'compact' ? { ...opening, notes: [note('memory')] } : opening
    },
    beforeChange: ({ kind, input }) =>
      void (kind === 'PostCompact' && heard.push(`after ${String(input.compact_summary)}`)),
    onEvent: (event) => void events.push(event),
  })
  return { heard, events, listener }
}

describe('/compact', () => {
  it('puts a summary in the place of the conversation, and tells plugins in order', async () => {
    const { heard, listener } = listening()
    const engine = playing(says('one'), says('<analysis>hm</analysis><summary>we began</summary>'), says('two'))
    const session = await openSession(engine, { plugins: [listener] })
    await session.run('go').result
    expect(await session.run('/compact keep the names').result).toMatchObject({ kind: 'done', text: '', turns: 0 })
    await session.run('more').result
    expect(heard.slice(2)).toEqual([
      'before manual keep the names',
      'open compact',
      'after <analysis>hm</analysis><summary>we began</summary>',
      'prompt more',
    ])
    expect(asked(engine, 1)[2]).toContain('keep the names')
    const [message, ...rest] = asked(engine, 2)
    expect(rest).toEqual([])
    expect(message).toMatch(/we began[\s\S]*keep the names[\s\S]*memory[\s\S]* \+ more$/)
    expect(message).not.toContain('hm')
  })

  it('counts what the summary cost, and keeps it in an event', async () => {
    const { events, listener } = listening()
    const session = await openSession(playing(says('one'), says('sum')), { plugins: [listener] })
    await session.run('go').result
    expect(await session.run('/compact').result).toMatchObject({ usage: { inputTokens: 10, outputTokens: 5 } })
    expect(events.find((event) => event.type === 'compaction')).toMatchObject({
      trigger: 'manual',
      summary: 'sum',
      tokensBefore: 15,
      model: 'model-1',
    })
  })

  it('is refused by a plugin, which changes nothing', async () => {
    const refuse = plugin('p', { beforeCompact: () => ({ stance: 'deny', reason: 'not now', source }) })
    const engine = playing(says('one'), says('two'))
    const session = await openSession(engine, { plugins: [refuse] })
    await session.run('go').result
    expect((await session.run('/compact').result).text).toContain('not now')
    await session.run('more').result
    expect(asked(engine, 1)).toEqual(['go', 'one', 'more'])
  })

  it('heeds what a plugin wants of the summary', async () => {
    const wish = plugin('p', { beforeCompact: () => ({ effects: { instructions: 'name the files' }, source }) })
    const engine = playing(says('one'), says('sum'))
    const session = await openSession(engine, { plugins: [wish] })
    await session.run('go').result
    await session.run('/compact').result
    expect(asked(engine, 1)[2]).toContain('name the files')
  })

  it('has nothing to do at the beginning, and other words that begin like it are a prompt', async () => {
    const engine = playing(says('one'))
    const session = await openSession(engine)
    expect(await session.run('/compact').result).toMatchObject({ kind: 'done', text: '' })
    expect(engine.requests).toHaveLength(0)
    await session.run('/compactly').result
    expect(asked(engine, 0)).toEqual(['/compactly'])
  })

  it('fails with the fault of the provider, and the conversation stays', async () => {
    const engine = playing(says('one'), { content: [] }, says('two'))
    const session = await openSession(engine)
    await session.run('go').result
    expect(await session.run('/compact').result).toMatchObject({ kind: 'failed', fault: { kind: 'protocol' } })
    await session.run('more').result
    expect(asked(engine, 2)).toEqual(['go', 'one', 'more'])
  })
})

describe('a conversation that grows', () => {
  it('is compacted before the request that would hardly fit, its latest exchange kept word for word', async () => {
    const { heard, listener } = listening()
    const engine = playing(calls('a'), filling(calls('b'), 900), says('sum'), says('end'))
    const session = await openSession(engine, { plugins: [listener], compactAt: 800 })
    expect(await session.run('go').result).toMatchObject({ kind: 'done', text: 'end', turns: 3 })
    expect(heard).toContain('before auto null')
    const [summary, ...kept] = asked(engine, 3)
    expect(summary).toContain('sum')
    const memory = '<system-reminder>\nmemory\n</system-reminder>'
    expect(kept).toEqual(['call a', 'result a', 'call b', `result b + ${memory}`])
  })

  it('keeps no more than its share: long results are summarised with their calls', async () => {
    const long = calls('x'.repeat(2000))
    const engine = playing(filling(long, 900), says('sum'), says('end'))
    const session = await openSession(engine, { compactAt: 800 })
    await session.run('go').result
    expect(asked(engine, 1)).toHaveLength(3)
    expect(asked(engine, 2)).toHaveLength(1)
  })

  it('is not compacted where the host says so', async () => {
    const engine = playing(filling(calls('a'), 1e9), says('end'))
    const session = await openSession({ ...engine, contextWindow: () => 1000 }, { compactAt: false })
    expect(await session.run('go').result).toMatchObject({ text: 'end' })
  })

  it('is compacted once where the provider says that it is too long, and asked again', async () => {
    const inner = playing(calls('a'), calls('b'), says('sum'), says('end'))
    const session = await openSession(refusing(inner, 4))
    expect(await session.run('go').result).toMatchObject({ kind: 'done', text: 'end' })
    expect(asked(inner, 3)).toHaveLength(1)
  })

  it('is summarised from its later half where even that request is too long', async () => {
    const inner = playing(...['a', 'b', 'c', 'd'].map((id) => calls(id)), says('sum'), says('end'))
    const session = await openSession(refusing(inner, 8))
    expect(await session.run('go').result).toMatchObject({ kind: 'done', text: 'end' })
    const [first, ...others] = asked(inner, 4)
    expect(first).toContain('left out')
    expect(others[0]).toMatch(/^call /)
  })

  it('ends with the fault where a plugin refuses to compact', async () => {
    const refuse = plugin('p', { beforeCompact: () => ({ stance: 'deny', reason: 'keep it all', source }) })
    const session = await openSession(refusing(playing(calls('a'), calls('b')), 3), { plugins: [refuse] })
    expect(await session.run('go').result).toMatchObject({ kind: 'failed', fault: { kind: 'context-limit' } })
  })

  it('gives up where compacting does not help', async () => {
    let summaries = 0
    const count = plugin('p', { beforeCompact: () => void summaries++ })
    const full = (id: string): Turn => filling(calls(id), 900)
    const turns = ['a', 'b', 'c', 'd', 'e'].flatMap((id, index) => (index < 3 ? [full(id), says('sum')] : [full(id)]))
    const engine = playing(...turns, says('end'))
    const session = await openSession(engine, { plugins: [count], compactAt: 800 })
    expect(await session.run('go').result).toMatchObject({ text: 'end', turns: 6 })
    expect(summaries).toBe(3)
  })

  it('may be a million tokens long', async () => {
    const engine = playing(says('sum'), says('end'))
    const page = 'word '.repeat(400)
    const messages = Array.from({ length: 2000 }, (_, index): Message[] => [
      { role: 'user', content: [{ type: 'text', text: page }] },
      { role: 'assistant', content: [{ type: 'text', text: `${index} ${page}` }] },
    ]).flat()
    const past = {
      messages,
      draft: [],
      deferred: [],
      interrupted: [],
      callIds: [],
      files: [],
      memory: [],
      lists: [],
      lastLine: null,
    }
    const lastReply = { at: 0, model: 'model-1', tokens: 1e6 }
    const session = await openSession(engine, { past: { ...past, lastReply }, compactAt: 800_000 })
    expect((await session.run('more').result).text).toBe('end')
    const kept = engine.requests[1]?.messages ?? []
    expect(kept.length).toBeGreaterThan(100)
    expect(kept.reduce((sum, { content }) => sum + plainText(content).length, 0)).toBeLessThan(4 * 110_000)
  })
})
