/** A question to a search engine. Hosts are names such as `example.com`; at most one of the lists has any. */
export interface WebQuery {
  readonly query: string
  /** Results come from these hosts only; empty: from anywhere. */
  readonly allowed: readonly string[]
  readonly blocked: readonly string[]
}

/** A page that was found. */
export interface SearchHit {
  readonly title: string
  readonly url: string
}

/** What one search found. */
export interface FoundPages {
  /** The provider's id of the search. */
  readonly tool_use_id: string
  readonly content: readonly SearchHit[]
}

/** What a model found that searched by means of its provider: pages and words about them, in the order they came. */
export interface WebFindings {
  readonly results: readonly (FoundPages | string)[]
  /** Searches it took. */
  readonly searches: number
}

/** Has the provider of the model search the web. Rejects where it cannot be asked. */
export type SearchWeb = (query: WebQuery, signal: AbortSignal) => Promise<WebFindings>
