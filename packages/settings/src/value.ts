import { resolve } from 'node:path'
import { efforts, isObject, permissionModes, type Effort, type PermissionMode, type Settings } from '@raider/contracts'
import { valueAt } from './key-path.js'

/** The environment for child processes: `base` with the `env` of the settings laid over it. Values are taken literally. */
export const mergedEnv = (
  settings: Pick<Settings, 'merged'>,
  base: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> => {
  const { env } = settings.merged
  const all = { ...base, ...(isObject(env) ? env : {}) }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The model that the settings name; undefined where they name none. */
export const settingsModel = ({ merged }: Pick<Settings, 'merged'>): string | undefined =>
  typeof merged.model === 'string' ? merged.model : undefined

/** The agent that the settings want the main thread to run as; undefined where they name none. */
export const settingsAgent = ({ merged }: Pick<Settings, 'merged'>): string | undefined =>
  typeof merged.agent === 'string' && merged.agent !== '' ? merged.agent : undefined

/** The mode that sessions start in; undefined where the settings name none. */
export const settingsMode = ({ merged }: Pick<Settings, 'merged'>): PermissionMode | undefined => {
  const mode = valueAt(merged, ['permissions', 'defaultMode'])
  return mode === 'manual' ? 'default' : permissionModes.find((known) => known === mode)
}

/** The reasoning effort that the settings name; undefined for none and for an unknown one. `max` is for single sessions only. */
export const settingsEffort = ({ merged }: Pick<Settings, 'merged'>): Effort | undefined =>
  efforts.find((level) => level === merged.effortLevel && level !== 'max')

/** May a session enter `bypassPermissions` at all? */
export const bypassDisabled = ({ merged }: Pick<Settings, 'merged'>): boolean =>
  valueAt(merged, ['permissions', 'disableBypassPermissionsMode']) === 'disable'

/** Folders that the settings open beside the project, absolute: `~` is the home folder, the rest relative to `cwd`. */
export const settingsDirectories = (
  { merged }: Pick<Settings, 'merged'>,
  { cwd, homeDir }: { readonly cwd: string; readonly homeDir: string },
): readonly string[] => {
  const entries = valueAt(merged, ['permissions', 'additionalDirectories'])
  const texts = Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : []
  return texts.map((entry) => resolve(cwd, entry.replace(/^~(?=\/|$)/, homeDir)))
}
