import type { ModelRequest } from '@raider/contracts'

/** The model of a request that names none: what Claude Code 2.1.332 starts with. */
export const defaultModel = 'claude-opus-5-5'

/** Short names, as Claude Code 2.1.332 resolves them; ids from the SDK's own `Model` type. */
const aliases = new Map([
  ['opus', 'claude-opus-5-5'],
  ['sonnet', 'claude-sonnet-5-5'],
  ['haiku', 'claude-haiku-5-5'],
  ['fable', 'claude-fable-5-2'],
])

/**
 * The id behind an alias; any other name passes through. ANTHROPIC_DEFAULT_OPUS_MODEL (SONNET, HAIKU, FABLE) moves an
 * alias. The suffix `[1m]` is dropped: current models have the long context window by themselves.
 */
export const resolveModel = (name: string, env: Readonly<Record<string, string | undefined>>): string => {
  const bare = name.trim().replace(/\[1m\]$/i, '')
  const alias = bare.toLowerCase()
  if (alias === 'default') return defaultModel
  const id = aliases.get(alias)
  return id === undefined ? bare : env[`ANTHROPIC_DEFAULT_${alias.toUpperCase()}_MODEL`] || id
}

/** An id without its date, such as `claude-haiku-4-5` of `claude-haiku-4-5-20251001`. */
export const undated = (model: string): string => model.replace(/[-@]\d{8}$/, '')

/** What distinguishes a model in a request. */
interface Traits {
  /** Tokens of a reply where nobody names a number. */
  readonly maxOutput: number
  /**
   * `adaptive`: decides by itself how much to reason; `always`: cannot do without; `budget`: wants a number of tokens.
   */
  readonly thinking: 'adaptive' | 'always' | 'budget'
  readonly effort: boolean
  /** Tokens of a request and its reply together. */
  readonly context: number
}

const latest: Traits = { maxOutput: 128_000, thinking: 'adaptive', effort: true, context: 1_000_000 }
const earlier: Traits = { maxOutput: 64_000, thinking: 'adaptive', effort: true, context: 1_000_000 }
const budget: Traits = { maxOutput: 32_000, thinking: 'budget', effort: false, context: 200_000 }

/**
 * Models that differ from `earlier`. Reply lengths as Claude Code 2.1.332 asks for them (seen); thinking and effort
 * from the platform documentation, November 2026.
 */
const traits = new Map<string, Traits>([
  ['claude-fable-5-2', { ...latest, thinking: 'always' }],
  ['claude-mythos-5-2', { ...latest, thinking: 'always' }],
  ['claude-opus-5-5', { ...latest, thinking: 'always' }],
  ['claude-sonnet-5-5', latest],
  ['claude-haiku-5-5', latest],
  ['claude-fable-5-1', { ...earlier, thinking: 'always' }],
  ['claude-mythos-5-1', { ...earlier, thinking: 'always' }],
  ['claude-fable-5', { ...earlier, thinking: 'always' }],
  ['claude-mythos-5', { ...earlier, thinking: 'always' }],
  ['claude-opus-4-5', { ...budget, effort: true }],
  ['claude-sonnet-4-5', budget],
  ['claude-haiku-4-5', budget],
])

/** What every Claude model takes at the least. */
const leastContext = 200_000

/** Tokens that `model` takes and gives together; undefined for a model of somebody else. */
export const contextOf = (model: string): number | undefined =>
  traits.get(undated(model))?.context ?? (model.startsWith('claude-') ? leastContext : undefined)

/** Smallest reasoning budget the API takes. */
const minBudget = 1024

/** The parts of a request body that depend on the model. */
interface Sampling {
  readonly max_tokens: number
  readonly thinking?:
    | { readonly type: 'adaptive' | 'disabled' }
    | { readonly type: 'enabled'; readonly budget_tokens: number }
  readonly output_config?: { readonly effort: NonNullable<ModelRequest['effort']> }
}

/**
 * Fits reply length, reasoning and effort of a request to what `model` accepts; `maxOutput` is the host's own default.
 */
export const samplingOf = (model: string, request: ModelRequest, maxOutput: number | undefined): Sampling => {
  const known = traits.get(undated(model)) ?? earlier
  const maxTokens = request.maxOutputTokens ?? maxOutput ?? known.maxOutput
  const thinking = thinkingOf(known, request.thinkingTokens, maxTokens)
  return {
    max_tokens: maxTokens,
    ...(thinking === undefined ? {} : { thinking }),
    ...(request.effort === undefined || !known.effort ? {} : { output_config: { effort: request.effort } }),
  }
}

const thinkingOf = (known: Traits, tokens: number | undefined, maxTokens: number): Sampling['thinking'] => {
  if (tokens === undefined) return undefined
  if (known.thinking === 'always') return tokens > 0 ? { type: 'adaptive' } : undefined
  if (known.thinking === 'adaptive') return { type: tokens > 0 ? 'adaptive' : 'disabled' }
  // The budget must leave room for the answer, and a reply too short for the least budget goes without.
  if (tokens <= 0 || maxTokens <= minBudget) return undefined
  return { type: 'enabled', budget_tokens: Math.max(minBudget, Math.min(tokens, maxTokens - 1)) }
}
