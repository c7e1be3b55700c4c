import { RaiderError, type Profile, type SettingsLayer } from '@raider/contracts'
import { checkHooks } from '@raider/claude-hooks'
import { createTrust, loadSettings, type LoadedSettings, type SessionPlaces, type TrustLayer } from '@raider/settings'
import { managedDirFor } from './host.js'
import type { RaiderOptions } from './option.js'

/** Where the settings of a session are read from. */
interface SettingsPlaces {
  /** Absolute, links resolved. */
  readonly projectDir: string
  readonly homeDir: string
  readonly places: SessionPlaces
  readonly profile: Profile
  /** Files beside settings that need trust. */
  readonly trustAlso: readonly TrustLayer[]
}

/** Reads the settings of a session. @throws RaiderError `bad-settings`, and `untrusted-project` where guards would not run. */
export async function sessionSettings(
  options: RaiderOptions,
  { projectDir, homeDir, places, profile, trustAlso }: SettingsPlaces,
): Promise<LoadedSettings> {
  const { sources, flag } = options.settings ?? {}
  const managedDir = managedDirFor(options)
  const settings = await loadSettings({
    cwd: projectDir,
    homeDir,
    configDir: places.configDir,
    managedDir,
    profile,
    checkHooks,
    trustAlso,
    trust: options.trust ?? createTrust({ file: places.trustFile, claudeStateFile: places.claudeStateFile }),
    ...(sources !== undefined && { sources }),
    ...(flag !== undefined && { flag }),
  })
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
      `Read them, then type \`raider trust ${projectDir}\`, or go on without them by \`--no-project-hooks\`.`,
    { data: { projectDir, file: guard.file, why: trust.why } },
  )
}
