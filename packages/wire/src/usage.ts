import type { JsonObject, Usage } from '@raider/contracts'

/** Tokens in the spelling of the Messages API. */
export const apiUsage = (usage: Usage): JsonObject => ({
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  cache_creation_input_tokens: usage.cacheWriteTokens,
  cache_read_input_tokens: usage.cacheReadTokens,
})

/** One entry of `modelUsage`; `costUSD` is 0 where the price is unknown. */
export const modelUsage = (usage: Usage, costUsd: number): JsonObject => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  cacheReadInputTokens: usage.cacheReadTokens,
  cacheCreationInputTokens: usage.cacheWriteTokens,
  webSearchRequests: 0,
  costUSD: costUsd,
})
