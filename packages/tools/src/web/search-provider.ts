import type { CallScope } from '@raider/contracts'

/** A question to a search engine. Hosts are names such as `example.com`; at most one of the lists has any. */
export interface WebQuery {
  readonly query: string
  readonly allowed: readonly string[]
  readonly blocked: readonly string[]
}

/** A page that was found. */
export interface SearchHit {
  readonly title: string
  readonly url: string
}

/** What a search found. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[]
  /** What the search engine has to say beside. */
  readonly remark?: string
  /** Searches it took; default 1. */
  readonly searches?: number
}

/** A search engine. A rejection is told to the model. */
export type WebSearchProvider = (query: WebQuery, scope: CallScope) => Promise<SearchAnswer>
