import { dirname, delimiter } from 'node:path'
import { readPluginAgents, type AgentDefinition } from '@raider/agents'
import { loadBundles, type Bundle, type BundleOptions, type Bundles } from '@raider/bundles'
import { checkHooks } from '@raider/claude-hooks'
import {
  messageOf,
  settingsSources,
  type Equipment,
  type Profile,
  type SettingsNotice,
  type SettingsSource,
} from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import type { DeclaredServer } from '@raider/mcp'
import type { LoadedSettings } from '@raider/settings'
import type { BundleSkills } from '@raider/skills'
import type { RaiderOptions } from '../option.js'

/** What bundles are looked for with. */
interface BundlePlaces {
  readonly projectDir: string
  readonly configDir: string
  readonly settings: LoadedSettings
  readonly profile: Profile
  /** Layers that count; default those of the options. */
  readonly sources?: readonly SettingsSource[]
}

/** What the plugin folders of a session are looked for with. */
export const bundleOptions = (
  options: RaiderOptions,
  { projectDir, configDir, settings, profile, sources = options.settings?.sources ?? settingsSources }: BundlePlaces,
): BundleOptions => ({
  dirs: options.pluginDirs ?? [],
  projectDir,
  configDir,
  profile,
  settings: settings.merged,
  sources,
  trusted: settings.trust.trusted,
  checkHooks,
})

/** The plugin folders of a session. */
export const sessionBundles = (options: RaiderOptions, places: BundlePlaces): Promise<Bundles> =>
  loadBundles(bundleOptions(options, places))

/** Makes the folders that bundles keep data in, so that their hooks and servers find them; tells where one cannot be made. */
export async function withDataFolders(bundles: Bundles): Promise<Bundles> {
  const failed = await Promise.all(
    bundles.list.map(async ({ id, dataDir }): Promise<Bundles['errors']> => {
      try {
        await makeFolder(dataDir, 0o700)
        return []
      } catch (thrown) {
        const message = `Its data folder cannot be made: ${messageOf(thrown)}`
        return [{ plugin: id, type: 'generic-error', message, path: dataDir }]
      }
    }),
  )
  return { ...bundles, errors: [...bundles.errors, ...failed.flat()] }
}

/** Settings with the hooks of bundles as further layers. */
export const withBundleHooks = (settings: LoadedSettings, { list }: Bundles): LoadedSettings => ({
  ...settings,
  layers: [...settings.layers, ...list.flatMap(({ layers }) => layers)],
})

/** An environment in which the programs of bundles are found, behind all others (seen). */
export const withBundlePrograms = (
  env: Readonly<Record<string, string>>,
  { list }: Bundles,
): Readonly<Record<string, string>> => {
  const dirs = list.flatMap(({ binDir }) => binDir ?? [])
  return dirs.length === 0 ? env : { ...env, PATH: [env.PATH ?? '', ...dirs].join(delimiter) }
}

/** The agents of bundles, `bundle:agent`. */
export async function bundleAgents({ list }: Bundles): Promise<readonly AgentDefinition[]> {
  const found = await Promise.all(list.flatMap((bundle) => bundle.agentPaths.map((path) => agentsAt(path, bundle))))
  return found.flat()
}

async function agentsAt(path: string, bundle: Bundle): Promise<readonly AgentDefinition[]> {
  if (!path.endsWith('.md')) return readPluginAgents(path, bundle)
  const beside = await readPluginAgents(dirname(path), bundle)
  return beside.filter(({ origin }) => origin.file === path)
}

/** The agent that the settings of a bundle make the main thread; of several the first. */
export const bundleMainAgent = ({ list }: Bundles): string | undefined => {
  const bundle = list.find(({ agent }) => agent !== undefined)
  if (bundle?.agent === undefined) return undefined
  return bundle.agent.includes(':') ? bundle.agent : `${bundle.name}:${bundle.agent}`
}

/** Servers of bundles, `plugin:bundle:server`. */
export const bundleServers = ({ list }: Bundles): readonly DeclaredServer[] =>
  list.flatMap(({ name, root, env, userConfig, mcpServers }) =>
    Object.entries(mcpServers).map(([server, value]) => ({
      name: `plugin:${name}:${server}`,
      source: 'plugin' as const,
      value,
      file: root,
      variables: { ...env, ...prefixed(userConfig) },
    })),
  )

const prefixed = (userConfig: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(userConfig).map(([key, value]) => [`user_config.${key}`, value]))

/** Skills and commands of bundles, `bundle:skill`. */
export const bundleSkills = ({ list }: Bundles): readonly BundleSkills[] => list

/** What listeners are told of a bundle. */
export const bundleFacts = ({ name, root, id, version }: Bundle): Equipment['bundles'][number] => ({
  name,
  path: root,
  source: id,
  ...(version !== undefined && { version }),
})

/** What of the bundles could not be loaded. */
export const bundleNotices = ({ errors }: Bundles): readonly SettingsNotice[] =>
  errors.map(({ plugin, message, path = '' }) => ({
    level: 'error',
    file: path,
    text: `Plugin ${plugin}: ${message}`,
  }))
