import { isObject, type Fate, type Finding, type SettingsLayer, type SettingsNotice } from '@raider/contracts'
import { exists } from '@raider/disk'
import { valueAt, type KeyPath } from './key-path.js'
import { knownKeys, type KeyUse } from './known-key.js'
import { lowerPlaces, settingsPlaces, type PlaceOptions } from './place.js'
import { similarTo } from './similar.js'
import type { LoadedSettings } from './load.js'

/** Two readings of the same files. */
export interface SettingsReadings {
  /** As if the project were trusted: everything that the files say. */
  readonly written: LoadedSettings
  /** What counts of it. */
  readonly inForce: LoadedSettings
}

/** What becomes of every settings file and of every key in it, file by file in the order of their rank. Pure. */
export const surveySettings = (readings: SettingsReadings): readonly Finding[] => {
  const { layers, notices } = readings.written
  return [...notices.filter(isLost).map(lostFile), ...layers.flatMap((layer) => surveyLayer(layer, readings))]
}

/** Settings files that exist and are not read, since another file or an option stands in their way. */
export const surveyUnread = async (options: PlaceOptions): Promise<readonly Finding[]> => {
  const read = new Set((await settingsPlaces(options)).map(({ file }) => file))
  const { sources: _, ...all } = options
  const left = (await lowerPlaces(all)).filter(({ file }) => !read.has(file))
  const there = await Promise.all(left.map(async (place) => ((await exists(place.file)) ? [place] : [])))
  return there.flat().map(({ name, file }) => ({
    name: 'file',
    fate: 'ignored',
    why: `settings of the source ${name} were not asked for`,
    layer: name,
    file,
  }))
}

const isLost = ({ cause }: SettingsNotice): boolean => cause === 'unusable'

const lostFile = ({ file, line, text, key }: SettingsNotice): Finding => ({
  name: 'file',
  fate: 'error',
  why: key === undefined ? text.replace(`${file} was ignored: `, '').replace(/\.$/, '') : sayingOf({ text, key }),
  remedy: 'Mend it: until then nothing of it counts, its deny rules included, and in profile raider no session starts.',
  file,
  ...(line !== undefined && { line }),
})

