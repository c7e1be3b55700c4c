import { RaiderError, type JsonObject, type Profile, type SettingsNotice } from '@raider/contracts'
import { readText } from '@raider/disk'
import { parseDocument, type Document } from './document.js'
import { keyName, without, type KeyPath } from './key-path.js'
import type { Place } from './place.js'
import { knownKeys } from './known-key.js'
import { beyondReach } from './reach.js'
import { schemaIssues, withTextEnv, type SchemaIssue } from './schema.js'

/** What is wrong with the hooks of one file. */
export interface HooksCheck {
  /** An entry of PreToolUse or PermissionRequest is malformed, or `hooks` is no object. */
  readonly guardBroken: boolean
}

/** The validation of hooks belongs to the plugin that runs them, so it is passed in. */
export type CheckHooks = (hooks: unknown) => HooksCheck

/** A file after reading and checking, before it is known whether the project is trusted. */
export interface Draft extends Place {
  readonly value: JsonObject
  readonly notices: readonly SettingsNotice[]
  readonly line: (path: KeyPath) => number | undefined
}

/** What reading a layer depends on. */
export interface DraftRules {
  readonly profile: Profile
  readonly checkHooks?: CheckHooks
  /** What the same rules made of files before: a text that is still the same is not read again, and held once. */
  readonly known?: KnownDrafts
}

/** The last draft of each file, by its path, with the text it was made of. */
export type KnownDrafts = Map<string, { readonly source: string; readonly draft: Draft | Dropped }>

/** Nothing counts of it, but the notice does. */
export interface Dropped {
  readonly dropped: SettingsNotice
}

/** Reads one file; undefined where there is none. Throws `bad-settings` where the profile does not accept a broken file. */
export const readDraft = async (place: Place, rules: DraftRules): Promise<Draft | Dropped | undefined> => {
  const found = await readText(place.file)
  if (found.is === 'missing') return undefined
  if (found.is === 'unusable') return unusable(place, `it cannot be read (${found.problem})`, rules.profile)
  return draftOf(place, found.text, rules)
}

/** Makes a layer of a text. */
export const draftOf = (place: Place, source: string, rules: DraftRules): Draft | Dropped => {
  const known = rules.known?.get(place.file)
  if (known?.source === source) return known.draft
  const draft = newDraft(place, source, rules)
  rules.known?.set(place.file, { source, draft })
  return draft
}

const newDraft = (place: Place, source: string, rules: DraftRules): Draft | Dropped => {
  const document = parseDocument(source, rules.profile)
  if ('unparsable' in document) {
    const { line, column, problem } = document.unparsable
    return unusable(place, `it cannot be read as JSON: ${problem}, line ${line}, column ${column}`, rules.profile, line)
  }
  const notices: SettingsNotice[] = []
  if (document.lenient) {
    notices.push({
      level: 'info',
      file: place.file,
      text: `${place.file} is not strict JSON (comments, trailing commas or empty). Claude Code ignores it; Raider reads it.`,
    })
  }
  const checked = check(place, document, rules)
  return 'dropped' in checked ? checked : { ...checked, notices: [...notices, ...checked.notices] }
}

const unusable = (place: Place, problem: string, profile: Profile, line?: number): Dropped => {
  const at = { file: place.file, ...(line !== undefined && { line }) }
  if (profile.unparsableSettings === 'ends the start') {
    const message = `${place.file} cannot be used: ${problem}. Its rules and hooks would be lost: mend the file or move it away.`
    throw new RaiderError('bad-settings', message, { data: { ...at, layer: place.name } })
  }
  return { dropped: { cause: 'unusable', level: 'error', ...at, text: `${place.file} was ignored: ${problem}.` } }
}

type Checkable = Pick<Document, 'value' | 'line'>

