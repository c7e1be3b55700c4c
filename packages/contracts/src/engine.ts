import type { AssistantBlock, AssistantMessage, Message } from './message.js'
import type { JsonSchema } from './json.js'
import type { WebQuery } from './web-search.js'

/** Tokens of one or more model replies, in the provider's own count. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** Searches of the web that the provider made; absent for none. */
  readonly webSearches?: number
}

/** No tokens at all. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** Tokens of two usages together; costs are added, not computed from this. */
export const addUsage = (a: Usage, b: Usage): Usage => {
  const searches = (a.webSearches ?? 0) + (b.webSearches ?? 0)
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    ...(searches > 0 && { webSearches: searches }),
  }
}

/** Tokens of a prompt, those from the cache included. */
export const promptTokens = ({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number =>
  inputTokens + cacheReadTokens + cacheWriteTokens

/** Tokens of prompt and reply. */
export const totalTokens = (usage: Usage): number => promptTokens(usage) + usage.outputTokens

/** US dollars for a million tokens. */
export interface Rates {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** What a model costs. */
export interface Price extends Rates {
  /** Rates of a request whose prompt, cached tokens included, is longer than `above` tokens; the same rates where absent. */
  readonly longPrompt?: Rates & { readonly above: number }
  /** US dollars for one search of the web; free where absent. */
  readonly webSearch?: number
}

/** Dollars that one reply costs at `price`. Add up costs, not usages: the rates may depend on the length of each prompt. */
export const costOf = (usage: Usage, price: Price): number => {
  const prompt = promptTokens(usage)
  const rates = price.longPrompt !== undefined && prompt > price.longPrompt.above ? price.longPrompt : price
  return (
    (usage.inputTokens * rates.input +
      usage.outputTokens * rates.output +
      usage.cacheReadTokens * rates.cacheRead +
      usage.cacheWriteTokens * rates.cacheWrite) /
      1e6 +
    (usage.webSearches ?? 0) * (price.webSearch ?? 0)
  )
}

/** Reasoning efforts, the least first. */
export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/** How hard a model is to think. */
export type Effort = (typeof efforts)[number]

/** A tool as the model is told of it. */
export interface ToolOffer {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** Leave for the provider to search the web while it answers. */
export interface WebSearchOffer extends Pick<WebQuery, 'allowed' | 'blocked'> {
  /** Most searches of one reply. */
  readonly maxUses: number
}

/** One request to a model. Arrays may be shared between requests: an engine never changes them. */
export interface ModelRequest {
  /** Model id or alias; the engine's default where absent. */
  readonly model?: string
  /** System prompt as items, most stable first; a cache breakpoint is set after the last one. */
  readonly system: readonly string[]
  readonly messages: readonly Message[]
  readonly tools: readonly ToolOffer[]
  /** Only for engines that search the web; what was found comes as blocks of the reply. Absent: no searches. */
  readonly webSearch?: WebSearchOffer
  /** Most tokens of the reply; the engine's default where absent. */
  readonly maxOutputTokens?: number
  /** Tokens for reasoning. Absent: as the model does by itself; 0: none, where the model can do without. */
  readonly thinkingTokens?: number
  /** Reasoning effort, where the model knows it. */
  readonly effort?: Effort
  /** Type of the agent that asks (`main` for the first session): scripted engines route by it. */
  readonly agent: string
}

/** Why a model ended its reply. */
export type StopReason = 'end' | 'tool-use' | 'max-tokens' | 'stop-sequence' | 'refusal' | 'pause' | 'context-limit'

/**
 * What went wrong at the provider; in strict mode also `coverage`: an executed call missed a step, and `shortfall`: a plugin could not do
 * what is required of it, such as the journal.
 */
export type FaultKind =
  | 'rate-limit'
  | 'overloaded'
  | 'authentication'
  | 'billing'
  | 'invalid-request'
  | 'model-not-found'
  | 'context-limit'
  /** More bytes than the provider takes. */
  | 'too-large'
  /** The reply was cut at its token limit again and again. */
  | 'output-limit'
  /** The provider stopped the reply for safety. */
  | 'refusal'
  | 'server'
  | 'network'
  | 'protocol'
  | 'cancelled'
  | 'coverage'
  | 'shortfall'

/** A provider fault that retries could not mend. */
export interface Fault {
  readonly kind: FaultKind
  readonly message: string
  /** HTTP status, where there was one. */
  readonly status?: number
  /** Requests sent, the first included. */
  readonly attempts: number
}

/** What an engine tells while a reply comes in; the last one is always `end` or `fault`. */
export type EngineEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'block'; readonly block: AssistantBlock }
  /** The request is sent again after `delayMs`: deltas and blocks told since the request began are void. */
  | {
      readonly type: 'retry'
      readonly attempt: number
      readonly delayMs: number
      readonly fault: Fault
    }
  | {
      readonly type: 'end'
      readonly message: AssistantMessage
      readonly stopReason: StopReason
      readonly usage: Usage
      /** Model id that answered. */
      readonly model: string
    }
  | { readonly type: 'fault'; readonly fault: Fault }

/** Talks to a model. */
export interface Engine {
  readonly name: string
  /** Model id used where a request names none. */
  readonly model: string
  /** Turns an alias into a model id; unknown names pass through. */
  resolve(model: string): string
  /** Can the provider search the web itself? Default false. */
  readonly searchesWeb?: boolean
  /** Price of a model, undefined where unknown. */
  price(model: string): Price | undefined
  /** Tokens that a request and its reply may have together; undefined where unknown. */
  contextWindow?(model: string): number | undefined
  /**
   * Rejects with a `RaiderError` where the engine cannot work at all (`no-credentials`, `bad-script`), without a request.
   * Absent where nothing can be missing. Callers ask before the first request, to end the start with one clear line.
   */
  check?(signal: AbortSignal): Promise<void>
  /** Sends one request. Never throws for provider faults. Ends with `fault` of kind `cancelled` soon after `signal` aborts. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<EngineEvent>
}
