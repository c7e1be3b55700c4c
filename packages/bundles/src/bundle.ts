import type { JsonObject, SettingsLayer } from '@raider/contracts'

/** A Claude Code plugin folder, and what it brings. Raider calls it a bundle: a plugin is a member of the chain. */
export interface Bundle {
  /** `name@inline`, `name@<marketplace>` or `name@skills-dir`. */
  readonly id: string
  readonly name: string
  readonly version?: string
  /** Absolute. */
  readonly root: string
  /** Where it may keep what outlives an update; not made until somebody writes there. */
  readonly dataDir: string
  /** Variables of its hooks and servers: CLAUDE_PLUGIN_ROOT, CLAUDE_PLUGIN_DATA and CLAUDE_PLUGIN_OPTION_<KEY>. */
  readonly env: Readonly<Record<string, string>>
  /** What the user configured, by key; without sensitive values. */
  readonly userConfig: Readonly<Record<string, string>>
  /** Its hooks, one layer for each file. */
  readonly layers: readonly SettingsLayer[]
  /** Folders of skill folders, or single skill folders. */
  readonly skillDirs: readonly string[]
  /** Folders of command files, or single files. */
  readonly commandPaths: readonly string[]
  /** Folders of agent files, or single files. */
  readonly agentPaths: readonly string[]
  /** Folders of output styles, or single files. */
  readonly stylePaths: readonly string[]
  /** Servers by their own names, nothing expanded. */
  readonly mcpServers: JsonObject
  /** Folder of programs for shell commands. */
  readonly binDir?: string
  /** The agent its settings make the main thread. */
  readonly agent?: string
  /** Every key that its manifest, or its marketplace in place of one, has; those below `experimental` stand for themselves. */
  readonly keys: readonly string[]
}

/** Something that could not be loaded, in the form of `system/init` (Claude Code 2.1.332, seen). */
export interface BundleError {
  /** `inline[<index>]` for a folder of the command line that could not be loaded, else the id. */
  readonly plugin: string
  readonly type: 'generic-error' | 'path-not-found' | 'hook-load-failed' | 'plugin-not-found'
  readonly message: string
  readonly path?: string
}
