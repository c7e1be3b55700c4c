import { SparseSet, type JsonObject } from '@raider/contracts'
import type { ConditionPlace } from './condition.js'
import type { HookEvent } from '../events.js'
import type { Hook } from './hook.js'
import { indexHooks, selectHooks } from './selection.js'

/** Where hooks come from. */
export interface HookSource {
  /** The hooks of the settings in force: the same list until the settings change. */
  declared(): readonly Hook[]
  /** Takes the hooks that joined since it was last asked. */
  joined(): readonly Hook[]
}

const none: readonly Hook[] = []

/** The hooks in force while the session goes on: late ones join, and those that have run once leave. */
export class Lineup {
  readonly #source: HookSource
  readonly #spent = new SparseSet<Hook>()
  #declared = none
  #joined = none
  #hooks = none

  constructor(source: HookSource) {
    this.#source = source
  }

  /** In the order of the configuration. */
  hooks(): readonly Hook[] {
    this.#follow()
    return this.#hooks
  }

  /** The hooks that run for one firing. */
  take(event: HookEvent, fields: JsonObject, place: ConditionPlace): readonly Hook[] {
    return selectHooks(indexHooks(this.hooks()), event, fields, place)
  }

  /** Takes hooks out for good. */
  drop(hooks: readonly Hook[]): void {
    if (hooks.length === 0) return
    for (const hook of hooks) this.#spent.add(hook)
    this.#settle()
  }

  #follow(): void {
    const [declared, more] = [this.#source.declared(), this.#source.joined()]
    if (declared === this.#declared && more.length === 0) return
    this.#declared = declared
    if (more.length > 0) this.#joined = [...this.#joined, ...more]
    this.#settle()
  }

  #settle(): void {
    const isPlain = this.#joined.length === 0 && this.#spent.size === 0
    this.#hooks = isPlain
      ? this.#declared
      : [...this.#declared, ...this.#joined].filter((hook) => !this.#spent.has(hook))
  }
}
