import type { JsonObject } from '@raider/contracts'
import type { ConditionPlace } from './condition.js'
import type { HookEvent } from './events.js'
import type { Hook } from './hook.js'
import { indexHooks, selectHooks } from './selection.js'

/** The hooks in force while the session goes on: late ones join, and those that have run once leave. */
export interface Lineup {
  /** In the order of the configuration. */
  hooks(): readonly Hook[]
  /** The hooks that run for one firing. */
  take(event: HookEvent, fields: JsonObject, place: ConditionPlace): readonly Hook[]
  /** Takes hooks out for good. */
  drop(hooks: readonly Hook[]): void
}

/** Where hooks come from. */
export interface HookSource {
  /** The hooks of the settings in force: the same list until the settings change. */
  declared(): readonly Hook[]
  /** Takes the hooks that joined since it was last asked. */
  joined(): readonly Hook[]
}

export const createLineup = (source: HookSource): Lineup => {
  const spent = new WeakSet<Hook>()
  let declared: readonly Hook[] = []
  let joined: readonly Hook[] = []
  let hooks: readonly Hook[] = []
  let index = indexHooks(hooks)
  const settle = (): void => {
    hooks = [...declared, ...joined].filter((hook) => !spent.has(hook))
    index = indexHooks(hooks)
  }
  const follow = (): void => {
    const [current, more] = [source.declared(), source.joined()]
    if (current === declared && more.length === 0) return
    declared = current
    joined = [...joined, ...more]
    settle()
  }
  return {
    hooks() {
      follow()
      return hooks
    },
    take(event, fields, place) {
      follow()
      return selectHooks(index, event, fields, place)
    },
    drop(leaving) {
      if (leaving.length === 0) return
      for (const hook of leaving) spent.add(hook)
      settle()
    },
  }
}
