import type { Settings, SettingsNotice } from '@raider/contracts'
import type { Hook } from './hook.js'
import { isSilenced, readHooks, readLayers } from './hook-set.js'
import type { HookSource } from './lineup.js'
import type { HookScope } from '../scope.js'

/** The hooks of a session: those of the settings, followed where they change, and functions behind them. */
export class SessionHooks implements HookSource {
  readonly #session: HookScope
  readonly #functions: readonly Hook[]
  /** What was left out at the start, and why; what is left out later is told as it happens. */
  readonly notices: readonly SettingsNotice[]
  #settings: Settings
  #declared: readonly Hook[]
  /** Late layers that were taken over. */
  #taken = 0

  constructor(session: HookScope, settings: Settings, functions: readonly Hook[]) {
    this.#session = session
    this.#functions = functions
    this.#settings = settings
    const { hooks, notices } = readHooks(settings, session.profile)
    this.notices = notices
    this.#declared = this.#withFunctions(hooks)
  }

  declared(): readonly Hook[] {
    const now = this.#session.currentSettings?.() ?? this.#settings
    if (now === this.#settings) return this.#declared
    this.#settings = now
    const { hooks, notices } = readHooks(now, this.#session.profile)
    this.#tell(notices)
    this.#declared = this.#withFunctions(hooks)
    return this.#declared
  }

  joined(): readonly Hook[] {
    const layers = this.#session.lateLayers?.() ?? []
    if (layers.length === this.#taken) return []
    const { hooks, notices } = readLayers(layers.slice(this.#taken), this.#settings, this.#session.profile)
    this.#taken = layers.length
    this.#tell(notices)
    return hooks
  }

  #withFunctions(hooks: readonly Hook[]): readonly Hook[] {
    const isAlone = this.#functions.length === 0 || isSilenced('code', this.#settings)
    return isAlone ? hooks : [...hooks, ...this.#functions]
  }

  #tell(notices: readonly SettingsNotice[]): void {
    for (const { level, text } of notices) void this.#session.emit({ type: 'notice', level, text })
  }
}
