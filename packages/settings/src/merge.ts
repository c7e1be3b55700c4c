import { isObject, type JsonObject, type LayerOrigin } from '@raider/contracts'

/** What merging needs of a layer. */
interface Mergeable {
  readonly name: LayerOrigin
  readonly value: JsonObject
}

type Rule = (lower: unknown, upper: unknown, name: LayerOrigin) => unknown

const takeUpper: Rule = (_lower, upper) => upper

const stick =
  (value: boolean): Rule =>
  (lower, upper) =>
    lower === value ? value : upper

/** Keys that do not follow the common rule (Claude Code 2.1.332, documented). */
const exceptions: ReadonlyMap<string, Rule> = new Map([
  ['fallbackModel', takeUpper],
  ['availableModels', (lower, upper, name) => (name === 'managed' ? upper : merge(lower, upper))],
  ['disableClaudeAiConnectors', stick(true)],
  ['useAutoModeDuringPlan', stick(false)],
])

/**
 * Merges layers, lowest rank first: scalars of the highest layer, objects key by key, arrays concatenated without repetition.
 */
export const mergeLayers = (layers: readonly Mergeable[]): JsonObject =>
  layers.reduce<JsonObject>((merged, layer) => mergeObjects(merged, layer.value, layer.name), {})

const mergeObjects = (lower: JsonObject, upper: JsonObject, name?: LayerOrigin): JsonObject => {
  const result = new Map(Object.entries(lower))
  for (const [key, value] of Object.entries(upper)) {
    const rule = name === undefined ? merge : (exceptions.get(key) ?? merge)
    result.set(key, result.has(key) ? rule(result.get(key), value, name ?? 'user') : value)
  }
  return Object.fromEntries(result)
}

const merge = (lower: unknown, upper: unknown): unknown => {
  if (Array.isArray(lower) && Array.isArray(upper)) return concat(lower, upper)
  if (isObject(lower) && isObject(upper)) return mergeObjects(lower, upper)
  return upper
}

const concat = (lower: readonly unknown[], upper: readonly unknown[]): readonly unknown[] => [
  ...new Map([...lower, ...upper].map((entry) => [JSON.stringify(entry), entry])).values(),
]
