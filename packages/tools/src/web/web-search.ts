import {
  text,
  ToolFailure,
  type CallScope,
  type JsonObject,
  type SearchHit,
  type Tool,
  type WebFindings,
  type WebQuery,
} from '@raider/contracts'
import type { BuiltinOptions } from '../options.js'
import { closedObject, openObject, stringField } from '../schema.js'
import type { WebSearchProvider } from './search-provider.js'

interface WebSearchInput {
  readonly query: string
  readonly allowed_domains?: readonly string[]
  readonly blocked_domains?: readonly string[]
}

interface WebSearchOutput {
  readonly query: string
  /** Lists of hits, and words about them. */
  readonly results: WebFindings['results']
  readonly durationSeconds: number
  readonly searchCount: number
}

const domains = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description })

/** The WebSearch tool: asks the search engine that the host brought, or has the provider of the model search. */
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
  provider: WebSearchProvider | undefined,
  scope: CallScope,
): Promise<WebSearchOutput> => {
  const start = performance.now()
  const { results, searches } = await findingsFor({ query, allowed, blocked }, provider, scope)
  return { query, results, durationSeconds: (performance.now() - start) / 1000, searchCount: searches }
}

/** From the host's search engine, or from that of the model's provider where the host brought none. */
const findingsFor = async (
  query: WebQuery,
  provider: WebSearchProvider | undefined,
  scope: CallScope,
): Promise<WebFindings> => {
  if (provider === undefined) {
    if (scope.searchWeb !== undefined) return scope.searchWeb(query, scope.signal)
    throw new ToolFailure(
      'There is no search engine: the host brought none, and this model comes without one. Go on without searching, or ask the user for addresses.',
    )
  }
  const { hits, remark, searches = 1 } = await provider(query, scope)
  const found = { tool_use_id: scope.callId, content: hits }
  return { results: remark === undefined ? [found] : [found, remark], searches }
}

const resultText = ({ query, results }: WebSearchOutput): string => {
  const parts = results.map((result) => (typeof result === 'string' ? result : hitsText(result.content)))
  return [`Web search results for "${query}":`, ...parts].join('\n\n')
}

const hitsText = (hits: readonly SearchHit[]): string =>
  hits.length === 0 ? 'Nothing was found.' : hits.map(({ title, url }) => `- [${title}](${url})`).join('\n')
