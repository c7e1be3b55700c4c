import type { JsonObject } from './json.js'
import type { LayerOrigin } from './source.js'

/** One settings file (or inline object), parsed. */
export interface SettingsLayer {
  readonly name: LayerOrigin
  /** Absolute path; `--settings` for inline text. */
  readonly file: string
  /** Folder that `/x` path rules of this layer are anchored at. */
  readonly anchor: string
  /**
   * What counts of the file. What the layer has no say over is left out, and for a project that was not trusted also what needs
   * trust: whoever reads a value need not ask again.
   */
  readonly value: JsonObject
  /** Line of the value at a path such as `['hooks', 'PreToolUse', 0]`, 1-based; undefined where unknown. */
  line(path: readonly (string | number)[]): number | undefined
  /** Variables of the hooks of this layer beside those of all hooks, such as CLAUDE_PLUGIN_ROOT. */
  readonly env?: Readonly<Record<string, string>>
  /** False for a project that was not trusted and whose hooks were left out for it. */
  readonly trusted: boolean
}

/** Something in the settings that was left out or repaired. */
export interface SettingsNotice {
  /**
   * The file as a whole is of no use, a value is not what it has to be, only another layer or a trusted project may say this, or it is
   * about a screen that Raider does not have.
   */
  readonly cause?: 'unusable' | 'malformed' | 'reach' | 'trust' | 'screen'
  readonly level: 'info' | 'warning' | 'error'
  readonly file: string
  readonly line?: number
  /** Dotted path of the key, such as `hooks.PreToolUse[0].hooks[1].timeout`. */
  readonly key?: string
  readonly text: string
}

/** All layers that are in force, lowest rank first, and what they merge to. */
export interface Settings {
  readonly layers: readonly SettingsLayer[]
  readonly merged: JsonObject
  readonly notices: readonly SettingsNotice[]
}
