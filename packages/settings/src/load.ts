import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { RaiderError, type Profile, type Settings, type SettingsLayer, type SettingsNotice } from '@raider/contracts'
import { gitRoot } from '@raider/disk'
import {
  draftOf,
  readDraft,
  type CheckHooks,
  type Draft,
  type DraftRules,
  type Dropped,
  type KnownDrafts,
} from './draft.js'
import { without, type KeyPath } from './key-path.js'
import { settingsPlaces, type Place, type PlaceOptions } from './place.js'
import { narrowTrustPaths, trustPaths } from './reach.js'
import { mergeLayers } from './merge.js'
import { tracks } from './tracked.js'
import { projectGuards, type Trust, type TrustAnswer, type TrustLayer } from './trust.js'

export type { CheckHooks, HooksCheck, KnownDrafts } from './draft.js'

/** What {@link loadSettings} needs to know. */
export interface LoadOptions extends PlaceOptions {
  /** The `--settings` argument: a file, or a JSON object as text. */
  readonly flag?: string
  /** The record of trusted projects, or an answer given in advance. */
  readonly trust: Trust | boolean
  /** Further files of the project that need trust, such as agents with hooks of their own. */
  readonly trustAlso?: readonly TrustLayer[]
  readonly profile: Profile
  /** Says whether the hooks of a file are malformed; without it they count as well formed. */
  readonly checkHooks?: CheckHooks
  /** Drafts that earlier calls with the same profile made; new ones are added. */
  readonly known?: KnownDrafts
}

/** Settings in force, with the answer about the project's trust. */
export interface LoadedSettings extends Settings {
  readonly trust: TrustAnswer
}

/**
 * Finds, reads and merges all settings. A layer's `value` holds what counts of it: what a project may only say with trust is left
 * out while it is not trusted. Throws `bad-settings` for a `--settings` file that is not there and, in profile `raider`, for
 * every file that cannot be used, since its deny rules would be lost.
 */
export const loadSettings = async (options: LoadOptions): Promise<LoadedSettings> => {
  const rules: DraftRules = options
  const places = await settingsPlaces(options)
  const read = await Promise.all([...places.map((place) => readDraft(place, rules)), readFlag(options, rules)])
  const drafts = read.filter((draft): draft is Draft => draft !== undefined && 'value' in draft).toSorted(byRank)
  const dropped = read.filter((draft): draft is Dropped => draft !== undefined && 'dropped' in draft)
  const trust = await askTrust(options, drafts)
  const withheld = trust.trusted ? new Map<Draft, readonly KeyPath[]>() : await withhold(options, drafts)
  const layers = drafts.map((draft) => layerOf(draft, withheld.get(draft) ?? [], options.profile))
  return {
    layers,
    merged: mergeLayers(layers),
    notices: [
      ...dropped.map((entry) => entry.dropped),
      ...drafts.flatMap((draft) => draft.notices),
      ...[...withheld].flatMap(([draft, paths]) => withheldNotice(draft, paths)),
    ],
    trust,
  }
}

const ranks: Readonly<Record<Draft['name'], number>> = { user: 0, project: 1, local: 2, flag: 3, managed: 4 }

const byRank = (a: Draft, b: Draft): number => ranks[a.name] - ranks[b.name]

const readFlag = async (options: LoadOptions, rules: DraftRules): Promise<Draft | Dropped | undefined> => {
  const { flag, cwd } = options
  // An empty argument is none (seen).
  if (flag === undefined || flag.trim() === '') return undefined
  if (isInline(flag)) return draftOf({ name: 'flag', file: '--settings', anchor: cwd }, flag, rules)
  const file = resolve(cwd, flag)
  const place: Place = { name: 'flag', file, anchor: dirname(file) }
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || found.isDirectory()) {
    const problem = found === undefined ? 'Settings file not found' : 'Settings file is a folder'
    const message = `${problem}: ${file}. --settings takes the path of a file or a JSON object as text.`
    throw new RaiderError('bad-settings', message, { data: { file } })
  }
  return readDraft(place, rules)
}

/** Text that is no JSON is taken for a path, whatever it begins with (seen). */
const isInline = (flag: string): boolean => {
  if (!flag.trim().startsWith('{')) return false
  try {
    JSON.parse(flag)
    return true
  } catch {
    return false
  }
}

const askTrust = async (
  { trust, cwd, trustAlso = [] }: LoadOptions,
  drafts: readonly Draft[],
): Promise<TrustAnswer> => {
  const layers = [...drafts, ...trustAlso]
  if (typeof trust !== 'boolean') return trust.check(cwd, layers)
  const why = trust ? 'given-by-option' : 'refused-by-option'
  return { trusted: trust, why, guards: projectGuards(layers) }
}

/** What does not count of the files of a project that is not trusted. */
const withhold = async (
  { cwd, profile }: LoadOptions,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<Draft, readonly KeyPath[]>> => {
  const result = new Map<Draft, readonly KeyPath[]>()
  const root = await gitRoot(cwd)
  for (const draft of drafts) {
    if (draft.name !== 'project' && draft.name !== 'local') continue
    if (profile.projectTrust === 'required') {
      result.set(draft, trustPaths(draft.value))
      continue
    }
    // A local file that git does not carry can only be the user's own.
    const own = draft.name === 'local' && !(root !== undefined && (await tracks(root, draft.file)))
    if (!own) result.set(draft, narrowTrustPaths(draft.value))
  }
  return result
}

const layerOf = (draft: Draft, withheld: readonly KeyPath[], profile: Profile): SettingsLayer => ({
  name: draft.name,
  file: draft.file,
  anchor: draft.anchor,
  value: without(draft.value, withheld),
  line: draft.line,
  trusted: withheld.length === 0 || profile.projectTrust !== 'required',
})

const withheldNotice = (draft: Draft, paths: readonly KeyPath[]): readonly SettingsNotice[] =>
  paths.length === 0
    ? []
    : [
        {
          cause: 'trust',
          level: 'warning',
          file: draft.file,
          text: `${draft.file}: ${paths.map((path) => path.join('.')).join(', ')} left out, since this project was never trusted as it is now.`,
        },
      ]
