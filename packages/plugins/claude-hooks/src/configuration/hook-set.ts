import type { JsonObject, LayerOrigin, Profile, Settings, SettingsLayer, SettingsNotice } from '@raider/contracts'
import { rowOf } from '../events.js'
import type { Fault } from './fault.js'
import { layerOrigin, parseHooks } from './group.js'
import type { Hook } from './hook.js'
import type { HttpRules } from '../handler/http.js'
import { isStrings } from '../answer/field.js'

/** The hooks in force, and what was left out. */
export interface HookSet {
  /** In the order of the configuration. */
  readonly hooks: readonly Hook[]
  readonly notices: readonly SettingsNotice[]
}

const sets = new WeakMap<Settings, { readonly profile: Profile; readonly set: HookSet }>()

/** Reads the hooks of all settings layers that count; once, for all sessions that have the settings. */
export const readHooks = (settings: Settings, profile: Profile): HookSet => {
  const known = sets.get(settings)
  if (known?.profile === profile) return known.set
  const set = readLayers(settings.layers, settings, profile)
  sets.set(settings, { profile, set })
  return set
}

/** Reads the hooks of some layers under the rules of the settings. Pure. */
export const readLayers = (layers: readonly SettingsLayer[], settings: Settings, profile: Profile): HookSet => {
  const rules = httpRules(settings)
  const found = layers
    .filter((layer) => layer.trusted && !isSilenced(layer.name, settings))
    .map((layer) => readLayer(layer, rules, profile))
  return {
    hooks: found.flatMap((set) => set.hooks),
    notices: found.flatMap((set) => set.notices),
  }
}

/**
 * Is a layer kept from running hooks? Only a managed layer can switch off those of managed layers, and the functions of the program
 * Raider is part of (`code`).
 */
export const isSilenced = (layer: LayerOrigin | 'code', { layers, merged }: Settings): boolean => {
  const managed = layers.filter(({ name }) => name === 'managed').map(({ value }) => value)
  const off = managed.some((value) => value['disableAllHooks'] === true)
  if (layer === 'managed' || layer === 'code') return off
  if (off || merged['disableAllHooks'] === true) return true
  return managed.some((value) => allowsManagedOnly(value) || (layer !== 'plugin' && allowsPluginsOnly(value)))
}

const allowsManagedOnly = ({ allowManagedHooksOnly }: JsonObject): boolean => allowManagedHooksOnly === true

const allowsPluginsOnly = ({ strictPluginOnlyCustomization: strict }: JsonObject): boolean =>
  strict === true || (isStrings(strict) && strict.includes('hooks'))

const httpRules = ({ merged }: Settings): HttpRules => {
  const { allowedHttpHookUrls: urls, httpHookAllowedEnvVars: variables } = merged
  return { ...(isStrings(urls) && { urls }), ...(isStrings(variables) && { variables }) }
}

const readLayer = (layer: SettingsLayer, rules: HttpRules, profile: Profile): HookSet => {
  const parsed = parseHooks(layer.value['hooks'], layerOrigin(layer, rules))
  const notices = parsed.faults.map((problem) => faultNotice(layer, problem))
  if (parsed.guardBroken && profile.malformedGuard === 'drops the file') return { hooks: [], notices }
  const known = parsed.hooks.filter(isAtHome)
  const misplaced = parsed.hooks.filter((hook) => !known.includes(hook))
  return {
    hooks: known,
    notices: [
      ...notices,
      ...misplaced.map((hook) => hookNotice(hook, `${hook.event} cannot run hooks of type ${hook.handler.type}`)),
    ],
  }
}

/** Can the event of a hook run handlers of its type? */
export const isAtHome = ({ event, handler: { type } }: Hook): boolean =>
  type === 'function' || rowOf(event).types.includes(type)

const faultNotice = (layer: SettingsLayer, { path, problem }: Fault): SettingsNotice => {
  const key = keyOf(['hooks', ...path])
  const line = nearestLine(layer, ['hooks', ...path])
  const place = line === undefined ? layer.file : `${layer.file}:${line}`
  return {
    level: 'error',
    file: layer.file,
    ...(line !== undefined && { line }),
    key,
    text: `${place}: ${key} ${problem}. The entry is left out; mend it to have it run.`,
  }
}

const hookNotice = (hook: Hook, problem: string): SettingsNotice => {
  const { file = '', line } = hook.source
  const place = line === undefined ? file : `${file}:${line}`
  return {
    level: 'warning',
    file,
    ...(line !== undefined && { line }),
    text: `${place}: ${problem} (${hook.handler.label}).`,
  }
}

/** `hooks.PreToolUse[0].hooks[1].timeout` */
const keyOf = (path: readonly (string | number)[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')

/** The line of a missing field is that of the entry it is missing from. */
const nearestLine = (layer: SettingsLayer, path: readonly (string | number)[]): number | undefined =>
  path.length === 0 ? undefined : (layer.line(path) ?? nearestLine(layer, path.slice(0, -1)))
