import type { EventBody } from '@raider/contracts'

/** Whose memory a file is, in the spelling of the InstructionsLoaded hook. */
export type MemoryKind = 'Managed' | 'User' | 'Project' | 'Local'

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
}

/** Why files are loaded now. */
export interface Occasion {
  readonly reason: 'session_start' | 'nested_traversal' | 'compact'
  /** The touched file. */
  readonly trigger?: string
}

/** The event that tells of a load; a touch that a file with `paths` waited for is `path_glob_match`. */
export function loadEvent(file: MemoryFile, { reason, trigger }: Occasion): EventBody {
  const { path, bytes, kind, globs, parent } = file
  return {
    type: 'memory-load',
    file: path,
    bytes,
    memory: kind,
    reason: globs && trigger !== undefined ? 'path_glob_match' : parent === undefined ? reason : 'include',
    ...(trigger !== undefined && { trigger }),
    ...(parent !== undefined && { parent }),
    ...(globs && { globs }),
  }
}
