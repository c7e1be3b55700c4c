import type { JsonObject } from '@raider/contracts'
import { conditionHolds, type ConditionPlace } from './condition.js'
import type { HookEvent } from '../events.js'
import type { Hook } from './hook.js'
import { matchedValue } from './matcher.js'

/** Hooks by event, in the order of the configuration. */
type HookIndex = ReadonlyMap<HookEvent, readonly Hook[]>

const indexes = new WeakMap<readonly Hook[], HookIndex>()

/** The hooks of a list by event. A list is indexed once, for all sessions that have it. */
export const indexHooks = (hooks: readonly Hook[]): HookIndex => {
  const known = indexes.get(hooks)
  if (known !== undefined) return known
  const index = new Map(hooks.map(({ event }) => [event, hooks.filter((hook) => hook.event === event)]))
  indexes.set(hooks, index)
  return index
}

/** The hooks that run for one firing: matched, each of them once, and with an `if` that holds. */
export const selectHooks = (
  index: HookIndex,
  event: HookEvent,
  fields: JsonObject,
  place: ConditionPlace,
): readonly Hook[] => {
  const hooks = index.get(event)
  if (hooks === undefined) return []
  const value = matchedValue(event, fields)
  const matched = hooks.filter((hook) => hook.matches(value))
  return matched.length === 0 ? matched : distinct(matched).filter((hook) => passes(hook, fields, place))
}

/** Of equal hooks the last one supplies the other fields, at the place of the first (seen for `timeout`). */
const distinct = (hooks: readonly Hook[]): readonly Hook[] =>
  hooks.length < 2 ? hooks : [...new Map(hooks.map((hook) => [hook.identity, hook])).values()]

/** An event that is not about a tool call has nothing that a condition could hold for, so a hook with `if` never runs there (seen). */
const passes = ({ handler }: Hook, fields: JsonObject, place: ConditionPlace): boolean =>
  handler.condition === undefined || conditionHolds(handler.condition, fields, place)
