import type { JsonObject } from '@raider/contracts'
import type { ConditionPlace } from './condition.js'
import type { HookEvent } from './events.js'
import type { Hook } from './hook.js'
import { indexHooks, selectHooks } from './selection.js'

/** The hooks in force while the session goes on: late ones join, and those that run once leave. */
export interface Lineup {
  /** In the order of the configuration. */
  hooks(): readonly Hook[]
  /** The hooks that run for one firing; one that runs once is taken out by it. */
  take(event: HookEvent, fields: JsonObject, place: ConditionPlace): readonly Hook[]
}

/** @param late takes the hooks that joined since it was last asked. */
export const createLineup = (early: readonly Hook[], late: () => readonly Hook[]): Lineup => {
  let hooks = early
  let index = indexHooks(hooks)
  const set = (next: readonly Hook[]): void => {
    hooks = next
    index = indexHooks(next)
  }
  const join = (): void => {
    const joined = late()
    if (joined.length > 0) set([...hooks, ...joined])
  }
  return {
    hooks() {
      join()
      return hooks
    },
    take(event, fields, place) {
      join()
      const taken = selectHooks(index, event, fields, place)
      const spent = taken.filter((hook) => hook.once)
      if (spent.length > 0) set(hooks.filter((hook) => !spent.includes(hook)))
      return taken
    },
  }
}
