import type { Settings, SettingsNotice } from '@raider/contracts'
import { hookLayer, type AgentDefinition } from '@raider/agents'
import type { Bundles } from '@raider/bundles'
import type { DeclaredServer } from '@raider/mcp'
import type { LocatedRoots } from '@raider/skills'
import {
  mergedEnv,
  scrubbedEnv,
  settingsAgent,
  settingsPlaces,
  type KnownDrafts,
  type LoadedSettings,
  type Place,
  type TrustLayer,
} from '@raider/settings'
import { agentMemory, type AgentMemory } from '../subagent/agent-memory.js'
import { agentsInForce, agentTrustLayers, findAgents } from '../subagent/agent-roster.js'
import { autoMemoryDir, keepsNotes } from './auto-memory.js'
import { mainAgentOf } from '../subagent/main-agent.js'
import type { RaiderOptions } from '../option.js'
import { outputStyleOf, styleNotices, type OutputStyle } from './output-style.js'
import {
  bundleAgents,
  bundleMainAgent,
  bundleNotices,
  bundleSkills,
  sessionBundles,
  withBundleHooks,
  withBundlePrograms,
  withDataFolders,
} from './session-bundles.js'
import { declaredServers, serverTrustLayers } from '../session/session-mcp.js'
import { sessionSettings } from './session-settings.js'
import { SettingsWatch } from './settings-watch.js'
import { skillRoots, skillTrustLayers } from '../session/session-skills.js'
import type { Surroundings } from '../surroundings.js'

/** What the user brought for Claude Code, read and held against trust. */
export interface UserSetup {
  /** The settings files as they were read. */
  readonly read: LoadedSettings
  /** The same with the hooks of plugin folders and of the main agent. */
  readonly settings: LoadedSettings
  /** Tells of changes of the settings files. */
  readonly watch: SettingsWatch
  /** Files that may hold settings. */
  readonly settingsPlaces: readonly Place[]
  /** The environment of child processes under settings. */
  readonly envOf: (settings: Settings) => Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly bundles: Bundles
  readonly agents: ReadonlyMap<string, AgentDefinition>
  /** The agent that the main thread runs as. */
  readonly main: AgentDefinition | undefined
  /** What that agent keeps between sessions. */
  readonly mainMemory: AgentMemory | undefined
  /** Folder of what the model keeps between sessions. */
  readonly autoMemoryDir: string | undefined
  /** Where skills and commands lie. */
  readonly skillRoots: LocatedRoots
  /** MCP servers of options and files. */
  readonly servers: readonly DeclaredServer[]
  readonly style: OutputStyle
  readonly notices: readonly SettingsNotice[]
}

/** What the user brought beside settings, before it is held against them. */
export interface FoundSetup {
  readonly agents: ReadonlyMap<string, AgentDefinition>
  /** Files that were meant to be agents and are none. */
  readonly notices: readonly SettingsNotice[]
  readonly servers: readonly DeclaredServer[]
  /** What of it needs the trust of the project. */
  readonly trustAlso: readonly TrustLayer[]
}

/** Finds agents and servers, and what of the project needs trust. @throws RaiderError `bad-option`. */
export async function findSetup(options: RaiderOptions, around: Surroundings): Promise<FoundSetup> {
  const { projectDir, places, managedDir, sources, addedDirs } = around
  const { configDir } = places
  const { agents, notices } = await findAgents(
    { projectDir, configDir, managedDir, additionalDirectories: addedDirs, sources },
    options.agents,
  )
  const servers = await declaredServers(options, { projectDir, stateFile: places.claudeStateFile })
  return {
    agents,
    notices,
    servers,
    trustAlso: [
      ...agentTrustLayers(agents.values()),
      ...serverTrustLayers(servers),
      ...(sources.includes('project') ? await skillTrustLayers({ projectDir, configDir, directories: addedDirs }) : []),
    ],
  }
}

/** What the tools of a session are made of. */
export type ReadySetup = Omit<UserSetup, 'watch' | 'settingsPlaces'>

/** The setup as settings and trust leave it, before anybody asks which agent the main thread runs as. */
export type SettledSetup = Omit<ReadySetup, 'main' | 'mainMemory'>

/** Holds what was found against the settings. @throws RaiderError `bad-option`. */
export async function settleSetup(
  options: RaiderOptions,
  around: Surroundings,
  found: Omit<FoundSetup, 'trustAlso'>,
  read: LoadedSettings,
): Promise<SettledSetup> {
  const { projectDir, places, profile, host, managedDir, sources } = around
  const { configDir } = places
  const bundles = await sessionBundles(options, { projectDir, configDir, settings: read, profile, sources })
  const settings = withBundleHooks(read, bundles)
  const envOf = (given: Settings) => withBundlePrograms(scrubbedEnv(mergedEnv(given, host.env)), bundles)
  const checked = agentsInForce(found.agents, settings, options)
  const agents = new Map([...(await bundleAgents(bundles)), ...checked.agents.values()].map((one) => [one.name, one]))
  const env = envOf(settings)
  const notes = options.autoMemory !== false && keepsNotes({ settings, env })
  const stylePlaces = { projectDir, configDir, managedDir, sources, bundles: bundles.list }
  const style = await outputStyleOf(settings.merged.outputStyle, stylePlaces)
  return {
    read,
    settings,
    envOf,
    env,
    bundles,
    agents,
    autoMemoryDir: notes ? await autoMemoryDir({ ...around, settings, env }) : undefined,
    skillRoots: await skillRoots(around, settings, bundles),
    servers: found.servers,
    style,
    notices: [...settings.notices, ...found.notices, ...checked.notices, ...styleNotices(style)],
  }
}

/** Name of the agent that the main thread shall run as. */
export const mainAgentName = ({ agent }: RaiderOptions, { settings, bundles }: SettledSetup): string | undefined =>
  agent ?? settingsAgent(settings) ?? bundleMainAgent(bundles)

/**
 * Reads the user's setup.
 * @param known what the settings files said before. @throws RaiderError `bad-settings`, `untrusted-project`, `bad-option`.
 */
export async function readSetup(options: RaiderOptions, around: Surroundings, known: KnownDrafts): Promise<UserSetup> {
  const { projectDir, homeDir, managedDir, sources } = around
  const { configDir } = around.places
  const found = await findSetup(options, around)
  const load = () => sessionSettings(options, { ...around, trustAlso: found.trustAlso, known })
  const settled = await settleSetup(options, around, found, await load())
  const bundles = await withDataFolders(settled.bundles)
  const setup = {
    ...settled,
    bundles,
    skillRoots: { ...settled.skillRoots, bundles: bundleSkills(bundles) },
    notices: [...settled.notices, ...bundleNotices(bundles)],
  }
  const main = mainAgentOf(mainAgentName(options, setup), setup.agents)
  const keeps = main !== undefined && setup.autoMemoryDir !== undefined
  const files = await settingsPlaces({ cwd: projectDir, homeDir, configDir, managedDir, sources })
  return {
    ...setup,
    settings: withMainHooks(setup.settings, main),
    watch: new SettingsWatch(files, load),
    settingsPlaces: files,
    main,
    mainMemory: keeps ? await agentMemory(main, { projectDir, configDir }) : undefined,
  }
}

const withMainHooks = (settings: LoadedSettings, main: AgentDefinition | undefined): LoadedSettings => {
  const layer = main && hookLayer(main, 'main')
  return layer === undefined ? settings : { ...settings, layers: [...settings.layers, layer] }
}
