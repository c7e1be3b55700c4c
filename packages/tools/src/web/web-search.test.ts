import { describe, expect, it } from 'vitest'
import { createBench } from '../fixture.js'
import type { WebQuery } from './search-provider.js'

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

  it('says that there is no search engine where there is none', async () => {
    await using bench = await createBench()
    expect(await bench.call('WebSearch', { query: 'what' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('No search engine'),
    })
  })

  it('takes one list of hosts only', async () => {
    await using bench = await createBench()
    const input = { query: 'what', allowed_domains: ['a.com'], blocked_domains: ['b.com'] }
    expect((await bench.call('WebSearch', input)).status).toBe('objection')
  })
})
