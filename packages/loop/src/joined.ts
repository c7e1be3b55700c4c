import { addUsage, noUsage, type RunOutcome } from '@raider/contracts'

/** Two outcomes as one: it ended as the second did, and used what both used. */
export const joined = (first: RunOutcome, second: RunOutcome): RunOutcome => ({
  ...second,
  turns: first.turns + second.turns,
  usage: addUsage(first.usage, second.usage),
  usageByModel: joinedModels(first.usageByModel, second.usageByModel),
  costUsd: first.costUsd === undefined || second.costUsd === undefined ? undefined : first.costUsd + second.costUsd,
  durationMs: first.durationMs + second.durationMs,
  denials: [...first.denials, ...second.denials],
  toolEvents: [...first.toolEvents, ...second.toolEvents],
})

const joinedModels = (
  first: RunOutcome['usageByModel'],
  second: RunOutcome['usageByModel'],
): RunOutcome['usageByModel'] => {
  const models = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries(
    [...models].map((model) => [model, addUsage(first[model] ?? noUsage, second[model] ?? noUsage)]),
  )
}
