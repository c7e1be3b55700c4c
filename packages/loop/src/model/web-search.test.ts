import { describe, expect, it } from 'vitest'
import type { AssistantBlock, SearchWeb } from '@raider/contracts'
import { openSession, playing, plugin, says } from '../session.fixture.js'
import { findingsOf } from './web-search.js'

const found = (id: string, content: unknown): AssistantBlock => ({
  type: 'opaque',
  block: { type: 'web_search_tool_result', tool_use_id: id, content },
})
const words = (text: string): AssistantBlock => ({ type: 'text', text })

describe('what a provider found', () => {
  it('is told in the order it came, neighbouring words as one text', () => {
    const page = { type: 'web_search_result', url: 'https://a.example/', title: 'A', encrypted_content: 'x' }
    const content = [words('I '), words('search. '), found('s1', [page]), words('Done.'), found('s2', [])]
    expect(findingsOf(content)).toEqual({
      results: [
        'I search.',
        { tool_use_id: 's1', content: [{ title: 'A', url: 'https://a.example/' }] },
        'Done.',
        { tool_use_id: 's2', content: [] },
      ],
      searches: 2,
    })
  })

  it('may be an error', () => {
    const problem = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }
    expect(findingsOf([found('s1', problem), words('Sorry.')]).results).toEqual([
      'Web search error: max_uses_exceeded',
      'Sorry.',
    ])
  })
})

describe('a search by means of the provider', () => {
  /** A plugin that searches before each stop. */
  const searching = (results: unknown[]) =>
    plugin('searching', {
      async beforeStop(_, { searchWeb, signal }) {
        results.push(await searched(searchWeb, signal))
        return undefined
      },
    })
  const searched = (searchWeb: SearchWeb | undefined, signal: AbortSignal) =>
    searchWeb?.({ query: 'what', allowed: ['a.example'], blocked: [] }, signal)

  it('is a request of its own, which the run pays', async () => {
    const engine = Object.assign(playing(says('end'), says('nothing there')), { searchesWeb: true })
    const results: unknown[] = []
    const session = await openSession(engine, { plugins: [searching(results)] })
    const outcome = await session.run('go').result
    expect(results).toEqual([{ results: ['nothing there'], searches: 0 }])
    expect(engine.requests[1]).toMatchObject({
      agent: 'web-search',
      tools: [],
      webSearch: { maxUses: 8, allowed: ['a.example'], blocked: [] },
    })
    expect(outcome).toMatchObject({ text: 'end', turns: 1, usage: { inputTokens: 20 } })
    await session.close()
  })

  it('is not there where the engine cannot', async () => {
    const results: unknown[] = []
    const session = await openSession(playing(says('end')), { plugins: [searching(results)] })
    await session.run('go').result
    expect(results).toEqual([undefined])
    await session.close()
  })
})
