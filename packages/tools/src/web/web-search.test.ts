import { describe, expect, it } from 'vitest'
import type { WebQuery } from '@raider/contracts'
import { createBench } from '../bench.fixture.js'

describe('WebSearch', () => {
  it('asks the provider of the host', async () => {
    const asked: WebQuery[] = []
    await using bench = await createBench(
      {},
      {
        web: {
          search: (query) => {
            asked.push(query)
            return Promise.resolve({ hits: [{ title: 'T', url: 'https://t.example/' }], remark: 'few hits' })
          },
        },
      },
    )
    const { text, structured } = await bench.call('WebSearch', { query: 'what', blocked_domains: ['b.com'] })
    expect(asked).toEqual([{ query: 'what', allowed: [], blocked: ['b.com'] }])
    expect(text).toContain('- [T](https://t.example/)')
    expect(structured).toMatchObject({
      query: 'what',
      results: [{ tool_use_id: 'call-1', content: [{ title: 'T', url: 'https://t.example/' }] }, 'few hits'],
      searchCount: 1,
    })
  })

  const found = { tool_use_id: 'srv', content: [{ title: 'P', url: 'https://p.example/' }] }

  it('has the provider of the model search where the host brought no engine', async () => {
    const asked: WebQuery[] = []
    const searchWeb = (query: WebQuery) => {
      asked.push(query)
      return Promise.resolve({ results: ['first', found, 'then'], searches: 2 })
    }
    await using bench = await createBench({}, { scope: { searchWeb } })
    const { text, structured } = await bench.call('WebSearch', { query: 'what', allowed_domains: ['p.example'] })
    expect(asked).toEqual([{ query: 'what', allowed: ['p.example'], blocked: [] }])
    expect(structured).toMatchObject({ results: ['first', found, 'then'], searchCount: 2 })
    expect(text).toContain('first\n\n- [P](https://p.example/)\n\nthen')
  })

  it('prefers the engine of the host', async () => {
    const searchWeb = () => Promise.reject(new Error('must not be asked'))
    const search = () => Promise.resolve({ hits: [] })
    await using bench = await createBench({}, { web: { search }, scope: { searchWeb } })
    expect((await bench.call('WebSearch', { query: 'what' })).text).toContain('Nothing was found.')
  })

  it('says that there is no search engine where there is none', async () => {
    await using bench = await createBench()
    expect(await bench.call('WebSearch', { query: 'what' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('There is no search engine'),
    })
  })

  it('takes one list of hosts only', async () => {
    await using bench = await createBench()
    const input = { query: 'what', allowed_domains: ['a.com'], blocked_domains: ['b.com'] }
    expect((await bench.call('WebSearch', input)).status).toBe('objection')
  })
})
