import type { PermissionMode } from '@raider/contracts'
import type { WebSearchProvider } from './web/search-provider.js'

/** What the host tells the tools that look into the web. */
export interface WebOptions {
  /** Names and addresses of hosts that WebFetch may read though they are not on the public internet, such as `localhost`, beside those that allow rules name; by default none. */
  readonly privateHosts?: readonly string[]
  /** The search engine behind WebSearch; absent: that of the model's provider, where it has one. */
  readonly search?: WebSearchProvider
}

/** What the host tells the built-in tools. */
export interface BuiltinOptions {
  /** The user's home, for `~` in paths; absolute. */
  readonly homeDir: string
  /** Shell text to run before each Bash command, such as the exports of session hooks; empty for none. */
  readonly shellEnv?: () => string
  /** False for files that Glob and Grep must leave out, such as those under a Read deny rule. Default: all may be listed. */
  readonly listable?: (path: string) => boolean
  readonly web?: WebOptions
  /** Did the user allow this very host by name? Then WebFetch reads it, be it private or not; default: none. */
  readonly namesHost?: (host: string) => boolean
  /** Takes a further folder for inside, as the worktree that a session enters; absent: nothing is done. */
  readonly openFolder?: (path: string) => void
  /** Changes the session's mode, for the tools of plan mode; absent: they say that they cannot. */
  readonly setMode?: (mode: PermissionMode) => void
}
