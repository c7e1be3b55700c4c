import { SparseSet } from '@raider/contracts'
import { FileWatch } from '@raider/loop'
import type { LoadedSettings, Place } from '@raider/settings'

/** A settings file has changed. */
export interface SettingsChange {
  readonly place: Place
  /** Reads the settings anew, once for all who hear of the change. May reject with a `RaiderError`. */
  readonly load: () => Promise<LoadedSettings>
}

/** Wants to hear of changes. */
export interface SettingsListener {
  hear(change: SettingsChange): void
}

/** Watches settings files for every session that has read them; while nobody listens, nothing is watched. */
export class SettingsWatch {
  readonly #places: readonly Place[]
  readonly #load: () => Promise<LoadedSettings>
  readonly #watch = new FileWatch((path) => this.#tell(path))
  readonly #listeners = new SparseSet<SettingsListener>()

  /** @param places files that may hold settings, whether they exist or not. */
  constructor(places: readonly Place[], load: () => Promise<LoadedSettings>) {
    this.#places = places
    this.#load = load
  }

  join(listener: SettingsListener): void {
    this.#watch.set(this.#places.map(({ file }) => file))
    this.#listeners.add(listener)
  }

  leave(listener: SettingsListener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size === 0) this.#watch.close()
  }

  #tell(path: string): void {
    const place = this.#places.find(({ file }) => file === path)
    if (place === undefined) return
    let loading: Promise<LoadedSettings> | undefined
    const load = (): Promise<LoadedSettings> => (loading ??= this.#load())
    for (const listener of this.#listeners) listener.hear({ place, load })
  }
}
