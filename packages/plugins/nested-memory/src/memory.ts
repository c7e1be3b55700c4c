import type { EventBody } from '@raider/contracts'

/** Whose memory a file is, in the spelling of the InstructionsLoaded hook; `Auto` is what the model itself keeps for later. */
export type MemoryKind = 'Managed' | 'User' | 'Project' | 'Local' | 'Auto'

/** A memory file as the model gets it. */
export interface MemoryFile {
  /** Absolute path under which it was found. */
  readonly path: string
  readonly kind: MemoryKind
  /** Without frontmatter and block comments. */
  readonly text: string
  /** Size on disk. */
  readonly bytes: number
  /** Its `paths`, where it has any. */
  readonly globs?: readonly string[]
  /** The file that imports it. */
  readonly parent?: string
  /** InstructionsLoaded hooks hear nothing of it: so it is with AGENTS.md and auto memory (Claude Code 2.1.332, seen). */
  readonly unannounced?: boolean
}

/** Why files are loaded now. */
export interface Occasion {
  readonly reason: 'session_start' | 'nested_traversal' | 'compact'
  /** The touched file. */
  readonly trigger?: string
}

/** The event that tells of a load; a touch that a file with `paths` waited for is `path_glob_match`. */
export function loadEvent(file: MemoryFile, { reason, trigger }: Occasion): EventBody {
  const { path, bytes, kind, globs, parent, unannounced } = file
  return {
    type: 'memory-load',
    file: path,
    bytes,
    ...(unannounced !== true && kind !== 'Auto' && { memory: kind }),
    reason: globs && trigger !== undefined ? 'path_glob_match' : parent === undefined ? reason : 'include',
    ...(trigger !== undefined && { trigger }),
    ...(parent !== undefined && { parent }),
    ...(globs && { globs }),
  }
}

/** False for a file without text, such as one of comments only. */
export const isTelling = (file: MemoryFile): boolean => file.text.trim() !== ''
