import type { JsonObject, SettingsLayer } from '@raider/contracts'
import { mergeLayers, type LoadedSettings } from '@raider/settings'
import type { RaiderOptions } from '../option.js'

/**
 * The options of a session in safe mode: without what the user, the project and plugins add to it. What is left is what holds calls
 * back (rules, modes, managed hooks), the environment and the model (as `--safe-mode` of Claude Code 2.1.332, seen).
 */
export const safeOptions = (options: RaiderOptions): RaiderOptions => {
  if (options.safeMode !== true) return options
  const { agents: _agents, agent: _agent, ...rest } = options
  return { ...rest, skills: false, autoMemory: false, pluginDirs: [], mcpConfigs: [], strictMcpConfig: true }
}

/** Keys by which a settings file adds something to a session. */
const addingKeys: readonly string[] = ['hooks', 'enabledPlugins', 'outputStyle', 'agent']

/** The settings without what they add; managed ones stay whole. */
export const safeSettings = (settings: LoadedSettings): LoadedSettings => {
  const layers = settings.layers.map((layer): SettingsLayer =>
    layer.name === 'managed' ? layer : { ...layer, value: withoutAdded(layer.value) },
  )
  return { ...settings, layers, merged: mergeLayers(layers) }
}

const withoutAdded = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !addingKeys.includes(key)))
