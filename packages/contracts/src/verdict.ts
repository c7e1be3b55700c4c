import type { JsonObject } from './json.js'
import type { Note } from './note.js'
import type { PermissionUpdate } from './permission.js'
import type { Source } from './source.js'

/** What a voter wants. Absence of a stance is silence. */
export type Stance = 'allow' | 'ask' | 'defer' | 'deny'

const strictness: Readonly<Record<Stance, number>> = { allow: 1, ask: 2, defer: 3, deny: 4 }

/** The strictest of several stances (deny > defer > ask > allow > silence). */
export const strictest = (stances: readonly (Stance | undefined)[]): Stance | undefined =>
  stances.reduce<Stance | undefined>(
    (worst, stance) =>
      stance !== undefined && (worst === undefined || strictness[stance] > strictness[worst]) ? stance : worst,
    undefined,
  )

/** A wish to end the run; stands beside the stance. */
export interface Stop {
  readonly reason: string
  readonly source: Source
}

/** One voice in a decision, kept whether it won or lost. */
export interface Vote {
  readonly source: Source
  readonly stance?: Stance
  readonly reason?: string
  readonly stop?: Stop
  /** True where this voter replaced the input. */
  readonly revised?: boolean
}

/** Rarer consequences of a verdict. */
export interface Effects {
  /** Permission updates to apply (from PermissionRequest hooks or the asker). */
  readonly permissions?: readonly PermissionUpdate[]
  /** Abort the turn besides refusing the call. */
  readonly interrupt?: boolean
  /** The answer given in place of a person (elicitation action and content). */
  readonly answer?: JsonObject
  /** Absolute paths to watch from now on. */
  readonly watch?: readonly string[]
  /** A prompt to run before the given one. */
  readonly firstPrompt?: string
  /** A title for the session. */
  readonly title?: string
  /** Skills are to be looked for anew. */
  readonly reloadSkills?: boolean
  /** Do not repeat to the user the prompt that was refused. */
  readonly hidePrompt?: boolean
  /** The call may be tried again. */
  readonly retry?: boolean
  /** Instructions to add to a compaction. */
  readonly instructions?: string
  /** Text to show in place of the model's. */
  readonly display?: string
}

/** What a vote step of a plugin returns. */
export interface Verdict {
  readonly stance?: Stance
  /** What the model (tool calls) or the user (prompts) is told. */
  readonly reason?: string
  readonly stop?: Stop
  /** Replaces the tool input. */
  readonly revised?: JsonObject
  readonly notes?: readonly Note[]
  readonly effects?: Effects
  readonly source: Source
  /** The voices this verdict is made of, losers included; the verdict itself where absent. */
  readonly votes?: readonly Vote[]
}

/** What the chain makes of all verdicts of one step. */
export interface Tally {
  readonly stance?: Stance
  readonly reason?: string
  /** Who decided, where there is a stance. */
  readonly source?: Source
  readonly stop?: Stop
  readonly revised?: JsonObject
  readonly notes: readonly Note[]
  readonly effects: Effects
  readonly votes: readonly Vote[]
}

/** The tally where nobody said anything. */
export const silence: Tally = { notes: [], effects: {}, votes: [] }