const check = (place: Place, document: Checkable, rules: DraftRules): Draft | Dropped => {
  const { value, line } = document
  const notice = noticer(place, line)
  const issues = schemaIssues(value)
  const fatal = fatalFlaw(place, value, issues, rules)
  if (fatal !== undefined)
    return { dropped: notice(fatal.path, `${fatal.problem}. The whole file was ignored.`, 'unusable', 'error') }
  const lost = issues.find((issue) => issue.loss === 'guard')
  if (lost !== undefined && rules.profile.unparsableSettings === 'ends the start')
    throw lostGuard(place, lost, line(lost.path))
  const beyond = beyondReach(place.name, value)
  const lossy = issues.filter((issue) => isLeftOut(issue, rules.profile))
  const left = [...lossy.map((issue) => issue.path), ...beyond]
  return {
    ...place,
    line,
    value: closeFailing(place, withTextEnv(without(value, left)), issues),
    notices: [
      ...issues.map(({ path, problem }) =>
        notice(path, `${problem}. It was left out.`, 'malformed', path[0] === 'permissions' ? 'error' : 'warning'),
      ),
      ...beyond.map((path) =>
        notice(path, `${layerNames[place.name]} settings have no say over this. It was left out.`, 'reach'),
      ),
      ...screenNotice(place, value),
    ],
  }
}

/** Nothing is lost with such keys, so it is said only to who wants to know everything. */
const screenNotice = ({ file }: Place, value: JsonObject): readonly SettingsNotice[] => {
  const keys = Object.keys(value).filter((key) => knownKeys.get(key)?.use === 'screen')
  if (keys.length === 0) return []
  const text = `${file}: ignored, since Raider has no such screen: ${keys.join(', ')}.`
  return [{ cause: 'screen', level: 'info', file, text }]
}

/** Where a file goes as a whole for a wrong key, variables of any type stay, as text (seen). */
const isLeftOut = ({ loss }: SchemaIssue, { malformedKey }: Profile): boolean =>
  loss !== 'entry' && (loss !== 'variable' || malformedKey !== 'drops the file')

const noticer =
  (place: Place, line: Document['line']) =>
  (
    path: KeyPath,
    text: string,
    cause: NonNullable<SettingsNotice['cause']>,
    level: SettingsNotice['level'] = 'warning',
  ): SettingsNotice => {
    const at = line(path)
    const key = keyName(path)
    const where = at === undefined ? place.file : `${place.file}:${at}`
    return {
      cause,
      level,
      file: place.file,
      ...(at !== undefined && { line: at }),
      key,
      text: `${where} ${key}: ${text}`,
    }
  }

/** A flaw for which the profile drops the whole file. Managed files never go as a whole. */
const fatalFlaw = (
  place: Place,
  value: JsonObject,
  issues: readonly SchemaIssue[],
  rules: DraftRules,
): Pick<SchemaIssue, 'path' | 'problem'> | undefined => {
  if (place.name === 'managed') return undefined
  const issue = issues.find(({ loss }) => loss === 'key' || loss === 'guard')
  if (issue !== undefined && rules.profile.malformedKey === 'drops the file') return issue
  return hooksBroken(value, rules)
    ? { path: ['hooks'], problem: 'a hook that can keep calls from running is malformed' }
    : undefined
}

const hooksBroken = ({ hooks }: JsonObject, { profile, checkHooks }: DraftRules): boolean =>
  profile.malformedGuard === 'drops the file' &&
  hooks !== undefined &&
  hooks !== null &&
  checkHooks?.(hooks).guardBroken === true

const layerNames: Readonly<Record<Place['name'], string>> = {
  managed: 'managed',
  flag: '--settings',
  local: 'local',
  project: 'project',
  user: 'user',
}

const lostGuard = (place: Place, issue: SchemaIssue, line: number | undefined): RaiderError => {
  const where = line === undefined ? place.file : `${place.file}:${line}`
  const message = `${where} ${keyName(issue.path)}: ${issue.problem}. Its rules would be lost: mend the file or move it away.`
  return new RaiderError('bad-settings', message, { data: { file: place.file, line, key: keyName(issue.path) } })
}

/** Managed switches that restrict: while their value is invalid, they count as set (documented). */
const failClosed: readonly string[] = [
  'allowManagedHooksOnly',
  'allowManagedMcpServersOnly',
  'allowManagedPermissionRulesOnly',
]

const closeFailing = (place: Place, value: JsonObject, issues: readonly SchemaIssue[]): JsonObject => {
  if (place.name !== 'managed') return value
  const closed = failClosed.filter((key) => issues.some((issue) => issue.path[0] === key))
  return { ...value, ...Object.fromEntries(closed.map((key) => [key, true])) }
}
