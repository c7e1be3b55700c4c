/** Layers of settings files. */
export type LayerName = 'managed' | 'flag' | 'local' | 'project' | 'user'

/** Layers that are the user's to choose from: managed and flag layers are read in any case. */
export const settingsSources = ['user', 'project', 'local'] as const

/** A layer of {@link settingsSources}. */
export type SettingsSource = (typeof settingsSources)[number]

/** Which layer something came from; plugin folders, skills and agents bring layers that hold hooks only. */
export type LayerOrigin = LayerName | 'plugin' | 'skill' | 'agent'

/** Where a vote, a rule or a note came from: what `explain` prints and the journal keeps. */
export interface Source {
  readonly kind: 'hook' | 'rule' | 'mode' | 'plugin' | 'tool' | 'built-in' | 'host' | 'user' | 'memory'
  /** Hook command, rule text, mode, plugin or tool name. */
  readonly name: string
  /** Settings layer, or `cli`, `session`, `code`. */
  readonly layer?: LayerOrigin | 'cli' | 'session' | 'code'
  /** Absolute path of the file that declares it. */
  readonly file?: string
  /** Line in that file, 1-based. */
  readonly line?: number
}
