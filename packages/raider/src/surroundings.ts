import { resolve } from 'node:path'
import { profiles, settingsSources, type Profile, type SettingsSource } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { projectPlaces, type ProjectPlaces } from '@raider/settings'
import { hostOf, managedDirFor, type Host } from './host.js'
import { checkOptions } from './option-check.js'
import type { RaiderOptions } from './option.js'

/** Where the sessions of a Raider are, before anything of the user's is read. */
export interface Surroundings {
  readonly host: Host
  readonly profile: Profile
  /** Absolute, links resolved. */
  readonly projectDir: string
  readonly homeDir: string
  readonly places: ProjectPlaces
  /** Folders that the options open beside the project. */
  readonly addedDirs: readonly string[]
  readonly managedDir: string
  /** Layers of the user's files beside settings that count. */
  readonly sources: readonly SettingsSource[]
}

/** Finds out where a session would be. @throws RaiderError `bad-option`. */
export function surroundingsOf(options: RaiderOptions): Surroundings {
  checkOptions(options)
  const host = hostOf(options)
  const { homeDir, env } = host
  const { sources = settingsSources } = options.safeMode === true ? { sources: [] } : (options.settings ?? {})
  const projectDir = realPathOf(host.cwd)
  return {
    host,
    profile: profiles[options.profile ?? 'raider'],
    projectDir,
    homeDir,
    places: {
      ...projectPlaces({ projectDir, homeDir, env }),
      ...(options.journalDir !== undefined && { journalDir: options.journalDir }),
    },
    addedDirs: (options.additionalDirectories ?? []).map((dir) => realPathOf(resolve(projectDir, dir))),
    managedDir: managedDirFor(options),
    sources,
  }
}
