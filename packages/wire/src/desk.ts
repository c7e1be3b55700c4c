import type { EventType, Price, RaiderEvent } from '@raider/contracts'
import type { FrameBody } from './frame.js'
import type { Roster } from './roster.js'
import type { RunFacts } from './result.js'

/** What the frames say beside the events. */
export interface WireOptions {
  /** Raider's version, for `raider_version`. */
  readonly version: string
  /** Where the key for the model came from, such as `ANTHROPIC_API_KEY`; `none` where there is none. */
  readonly apiKeySource: string
  /** Frames for every hook; those of SessionStart and Setup are always sent. */
  readonly hookFrames: boolean
  /** Requests that are tried again at most, for `max_retries`. */
  readonly maxRetries: number
  /** Price of a model, for the costs of `modelUsage`. */
  readonly price: (model: string) => Price | undefined
}

/** What translating one event may look at and write down. */
export interface Desk {
  readonly options: WireOptions
  readonly roster: Roster
  readonly facts: RunFacts
}

/** The events of one type. */
export type EventOf<T extends EventType> = Extract<RaiderEvent, { readonly type: T }>

/** Frames for the events of one type. */
export type Translate<T extends EventType> = (event: EventOf<T>, desk: Desk) => readonly FrameBody[]

/** The call that made the subagent which speaks; null on the main thread. */
export const parentOf = (event: RaiderEvent, { roster }: Desk): string | null =>
  roster.threads.get(event.session)?.parentCall ?? null

/** True for events of the first session. */
export const isRoot = (event: RaiderEvent, { roster }: Desk): boolean => event.session === roster.root
