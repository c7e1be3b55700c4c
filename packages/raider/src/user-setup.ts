import type { Settings, SettingsNotice } from '@raider/contracts'
import { hookLayer, type AgentDefinition } from '@raider/agents'
import type { Bundles } from '@raider/bundles'
import type { DeclaredServer } from '@raider/mcp'
import {
  mergedEnv,
  scrubbedEnv,
  settingsAgent,
  settingsPlaces,
  type KnownDrafts,
  type LoadedSettings,
  type Place,
} from '@raider/settings'
import { agentMemory, type AgentMemory } from './agent-memory.js'
import { agentsInForce, agentTrustLayers, findAgents } from './agent-roster.js'
import { autoMemoryDir, keepsNotes } from './auto-memory.js'
import { mainAgentOf } from './main-agent.js'
import type { RaiderOptions } from './option.js'
import { outputStyleOf, styleNotices, type OutputStyle } from './output-style.js'
import {
  bundleAgents,
  bundleMainAgent,
  bundleNotices,
  sessionBundles,
  withBundleHooks,
  withBundlePrograms,
  withDataFolders,
} from './session-bundles.js'
import { declaredServers, serverTrustLayers } from './session-mcp.js'
import { sessionSettings } from './session-settings.js'
import { SettingsWatch } from './settings-watch.js'
import { skillTrustLayers } from './session-skills.js'
import type { Surroundings } from './surroundings.js'

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
  /** MCP servers of options and files. */
  readonly servers: readonly DeclaredServer[]
  readonly style: OutputStyle
  readonly notices: readonly SettingsNotice[]
}

/**
 * Reads the user's setup.
 * @param known what the settings files said before. @throws RaiderError `bad-settings`, `untrusted-project`, `bad-option`.
 */
export async function readSetup(options: RaiderOptions, around: Surroundings, known: KnownDrafts): Promise<UserSetup> {
  const { projectDir, homeDir, places, profile, host, managedDir, sources, addedDirs } = around
  const { configDir } = places
  const where = { projectDir, configDir, managedDir, sources }
  const found = await findAgents({ ...where, additionalDirectories: addedDirs }, options.agents)
  const servers = await declaredServers(options, { projectDir, stateFile: places.claudeStateFile })
  const trustAlso = [
    ...agentTrustLayers(found.agents.values()),
    ...serverTrustLayers(servers),
    ...(sources.includes('project') ? await skillTrustLayers({ projectDir, configDir, directories: addedDirs }) : []),
  ]
  const load = () => sessionSettings(options, { ...around, trustAlso, known })
  const read = await load()
  const bundles = await withDataFolders(
    await sessionBundles(options, { projectDir, configDir, settings: read, profile, sources }),
  )
  const bundled = withBundleHooks(read, bundles)
  const envOf = (given: Settings) => withBundlePrograms(scrubbedEnv(mergedEnv(given, host.env)), bundles)
  const checked = agentsInForce(found.agents, bundled, options)
  const agents = new Map([...(await bundleAgents(bundles)), ...checked.agents.values()].map((one) => [one.name, one]))
  const env = envOf(bundled)
  const main = mainAgentOf(options.agent ?? settingsAgent(bundled) ?? bundleMainAgent(bundles), agents)
  const settings = withMainHooks(bundled, main)
  const notes = options.autoMemory !== false && keepsNotes({ settings, env })
  const style = await outputStyleOf(settings.merged.outputStyle, { ...where, bundles: bundles.list })
  const files = await settingsPlaces({ cwd: projectDir, homeDir, configDir, managedDir, sources })
  return {
    read,
    settings,
    watch: new SettingsWatch(files, load),
    settingsPlaces: files,
    envOf,
    env,
    bundles,
    agents,
    main,
    mainMemory: main && notes ? await agentMemory(main, { projectDir, configDir }) : undefined,
    autoMemoryDir: notes ? await autoMemoryDir({ ...around, settings, env }) : undefined,
    servers,
    style,
    notices: [
      ...settings.notices,
      ...bundleNotices(bundles),
      ...found.notices,
      ...checked.notices,
      ...styleNotices(style),
    ],
  }
}

const withMainHooks = (settings: LoadedSettings, main: AgentDefinition | undefined): LoadedSettings => {
  const layer = main && hookLayer(main, 'main')
  return layer === undefined ? settings : { ...settings, layers: [...settings.layers, layer] }
}
