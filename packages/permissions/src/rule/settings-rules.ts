import {
  isObject,
  type Behavior,
  type LayerName,
  type Settings,
  type SettingsLayer,
  type SettingsNotice,
  type Source,
  type UpdateDestination,
} from '@raider/contracts'
import { futility } from '../lint/futile-rule.js'
import { createRule, uselessness, type AnchoredRule } from './rule.js'

/** Rules, and what was left out of them. */
export interface RuleReading {
  readonly rules: readonly AnchoredRule[]
  readonly notices: readonly SettingsNotice[]
}

const behaviors: readonly Behavior[] = ['deny', 'ask', 'allow']

/** The rules of all settings layers, in the order of the layers. With `allowManagedPermissionRulesOnly`, managed ones only. */
export const settingsRules = ({ layers, merged }: Pick<Settings, 'layers' | 'merged'>): RuleReading => {
  const managedOnly = merged.allowManagedPermissionRulesOnly === true
  const readings = layers
    .filter((layer) => !managedOnly || layer.name === 'managed')
    .flatMap((layer) => behaviors.map((behavior) => layerRules(layer, behavior)))
  return {
    rules: readings.flatMap((reading) => reading.rules),
    notices: readings.flatMap((reading) => reading.notices),
  }
}

const layerRules = (layer: SettingsLayer, behavior: Behavior): RuleReading => {
  const permissions = isObject(layer.value.permissions) ? layer.value.permissions : {}
  const texts = permissions[behavior]
  if (!Array.isArray(texts)) return { rules: [], notices: [] }
  const rules: AnchoredRule[] = []
  const notices: SettingsNotice[] = []
  texts.forEach((text: unknown, index) => {
    if (typeof text !== 'string') return
    const line = layer.line(['permissions', behavior, index])
    const place = { layer: layer.name, file: layer.file, anchor: layer.anchor, ...(line !== undefined && { line }) }
    const rule = createRule(behavior, text, place)
    const flaw = rule === undefined ? 'it is no rule; expected Tool or Tool(specifier)' : uselessness(rule)
    const doubt = rule === undefined || behavior === 'allow' ? undefined : futility(rule)
    if (rule !== undefined && flaw === undefined) rules.push(rule)
    if (flaw !== undefined)
      notices.push({ ...noticeOf(layer, behavior, index, `"${text}" was left out: ${flaw}.`), cause: 'malformed' })
    // It stays in force: a tool of the host may have such a name.
    else if (doubt !== undefined)
      notices.push(noticeOf(layer, behavior, index, `"${text}" holds nothing back: ${doubt}.`))
  })
  return { rules, notices }
}

/** A lost deny or ask rule is worse than a lost allow rule. */
const noticeOf = (layer: SettingsLayer, behavior: Behavior, index: number, text: string): SettingsNotice => {
  const line = layer.line(['permissions', behavior, index])
  const key = `permissions.${behavior}[${index}]`
  return {
    level: behavior === 'allow' ? 'warning' : 'error',
    file: layer.file,
    ...(line !== undefined && { line }),
    key,
    text: `${layer.file}${line === undefined ? '' : `:${line}`} ${key}: ${text}`,
  }
}

/** Rules given as plain texts: command line flags and options of the library. Malformed ones are returned apart. */
export const textRules = (
  behavior: Behavior,
  texts: readonly string[],
  anchor: string,
  layer: NonNullable<Source['layer']> = 'cli',
): { readonly rules: readonly AnchoredRule[]; readonly malformed: readonly string[] } => {
  const made = texts.map((text) => ({ text, rule: createRule(behavior, text, { layer, anchor }) }))
  return {
    rules: made.flatMap(({ rule }) => rule ?? []),
    malformed: made.filter(({ rule }) => rule === undefined).map(({ text }) => text),
  }
}

/** Layer of the rules that an update with this destination makes. */
export const destinationLayers: Readonly<Record<UpdateDestination, LayerName | 'session' | 'cli'>> = {
  session: 'session',
  localSettings: 'local',
  projectSettings: 'project',
  userSettings: 'user',
  cliArg: 'cli',
}