function surveyLayer(layer: SettingsLayer, readings: SettingsReadings): readonly Finding[] {
  const { notices } = readings.written
  const own = notices.filter(({ file, cause }) => file === layer.file && cause !== 'unusable')
  const keys = new Set([...Object.keys(layer.value), ...own.flatMap(({ key }) => key?.split(/[.[]/, 1) ?? [])])
  return [fileOf(layer, own), ...[...keys].map((key) => surveyKey(key, layer, own, readings))]
}

const fileOf = ({ name, file }: SettingsLayer, notices: readonly SettingsNotice[]): Finding => {
  const remark = notices.find(({ cause }) => cause === undefined)
  return {
    name: 'file',
    fate: 'honoured',
    layer: name,
    file,
    ...(remark !== undefined && { why: remark.text.replace(`${file} `, '').replace(/\.$/, '') }),
  }
}

/** What is said of a key, the worst first. */
type Judgement = Pick<Finding, 'fate' | 'why' | 'remedy'>

function surveyKey(
  key: string,
  layer: SettingsLayer,
  notices: readonly SettingsNotice[],
  readings: SettingsReadings,
): Finding {
  const line = layer.line([key])
  const place = { layer: layer.name, file: layer.file, ...(line !== undefined && { line }) }
  const about = notices.filter((notice) => notice.key !== undefined && isWithin(notice.key, key))
  return { name: key, ...judge(key, layer, about, readings), ...place }
}

const isWithin = (name: string, key: string): boolean =>
  name === key || name.startsWith(`${key}.`) || name.startsWith(`${key}[`)

function judge(
  key: string,
  layer: SettingsLayer,
  notices: readonly SettingsNotice[],
  readings: SettingsReadings,
): Judgement {
  const known = knownKeys.get(key)
  const malformed = notices.filter(({ cause }) => cause === 'malformed')
  if (malformed.length > 0) return flawed(malformed, key in layer.value)
  const beyond = notices.filter(({ cause }) => cause === 'reach')
  if (beyond.length > 0) return beyondReach(beyond, layer, key in layer.value)
  if (known === undefined) return unknown(key)
  if (known.use !== 'honoured') return { fate: 'ignored', why: notes.get(key) ?? uses[known.use] }
  return (
    withheld(key, layer, readings) ?? overruled(key, layer, readings) ?? incomplete(key, layer) ?? { fate: 'honoured' }
  )
}

const uses: Readonly<Record<Exclude<KeyUse, 'honoured'>, string>> = {
  screen: 'it is about the screen or editor of Claude Code',
  service: 'it is about accounts, updates or services of Claude Code',
  missing: 'Raider does not have it',
}

/** Keys for which there is more to say than what kind they are of. */
const notes: ReadonlyMap<string, string> = new Map([
  ['attribution', 'Raider gives the model no words on commits'],
  ['cleanupPeriodDays', 'Raider deletes no transcripts'],
  ['enableAllProjectMcpServers', 'servers of a trusted project need no further approval'],
  ['enabledMcpjsonServers', 'servers of a trusted project need no further approval'],
  ['includeCoAuthoredBy', 'Raider gives the model no words on commits'],
  ['$schema', 'it is for editors'],
])

const flawed = (notices: readonly SettingsNotice[], isKept: boolean): Judgement => ({
  fate: 'error',
  why: notices.map(isKept ? sayingOf : saying).join('; '),
  remedy: isKept ? 'Mend the value; the rest of the key counts.' : 'Mend the value; until then the key does not count.',
})

const beyondReach = (notices: readonly SettingsNotice[], { name }: SettingsLayer, isKept: boolean): Judgement => ({
  fate: isKept ? 'partly' : 'refused',
  why: `settings of this file have no say over ${isKept ? notices.map(({ key }) => key).join(', ') : 'it'}`,
  remedy: `Move it to ${name === 'user' ? 'managed settings' : 'your own or to managed settings'}${isKept ? '; the rest of the key counts' : ''}.`,
})

const unknown = (key: string): Judgement => {
  const [similar] = similarTo(key, [...knownKeys.keys()])
  const remedy = elsewhere.get(key) ?? (similar === undefined ? undefined : `Was ${similar} meant?`)
  return { fate: 'ignored', why: 'there is no such key', ...(remedy !== undefined && { remedy }) }
}

/** Keys that are often written into settings and have their place elsewhere. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['allow', 'Rules belong below permissions.'],
  ['allowedTools', 'Write rules as permissions.allow.'],
  ['ask', 'Rules belong below permissions.'],
  ['defaultMode', 'It belongs below permissions.'],
  ['deny', 'Rules belong below permissions.'],
  ['disallowedTools', 'Write rules as permissions.deny.'],
  ['ignorePatterns', 'Write rules such as Read(./secrets/**) as permissions.deny.'],
  ['mcpServers', 'Servers are declared in .mcp.json.'],
  ['plugins', 'Plugins are switched on by enabledPlugins.'],
])

/** What the project may not say, since it was not trusted. */
function withheld(key: string, layer: SettingsLayer, { inForce }: SettingsReadings): Judgement | undefined {
  const counting = inForce.layers.find(({ name, file }) => name === layer.name && file === layer.file)
  const paths = leaves(layer.value[key], [key])
  const lost = paths.filter((path) => valueAt(counting?.value, path) === undefined)
  if (lost.length === 0) return undefined
  const isAll = lost.length === paths.length
  const names = lost.map((path) => path.join('.')).join(', ')
  return {
    fate: isAll ? 'refused' : 'partly',
    why: `${isAll ? 'it needs' : `${names} ${lost.length === 1 ? 'needs' : 'need'}`} the trust of this project`,
    remedy: 'Read it, then type `raider trust`.',
  }
}

/** The value itself, or of an object its own values: trust withholds no less. */
const leaves = (value: unknown, path: KeyPath): readonly KeyPath[] =>
  isObject(value) && Object.keys(value).length > 0 ? Object.keys(value).map((key) => [...path, key]) : [path]

/** Lists and objects of several files are put together; of everything else the highest one counts. */
function overruled(key: string, layer: SettingsLayer, { inForce }: SettingsReadings): Judgement | undefined {
  const value = layer.value[key]
  if (typeof value === 'object') return undefined
  const above = inForce.layers.slice(inForce.layers.findIndex(({ file }) => file === layer.file) + 1)
  const other = above.findLast((one) => one.value[key] !== undefined && one.value[key] !== value)
  if (other === undefined || inForce.merged[key] === value) return undefined
  return { fate: 'ignored', why: `${other.file}:${other.line([key]) ?? 1} says otherwise, and ranks higher` }
}

/** Parts that Raider does not have, and parts that nobody knows. */
function incomplete(key: string, { value }: SettingsLayer): Judgement | undefined {
  const { missing = [], kind } = knownKeys.get(key) ?? {}
  const lacking = missing.filter((path) => valueAt(value[key], path.split('.')) !== undefined)
  const unheard = key === 'permissions' && isObject(value[key]) ? Object.keys(value[key]) : []
  const strange = unheard.filter((name) => kind?.keys?.includes(name) === false)
  const why = [
    ...(lacking.length === 0 ? [] : [`Raider does not have ${lacking.join(', ')}`]),
    ...strange.map((name) => `there is no such key as ${name}${meant(name, kind?.keys)}`),
  ]
  return why.length === 0 ? undefined : { fate: 'partly' satisfies Fate, why: why.join('; ') }
}

const meant = (name: string, keys: readonly string[] = []): string => {
  const [similar] = similarTo(name, keys)
  return similar === undefined ? '' : ` (was ${similar} meant?)`
}

type Said = Pick<SettingsNotice, 'text' | 'key'>

/** The same with the key that it is about. */
const sayingOf = (notice: Said): string => `${notice.key}: ${saying(notice)}`

/** What a notice says, without the place it begins with. */
const saying = ({ text, key = '' }: Said): string =>
  text
    .slice(text.indexOf(`${key}: `) + key.length + 2)
    .replace(/ (?:It was left out|The whole file was ignored)\.$/, '')
    .replace(/\.$/, '')
