import { isObject, type JsonObject } from '@raider/contracts'

/** What the user configured for one bundle. */
interface UserConfig {
  /** Variables of hooks and servers. */
  readonly env: Readonly<Record<string, string>>
  /** Values for texts: sensitive ones are not among them. */
  readonly values: Readonly<Record<string, string>>
}

/**
 * Values out of the setting `pluginConfigs`, for the keys the manifest declares. A default is what a form offers, so it counts only
 * once the user took it over (Claude Code 2.1.332, seen).
 */
export function userConfigOf(id: string, declared: JsonObject, settings: JsonObject): UserConfig {
  const configs = isObject(settings['pluginConfigs']) ? settings['pluginConfigs'] : {}
  const own = Object.hasOwn(configs, id) ? configs[id] : undefined
  const options = isObject(own) && isObject(own['options']) ? own['options'] : {}
  const given = Object.entries(options).filter(([key]) => Object.hasOwn(declared, key))
  return {
    env: Object.fromEntries(given.map(([key, value]) => [variableOf(key), textOf(value)])),
    values: Object.fromEntries(
      given.filter(([key]) => !isSensitive(declared[key])).map(([key, value]) => [key, textOf(value)]),
    ),
  }
}

const variableOf = (key: string): string => `CLAUDE_PLUGIN_OPTION_${key.replaceAll(/\W/g, '_').toUpperCase()}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isSensitive = (field: unknown): boolean => isObject(field) && field['sensitive'] === true
