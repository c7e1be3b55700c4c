/** What to look for, and where. */
export interface SearchQuery {
  /** File or folder; absolute. */
  readonly root: string
  readonly rootIsFile: boolean
  /** Folder that globs are relative to. */
  readonly cwd: string
  /** Regular expression, in ripgrep's (RE2's) syntax. */
  readonly pattern: string
  readonly globs: readonly string[]
  /** File type by ripgrep's name, such as `js`. */
  readonly type?: string
  readonly ignoreCase: boolean
  /** Lets matches span lines, and `.` match their ends. */
  readonly multiline: boolean
  readonly onlyMatching: boolean
  /** Lines shown before and after each match. */
  readonly before: number
  readonly after: number
  readonly mode: SearchMode
}

/** What Grep gives: names of files, lines, or numbers of lines. */
export type SearchMode = 'files_with_matches' | 'content' | 'count'

/** One line of a result. */
export type SearchRow =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'count'; readonly path: string; readonly count: number }
  | {
      readonly kind: 'line'
      readonly path: string
      readonly line: number
      readonly context: boolean
      readonly text: string
    }
  /** A match in a file that is no text. */
  | { readonly kind: 'binary'; readonly path: string }
  /** Stands between lines that do not follow each other. */
  | { readonly kind: 'gap' }

/** Rows in the order of paths and lines. */
export interface SearchResult {
  readonly rows: readonly SearchRow[]
  /** False where time or room ran out. */
  readonly complete: boolean
}

/** Milliseconds a search may take. */
export const searchTimeoutMs = 20_000
/** Lines longer than this many characters are named, not shown. */
export const maxColumns = 500
/** Stands for a line that matches and is too long to show. */
export const longMatch = '[Omitted long matching line]'
/** Stands for a line beside it that is. */
export const longContext = '[Omitted long context line]'
