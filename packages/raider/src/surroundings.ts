import { resolve } from 'node:path'
import { profiles, settingsSources, type Profile, type SettingsSource } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { projectPlaces, sessionPlaces, type SessionPlaces } from '@raider/settings'
import { hostOf, managedDirFor, type Host } from './host.js'
import type { RaiderOptions } from './option.js'
import { originOf, type Origin } from './origin.js'

/** Where a session is, before anything of the user's is read. */
export interface Surroundings {
  readonly host: Host
  readonly profile: Profile
  /** Absolute, links resolved. */
  readonly projectDir: string
  readonly homeDir: string
  readonly places: SessionPlaces
  /** Folders that the options open beside the project. */
  readonly addedDirs: readonly string[]
  readonly managedDir: string
  /** Layers of the user's files that count. */
  readonly sources: readonly SettingsSource[]
  readonly origin: Origin
}

/** Finds out where a session is and whether it goes on with an earlier one. @throws RaiderError `bad-option`. */
export async function surroundingsOf(options: RaiderOptions): Promise<Surroundings> {
  const host = hostOf(options)
  const { homeDir, env } = host
  const { sources = settingsSources } = options.settings ?? {}
  const managedDir = managedDirFor(options)
  const profile = profiles[options.profile ?? 'raider']
  const projectDir = realPathOf(host.cwd)
  const usual = projectPlaces({ projectDir, homeDir, env })
  const origin = await originOf(options, profile, usual.transcriptsDir)
  return {
    host,
    profile,
    projectDir,
    homeDir,
    places: sessionPlaces(
      { ...usual, ...(options.journalDir !== undefined && { journalDir: options.journalDir }) },
      origin.session,
    ),
    addedDirs: (options.additionalDirectories ?? []).map((dir) => realPathOf(resolve(projectDir, dir))),
    managedDir,
    sources,
    origin,
  }
}
