import { RaiderError, type Profile, type SettingsLayer } from '@raider/contracts'
import { checkHooks } from '@raider/claude-hooks'
import {
  createTrust,
  loadSettings,
  type KnownDrafts,
  type LoadedSettings,
  type SessionPlaces,
  type TrustLayer,
} from '@raider/settings'
import { managedDirFor } from '../host.js'
import type { RaiderOptions } from '../option.js'
import { safeSettings } from './safe-mode.js'

/** Where settings are read from. */
interface SettingsPlaces {
  /** Absolute, links resolved. */
  readonly projectDir: string
  readonly homeDir: string
  readonly places: Pick<SessionPlaces, 'configDir' | 'trustFile' | 'claudeStateFile'>
  readonly profile: Profile
}

/** What of them counts. */
interface SettingsTrust {
  /** Files beside settings that need trust. */
  readonly trustAlso?: readonly TrustLayer[]
  /** An answer in place of what the options say and the user granted before. */
  readonly trust?: boolean
  /** What the files said before. */
  readonly known?: KnownDrafts
}

/** Reads settings as a session of the same options would, trusted or not. @throws RaiderError `bad-settings`. */
export const readSettings = (
  options: RaiderOptions,
  { projectDir, homeDir, places, profile }: SettingsPlaces,
  { trustAlso, trust = options.trust, known }: SettingsTrust = {},
): Promise<LoadedSettings> => {
  const { sources, flag } = options.settings ?? {}
  return loadSettings({
    cwd: projectDir,
    homeDir,
    configDir: places.configDir,
    managedDir: managedDirFor(options),
    profile,
    checkHooks,
    trust: trust ?? createTrust({ file: places.trustFile, claudeStateFile: places.claudeStateFile }),
    ...(trustAlso !== undefined && { trustAlso }),
    ...(known !== undefined && { known }),
    ...(sources !== undefined && { sources }),
    ...(flag !== undefined && { flag }),
  })
}

/** Reads the settings of a session. @throws RaiderError `bad-settings`, and `untrusted-project` where guards would not run. */
export async function sessionSettings(
  options: RaiderOptions,
  { trustAlso, known, ...around }: SettingsPlaces & Required<Pick<SettingsTrust, 'trustAlso' | 'known'>>,
): Promise<LoadedSettings> {
  const { profile, projectDir } = around
  const settings = await readSettings(options, around, { trustAlso, known })
  if (options.safeMode === true) return safeSettings(settings)
  if (options.projectHooks === false) return { ...settings, layers: settings.layers.map(withoutProjectHooks) }
  refuseUntrusted(settings, profile, projectDir)
  return settings
}

const withoutProjectHooks = (layer: SettingsLayer): SettingsLayer => {
  if (layer.name !== 'project' && layer.name !== 'local') return layer
  const { hooks: _, ...value } = layer.value
  return { ...layer, value }
}

/** A run without a person may not go on where the project's guards would not run. */
function refuseUntrusted({ trust }: LoadedSettings, profile: Profile, projectDir: string): void {
  const guard = trust.guards[0]
  if (trust.trusted || guard === undefined || profile.projectTrust !== 'required') return
  const place = `${guard.file}${guard.line === undefined ? '' : `:${guard.line}`}`
  const changed = trust.why === 'changed-since' ? 'has changed since it was trusted' : 'was never trusted'
  throw new RaiderError(
    'untrusted-project',
    `This project has ${guard.event} hooks (${place}) and ${changed}, so they would not run. ` +
      `Read them (\`raider hooks list\`), then type \`raider trust ${projectDir}\`, or go on without them by \`--no-project-hooks\`.`,
    { data: { projectDir, file: guard.file, why: trust.why } },
  )
}
