import type { KnownOptions } from './known-options.js'
import type { PathShape } from '../shell/path-word.js'

/** A command that only reads: which forms of it, and which of its arguments are paths. */
export interface Reader {
  /** Absent where no argument is a path. */
  readonly paths?: PathShape
  /** Options that write nothing and run nothing; absent where the command has no others. */
  readonly options?: KnownOptions
  /** Forms that read; all where absent. Held against the arguments joined by blanks. */
  readonly accepts?: RegExp
  /** Forms that do more. */
  readonly refuses?: RegExp
  /** Which globs there may be, where a file with the name of an option would do harm: the default is those that cannot become one. */
  readonly globs?: 'all' | 'none'
}

/** The same row for several commands. */
export const readers = (names: string, reader: Reader = {}): readonly (readonly [string, Reader])[] =>
  names.split(' ').map((name) => [name, reader])
