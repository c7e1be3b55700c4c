import {
  messageOf,
  type LayerName,
  type PermissionUpdate,
  type SettingsSource,
  type UpdateDestination,
} from '@raider/contracts'
import { readTextSync, realPathOf, replaceTextSync } from '@raider/disk'
import { parseDocument } from './document.js'
import { lowerPlaces, type PlaceOptions } from './place.js'
import { editSettings } from './settings-edit.js'

/** What became of one file that an update was to be written to. */
export interface SavedFile {
  /** Absolute path, as the settings are found by it. */
  readonly file: string
  readonly layer: LayerName
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'failed'
  /** Why it failed. */
  readonly problem?: string
  /** What it holds now, where it was created or changed. */
  readonly text?: string
}

const layers: Readonly<Partial<Record<UpdateDestination, SettingsSource>>> = {
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
}

/**
 * Writes a permission update to the file of its destination; nothing for destinations without one. In a repository that is the
 * local file at its root (Claude Code 2.1.332, seen); what an update takes away is taken away in the start folder too.
 */
export const saveUpdate = async (
  update: PermissionUpdate,
  options: Omit<PlaceOptions, 'sources' | 'managedDir'>,
): Promise<readonly SavedFile[]> => {
  const layer = layers[update.destination]
  if (layer === undefined) return []
  const places = await lowerPlaces({ ...options, sources: [layer] })
  const removal = removalOf(update)
  return places.flatMap(({ file }, index) => {
    const due = index === places.length - 1 ? update : removal
    return due === undefined ? [] : { file, layer, ...saveTo(file, due) }
  })
}

/** The part of an update that concerns every file of a layer. */
const removalOf = (update: PermissionUpdate): PermissionUpdate | undefined => {
  if (update.type === 'replaceRules') return { ...update, rules: [] }
  return update.type.startsWith('remove') ? update : undefined
}

/** Read, changed and written in one go, so that no other session of this process comes between. */
const saveTo = (file: string, update: PermissionUpdate): Pick<SavedFile, 'outcome' | 'problem' | 'text'> => {
  const target = realPathOf(file)
  try {
    const before = readText(target)
    const after = editSettings(checked(before ?? ''), update)
    if (after === before || (before === undefined && !adds(update))) return { outcome: 'unchanged' }
    replaceTextSync(target, after)
    return { outcome: before === undefined ? 'created' : 'changed', text: after }
  } catch (thrown) {
    return { outcome: 'failed', problem: messageOf(thrown) }
  }
}

const adds = (update: PermissionUpdate): boolean => !update.type.startsWith('remove')

const readText = (file: string): string | undefined => {
  const found = readTextSync(file)
  if (found.is === 'unusable') throw new Error(found.problem)
  return found.is === 'text' ? found.text : undefined
}

/** An edit of a text that is no settings file could only make it worse. */
const checked = (source: string): string => {
  const document = parseDocument(source, { jsonComments: 'accepted' })
  if ('unparsable' in document) throw new Error(`it cannot be read as JSON (line ${document.unparsable.line})`)
  return source
}
