import type { JsonObject, Usage } from '@raider/contracts'

/** One entry of `modelUsage`; `costUSD` is 0 where the price is unknown. */
export const modelUsage = (usage: Usage, costUsd: number): JsonObject => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  cacheReadInputTokens: usage.cacheReadTokens,
  cacheCreationInputTokens: usage.cacheWriteTokens,
  webSearchRequests: usage.webSearches ?? 0,
  costUSD: costUsd,
})
