import { messageOf, type Change, type EventBody, type LayerOrigin, type Settings } from '@raider/contracts'
import type { Follower, Following } from '@raider/loop'
import type { LoadedSettings, Place } from '@raider/settings'
import type { OwnWrites } from './own-writes.js'
import type { SettingsChange, SettingsListener } from './settings-watch.js'
import type { UserSetup } from './user-setup.js'

/** Names of layers in the ConfigChange hook. */
const names: Readonly<Partial<Record<LayerOrigin, string>>> = {
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  managed: 'policy_settings',
}

/**
 * The settings in force in one session, whose hooks and permission rules follow the settings files, and whose environment does from
 * run to run. Plugins vote on each change; one that costs the project its trust is not taken over, so that its guards go on as they
 * were trusted.
 */
export class FollowedSettings implements Following, SettingsListener {
  readonly #setup: UserSetup
  readonly #ownWrites: OwnWrites
  readonly #permissions: { follow(settings: Settings): void }
  #loaded: LoadedSettings
  #settings: Settings
  #env: Readonly<Record<string, string>>
  #follower: Follower | undefined
  /** The change that is taken over. */
  #turn: Promise<void> = settled

  /**
   * @param ownWrites what the session itself wrote: no news.
   * @param permissions told of settings that are in force from now on.
   */
  constructor(setup: UserSetup, ownWrites: OwnWrites, permissions: { follow(settings: Settings): void }) {
    this.#setup = setup
    this.#ownWrites = ownWrites
    this.#permissions = permissions
    this.#loaded = setup.read
    this.#settings = setup.settings
    this.#env = setup.env
  }

  get settings(): Settings {
    return this.#settings
  }

  /** The environment of child processes. */
  get env(): Readonly<Record<string, string>> {
    return this.#env
  }

  start(follower: Follower): void {
    this.#follower = follower
    this.#setup.watch.join(this)
  }

  stop(): void {
    this.#setup.watch.leave(this)
  }

  /** Takes one change over after the other. */
  hear(change: SettingsChange): void {
    const follower = this.#follower
    if (follower === undefined) return
    this.#turn = this.#turn
      .then(() => this.#takeOver(change, follower))
      .catch((error: unknown) => void follower.emit(unusable(change.place, messageOf(error))))
  }

  async #takeOver({ place, load }: SettingsChange, follower: Follower): Promise<void> {
    if (this.#ownWrites.has(place.file)) return
    if (!(await follower.admits(configChange(place)))) return
    const next = await load()
    if (this.#loaded.trust.trusted && !next.trust.trusted) {
      await follower.emit(distrust(place))
      return
    }
    const told = new Set(this.#loaded.notices.map(({ text }) => text))
    const { read, settings, envOf } = this.#setup
    // Layers that no settings file holds, such as those of plugin folders, stay as they are.
    const others = settings.layers.filter((layer) => !read.layers.includes(layer))
    this.#loaded = next
    this.#settings = { ...next, layers: [...next.layers, ...others] }
    this.#env = envOf(this.#settings)
    this.#permissions.follow(this.#settings)
    for (const { level, text } of next.notices)
      if (!told.has(text)) await follower.emit({ type: 'notice', level, text })
  }
}

const settled = Promise.resolve()

const configChange = ({ name, file }: Place): Change => ({
  kind: 'ConfigChange',
  input: { source: names[name] ?? name, file_path: file },
})

const distrust = ({ file }: Place): EventBody => ({
  type: 'notice',
  level: 'warning',
  text: `${file} has changed, and the project is not trusted as it is now: this session goes on with what was trusted. \`raider trust\` trusts the change for sessions to come.`,
})

const unusable = ({ file }: Place, problem: string): EventBody => ({
  type: 'notice',
  level: 'warning',
  text: `${file} has changed, but cannot be used: ${problem} This session goes on with the settings from before.`,
})
