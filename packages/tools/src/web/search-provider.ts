import type { CallScope, SearchHit, WebQuery } from '@raider/contracts'

/** What a search found. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[]
  /** What the search engine has to say beside. */
  readonly remark?: string
  /** Searches it took; default 1. */
  readonly searches?: number
}

/** A search engine that the host brings; it takes the place of the model's provider. A rejection is told to the model. */
export type WebSearchProvider = (query: WebQuery, scope: CallScope) => Promise<SearchAnswer>
