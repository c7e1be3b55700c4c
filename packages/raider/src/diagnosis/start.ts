import { profiles, RaiderError } from '@raider/contracts'
import { mainAgentOf } from '../subagent/main-agent.js'
import { originOf } from '../session/origin.js'
import { sessionSettings } from '../setup/session-settings.js'
import { sessionTools, type SessionTools } from '../session/session-tools.js'
import { mainAgentName } from '../setup/user-setup.js'
import type { Look } from './look.js'

/** How far a session would come. */
export interface Start {
  /** What it would work with, where that could be made. */
  readonly tools?: SessionTools
  /** Everything that keeps it from its first request. */
  readonly refusals: readonly RaiderError[]
}

/** Goes through everything that can keep a session from its start, as far as that runs and writes nothing. */
export async function attemptStart({ options, around, found, setup }: Omit<Look, 'start'>): Promise<Start> {
  const refusals: RaiderError[] = []
  const attempt = async <T>(step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step()
    } catch (thrown) {
      if (!(thrown instanceof RaiderError)) throw thrown
      refusals.push(thrown)
      return undefined
    }
  }
  const strict = { ...around, profile: profiles[around.profile.name] }
  await attempt(() => sessionSettings(options, { ...strict, trustAlso: found.trustAlso, known: new Map() }))
  const main = await attempt(() => mainAgentOf(mainAgentName(options, setup), setup.agents))
  // A session that goes on with another one has the same setup.
  const origin = await originOf({}, strict.profile, around.places.transcriptsDir)
  const ready = { ...setup, main, mainMemory: undefined }
  const tools = await attempt(() => sessionTools(options, strict, ready, origin, () => []))
  return { refusals, ...(tools !== undefined && { tools }) }
}
