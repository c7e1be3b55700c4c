import { messageOf, type Change, type EventBody, type LayerOrigin, type Settings } from '@raider/contracts'
import { FileWatch, type Follower, type SessionParts } from '@raider/loop'
import type { LoadedSettings, Place } from '@raider/settings'

/** What the settings of a session are followed with. */
export interface SettingsSource {
  /** As they were read at the start. */
  readonly start: LoadedSettings
  /** Files that may hold settings, whether they exist or not. */
  readonly places: readonly Place[]
  /** Reads them again. May reject with a `RaiderError`: the change is then left alone. */
  readonly load: () => Promise<LoadedSettings>
  /** The environment of child processes under settings. */
  readonly envOf: (settings: Settings) => Readonly<Record<string, string>>
  /** Does the file hold just what the session itself wrote into it? */
  readonly isOwn: (file: string) => boolean
  /** Told of settings that are in force from now on. */
  readonly permissions: { follow(settings: Settings): void }
}

/** Names of layers in the ConfigChange hook. */
const names: Readonly<Partial<Record<LayerOrigin, string>>> = {
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  managed: 'policy_settings',
}

/**
 * The parts of a session whose hooks and permission rules follow its settings files, and whose environment does from run to run. Plugins vote on each change; one that costs the
 * project its trust is not taken over, so that its guards go on as they were trusted.
 */
export function followingSettings(parts: SessionParts, source: SettingsSource): SessionParts {
  let current: Settings = parts.facts.settings
  let loaded = source.start
  let env = parts.facts.env
  // Layers that no settings file holds, such as those of plugin folders, stay as they are.
  const others = current.layers.filter((layer) => !source.start.layers.includes(layer))

  const takeOver = async (place: Place, follower: Follower): Promise<void> => {
    if (source.isOwn(place.file)) return
    if (!(await follower.admits(configChange(place)))) return
    const next = await source.load()
    if (loaded.trust.trusted && !next.trust.trusted) {
      await follower.emit(distrust(place))
      return
    }
    const told = new Set(loaded.notices.map(({ text }) => text))
    loaded = next
    current = { ...next, layers: [...next.layers, ...others] }
    env = source.envOf(current)
    source.permissions.follow(current)
    for (const { level, text } of next.notices)
      if (!told.has(text)) await follower.emit({ type: 'notice', level, text })
  }

  return {
    ...parts,
    facts: { ...parts.facts, currentSettings: () => current, currentEnv: () => env },
    follow(follower, signal) {
      let turn = Promise.resolve()
      const watch = new FileWatch((path) => {
        const place = source.places.find(({ file }) => file === path)
        if (place === undefined) return
        turn = turn
          .then(() => takeOver(place, follower))
          .catch((error: unknown) => void follower.emit(unusable(place, messageOf(error))))
      })
      watch.set(source.places.map(({ file }) => file))
      signal.addEventListener('abort', () => watch.close(), { once: true })
    },
  }
}

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
