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
  /** Also what subagents say, and what their own subagents do (`--forward-subagent-text`); default false. */
  readonly subagentText?: boolean
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

/** What frames of a subagent say of it; nothing on the main thread. */
export const childAddress = (event: RaiderEvent, { roster }: Desk): object => {
  const child = roster.threads.get(event.session)?.child
  return child === undefined
    ? {}
    : { agent_id: child.id, subagent_type: child.type, task_description: child.description }
}

/**
 * Are frames of what a session says and does sent? Of a subagent that somebody waits for only its tool calls are, and those of its
 * own subagents are not; one in the background is told whole (2.1.332, seen).
 */
export const isStreamed = (event: RaiderEvent, { roster, options }: Desk, isText: boolean): boolean => {
  const child = roster.threads.get(event.session)?.child
  if (child === undefined || child.background || options.subagentText === true) return true
  return child.depth === 1 && !isText
}

/** True for events of the first session. */
export const isRoot = (event: RaiderEvent, { roster }: Desk): boolean => event.session === roster.root
