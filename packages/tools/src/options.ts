/** What the host tells the built-in tools. */
export interface BuiltinOptions {
  /** The user's home, for `~` in paths; absolute. Default: that of the process. */
  readonly homeDir?: string
  /** Shell text to run before each Bash command, such as the exports of session hooks; empty for none. */
  readonly shellEnv?: () => string
  /** False for files that Glob and Grep must leave out, such as those under a Read deny rule. Default: all may be listed. */
  readonly listable?: (path: string) => boolean
}
