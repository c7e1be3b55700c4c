import { text, ToolFailure, type CallScope, type JsonObject, type Tool } from '@raider/contracts'
import type { BuiltinOptions } from '../options.js'
import { closedObject, openObject, stringField } from '../schema.js'
import type { SearchHit, WebQuery } from './search-provider.js'

interface WebSearchInput {
  readonly query: string
  readonly allowed_domains?: readonly string[]
  readonly blocked_domains?: readonly string[]
}

interface WebSearchOutput {
  readonly query: string
  /** Lists of hits, and words about them. */
  readonly results: readonly ({ readonly tool_use_id: string; readonly content: readonly SearchHit[] } | string)[]
  readonly durationSeconds: number
  readonly searchCount: number
}

const domains = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description })

/** The WebSearch tool: asks the provider that the host brought. */
export const createWebSearch = ({ web = {} }: BuiltinOptions): Tool => ({
  name: 'WebSearch',
  origin: 'built-in',
  description:
    'Searches the web and returns titles and addresses. Read a page with WebFetch. Name your sources when you answer from them.',
  inputSchema: closedObject(['query'], {
    query: { ...stringField('What to search for'), minLength: 2 },
    allowed_domains: domains('Results from these hosts only; not together with blocked_domains'),
    blocked_domains: domains('No results from these hosts'),
  }),
  outputSchema: openObject(['query', 'results', 'durationSeconds'], {
    query: { type: 'string' },
    results: { type: 'array' },
    durationSeconds: { type: 'number' },
  }),
  parallel: () => true,
  check: (input) => {
    const { allowed_domains: allowed = [], blocked_domains: blocked = [] } = readInput(input)
    if (allowed.length === 0 || blocked.length === 0) return undefined
    return { message: 'Give allowed_domains or blocked_domains, not both.' }
  },
  run: (input, scope) => search(readInput(input), web.search, scope),
  render: (structured) => [text(resultText(structured as WebSearchOutput))],
})

const readInput = (input: JsonObject): WebSearchInput => input as unknown as WebSearchInput

const search = async (
  { query, allowed_domains: allowed = [], blocked_domains: blocked = [] }: WebSearchInput,
  provider: NonNullable<BuiltinOptions['web']>['search'],
  scope: CallScope,
): Promise<WebSearchOutput> => {
  if (provider === undefined)
    throw new ToolFailure('No search engine is set up here. Go on without searching, or ask the user for addresses.')
  const start = performance.now()
  const asked: WebQuery = { query, allowed, blocked }
  const { hits, remark, searches = 1 } = await provider(asked, scope)
  return {
    query,
    results: [{ tool_use_id: scope.callId, content: hits }, ...(remark === undefined ? [] : [remark])],
    durationSeconds: (performance.now() - start) / 1000,
    searchCount: searches,
  }
}

const resultText = ({ query, results }: WebSearchOutput): string => {
  const parts = results.map((result) => (typeof result === 'string' ? result : hitsText(result.content)))
  return [`Web search results for "${query}":`, ...parts].join('\n\n')
}

const hitsText = (hits: readonly SearchHit[]): string =>
  hits.length === 0 ? 'Nothing was found.' : hits.map(({ title, url }) => `- [${title}](${url})`).join('\n')
