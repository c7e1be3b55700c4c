import { RaiderError, type Profile } from '@raider/contracts'
import { createTrust, type LoadedSettings } from '@raider/settings'
import type { RaiderOptions } from '../option.js'
import { readSettings } from '../setup/session-settings.js'
import { surroundingsOf, type Surroundings } from '../surroundings.js'
import { attemptStart, type Start } from './start.js'
import { findSetup, settleSetup, type FoundSetup, type SettledSetup } from '../setup/user-setup.js'

/** A user's setup, read as a session reads it, but without an end at the first thing that is wrong. */
export interface Look {
  readonly options: RaiderOptions
  /** Its profile lets no file that cannot be read end anything. */
  readonly around: Surroundings
  readonly found: FoundSetup
  /** Settings as if the project were trusted: everything that the files say. */
  readonly written: LoadedSettings
  /** What a session would have. */
  readonly setup: SettledSetup
  readonly start: Start
  /** Why nobody knows which projects are trusted; then none is. */
  readonly trustProblem?: string
}

/** Reads the setup, also what safe mode would leave out. Runs no hook, starts no server and writes no file. @throws RaiderError `bad-option` for options that cannot be used. */
export async function lookAround(given: RaiderOptions): Promise<Look> {
  const { safeMode: _, ...options } = given
  const strict = surroundingsOf(options)
  const profile: Profile = { ...strict.profile, unparsableSettings: 'ignored' }
  const around = { ...strict, profile }
  const found = await findSetup(options, around)
  const written = await readSettings(options, around, { trust: true })
  const trustProblem = options.trust === undefined ? await problemOfTrust(around) : undefined
  const read = await readSettings(options, around, {
    trustAlso: found.trustAlso,
    ...(trustProblem !== undefined && { trust: false }),
  })
  const setup = await settleSetup(options, around, found, read)
  const look = { options, around, found, written, setup, ...(trustProblem !== undefined && { trustProblem }) }
  return { ...look, start: await attemptStart(look) }
}

async function problemOfTrust({ places }: Surroundings): Promise<string | undefined> {
  try {
    await createTrust({ file: places.trustFile, claudeStateFile: places.claudeStateFile }).list()
    return undefined
  } catch (thrown) {
    if (thrown instanceof RaiderError) return thrown.message
    throw thrown
  }
}

/** Does the project lack a trust that it needs? */
export const isDistrusted = ({ setup, around }: Look): boolean =>
  !setup.settings.trust.trusted && around.profile.projectTrust === 'required'

/** What to do about everything that needs trust. */
export const trustRemedy = 'Read it, then type `raider trust`.'
