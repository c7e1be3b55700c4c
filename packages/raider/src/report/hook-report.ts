import { resolve } from 'node:path'
import { hookLayer } from '@raider/agents'
import { eventTable, hookEvents, listHooks, readHooks, type HookEntry, type HookEvent } from '@raider/claude-hooks'
import { profiles, type SettingsNotice } from '@raider/contracts'
import { realPathOf } from '@raider/disk'
import { createTrust, projectPlaces } from '@raider/settings'
import { findAgents } from '../subagent/agent-roster.js'
import { hostOf, managedDirFor } from '../host.js'
import type { RaiderOptions } from '../option.js'
import { readSettings } from '../setup/session-settings.js'
import { sessionBundles, withBundleHooks } from '../setup/session-bundles.js'

/** Every hook that a session of the same options would start with, and those that would not run. */
export interface HookReport {
  /** In the order of the layers: user, project, local, flag, managed, plugin folders, agents. */
  readonly hooks: readonly HookEntry[]
  /** What is malformed or misplaced, and was left out. */
  readonly notices: readonly SettingsNotice[]
  /** Events that Raider has no cause for: their hooks never run. */
  readonly silentEvents: readonly HookEvent[]
}

/**
 * Lists hooks without running any. Those of skills are not in it: they join when a skill is invoked.
 * @throws RaiderError `bad-settings` where the settings cannot be read.
 */
export async function openHookReport(options: RaiderOptions = {}): Promise<HookReport> {
  const host = hostOf(options)
  const projectDir = realPathOf(host.cwd)
  const profile = profiles[options.profile ?? 'raider']
  const places = projectPlaces({ projectDir, homeDir: host.homeDir, env: host.env })
  const managedDir = managedDirFor(options)
  const { sources } = options.settings ?? {}
  const { homeDir } = host
  // What is not trusted is to be seen as well.
  const read = await readSettings(options, { projectDir, homeDir, places, profile }, { trust: true })
  const bundles = await sessionBundles(options, { projectDir, configDir: places.configDir, settings: read, profile })
  const settings = withBundleHooks(read, bundles)
  const additionalDirectories = (options.additionalDirectories ?? []).map((dir) => resolve(projectDir, dir))
  const { agents } = await findAgents(
    { projectDir, configDir: places.configDir, managedDir, additionalDirectories, ...(sources && { sources }) },
    options.agents,
  )
  const agentLayers = [...agents.values()].flatMap((agent) => hookLayer(agent, 'subagent') ?? [])
  const all = { ...settings, layers: [...settings.layers, ...agentLayers] }
  const trust = createTrust({ file: places.trustFile, claudeStateFile: places.claudeStateFile })
  const trusted = options.trust ?? (await trust.check(projectDir, read.layers)).trusted
  const distrust = !trusted && profile.projectTrust === 'required'
  return {
    hooks: listHooks(all, profile, (layer) => distrust && (layer === 'project' || layer === 'local')),
    notices: [...settings.notices, ...readHooks(all, profile).notices],
    silentEvents: hookEvents.filter((event) => !eventTable[event].fires),
  }
}
