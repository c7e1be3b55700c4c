import type { CallScope, FileView, ToolState } from '@raider/contracts'
import { isInside } from '@raider/disk'
import { loadFile, type LoadedFile } from './loaded-file.js'

/** What the model knows of a file's content, beside the file itself. */
interface Knowledge {
  /** True where it was shown a part only. */
  readonly partial: boolean
  /** True where a hook changed what it was shown. */
  readonly foreign?: boolean
}

/** Notes that the model knows this state of the file. */
export const recordView = (state: ToolState, file: LoadedFile, { partial, foreign = false }: Knowledge): void => {
  state.files.set(file.real, { mtimeMs: file.mtimeMs, digest: file.digest, partial, ...(foreign ? { foreign } : {}) })
}

/**
 * Notes what hooks made of a file that a tool has just written (a formatter, most of all), so that the next write is not taken
 * for a conflict with somebody else's.
 */
export const settleView = async (state: ToolState, path: string): Promise<void> => {
  const now = await loadFile(path)
  if (now.kind !== 'file') return
  const view = state.files.get(now.real)
  if (view === undefined || view.digest === now.digest) return
  recordView(state, now, { partial: view.partial, foreign: true })
}

/** True where the file is no longer what the model was shown. A new time alone is no change. */
export const isStale = (view: FileView | undefined, file: LoadedFile): boolean =>
  view !== undefined && view.mtimeMs !== file.mtimeMs && view.digest !== file.digest

/** What the model knows of a file's content. */
export const knowledgeOf = (view: FileView | undefined): 'none' | 'part' | 'all' => {
  if (view === undefined) return 'none'
  return view.partial ? 'part' : 'all'
}

/**
 * Must the model have read the file before it changes it? Profile `claude` lets it pass where reading would not have asked:
 * inside the project and the additional folders; not where the model is used to reading first (Claude Code 2.1.332, seen).
 */
export const mustBeRead = (real: string, scope: CallScope): boolean => {
  if (scope.profile.readBeforeWrite === 'required' || scope.state.readsFirst === true) return true
  return ![scope.projectDir, ...scope.state.directories].some((folder) => isInside(real, folder))
}

/** Says that a file has to be read first. */
export const unreadFile = (path: string): string => `${path} has not been read yet. Read it first, then change it.`

/** Says that a file is another one than was read. */
export const staleFile = (path: string): string =>
  `${path} was changed since it was read, by the user, a formatter or another program. Read it again before changing it.`

/** Says that a file holds what a change would not keep. */
export const unsoundFile = (path: string, flaw: string): string =>
  `${path} was left as it is: ${flaw}, and writing it as UTF-8 would damage it. ` +
  'Change it with a shell command that keeps its encoding, or ask the user whether it may be converted.'
