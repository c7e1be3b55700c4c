import { SparseMap, SparseSet, type ToolState } from '@raider/contracts'
import { readsFirst } from './model-habit.js'

/** What a new session's tools start with. */
export interface ToolStateOptions {
  /** Folder for outputs too long for the model; made when the first one comes. */
  readonly resultsDir: string
  /** Folders beside the project folder that count as inside; absolute. */
  readonly directories?: Iterable<string>
  /** Id of the model that calls them; absent: one that needs nothing special. */
  readonly model?: string
}

/** Makes the state that the tools of one session share. */
export const createToolState = (options: ToolStateOptions): ToolState => {
  const directories = new SparseSet<string>()
  for (const dir of options.directories ?? []) directories.add(dir)
  return {
    files: new SparseMap(),
    directories,
    resultsDir: options.resultsDir,
    slots: new SparseMap(),
    ...(options.model !== undefined && readsFirst(options.model) && { readsFirst: true }),
  }
}
