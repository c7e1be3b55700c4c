import type { Effort, JsonObject } from '@raider/contracts'

/** Whose skill it is, in the hook spelling of settings. */
export type SkillOrigin = 'policySettings' | 'userSettings' | 'projectSettings' | 'plugin'

/** The plugin folder a skill comes from. */
export interface SkillBundle {
  readonly root: string
  readonly dataDir: string
  /** Variables of its hooks. */
  readonly env: Readonly<Record<string, string>>
  /** Values that stand for `${user_config.KEY}`; sensitive ones are not among them. */
  readonly userConfig: Readonly<Record<string, string>>
}

/** A file that is a skill or a command, and what it is called. */
export interface SkillPlace {
  /** Full name: `pdf`, `team:review` for a command in a folder, `plugin:pdf`, `sub/dir:pdf` below the project folder. */
  readonly name: string
  /** `skill`: a folder with SKILL.md. `command`: one Markdown file. */
  readonly kind: 'skill' | 'command'
  readonly origin: SkillOrigin
  /** Absolute. */
  readonly file: string
  /** Folder of the file; absolute. */
  readonly dir: string
  readonly bundle?: SkillBundle
}

/** A skill or a command, ready to be told of and to be invoked. */
export interface Skill extends SkillPlace {
  /** Further names by which it is found. */
  readonly aliases: readonly string[]
  /** What it is for; the first line of the body where the author says nothing. */
  readonly description: string
  readonly argumentHint?: string
  /** Names that `$name` in the body may use, in the order of the arguments. */
  readonly argumentNames: readonly string[]
  /** May the model invoke it? Only then it is listed. */
  readonly forModel: boolean
  /** May the user type it? */
  readonly forUser: boolean
  /** Allow rules for the run. */
  readonly allowedTools: readonly string[]
  /** Deny rules for the run. */
  readonly disallowedTools: readonly string[]
  readonly model?: string
  readonly effort?: Effort
  /** It runs as a subagent of this type. */
  readonly fork?: { readonly agent: string }
  /** A `hooks` object as in settings files. */
  readonly hooks?: JsonObject
  /** It is listed once a file that these patterns mean was touched; absent: at once. */
  readonly globs?: readonly string[]
  /** It brings more than text, so the model may not invoke it without permission. */
  readonly capable: boolean
  readonly body: string
}
