import type { LayerOrigin } from './source.js'

/**
 * What becomes of something that a user set up: `honoured`: it does what it says. `partly`: not all of it does. `ignored`: it does
 * nothing here, and nothing is lost that a run needs. `refused`: it was understood, and is held back on purpose. `error`: it is broken.
 */
export const fates = ['honoured', 'partly', 'ignored', 'refused', 'error'] as const
/** One of {@link fates}. */
export type Fate = (typeof fates)[number]

/** One thing that a user set up, and what becomes of it. */
export interface Finding {
  /** As its author calls it: a key, a rule, the name of an agent. */
  readonly name: string
  readonly fate: Fate
  /** What is to be known of it; always there unless it is honoured. */
  readonly why?: string
  /** What the user can do. */
  readonly remedy?: string
  /** Where it comes from; `environment`: a variable of the process. */
  readonly layer?: LayerOrigin | 'environment'
  /** Absolute. */
  readonly file?: string
  /** 1-based. */
  readonly line?: number
}
