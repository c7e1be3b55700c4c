import { randomUUID } from 'node:crypto'
import type { RaiderEvent, RunOutcome } from '@raider/contracts'
import { noFacts, refusalBody, resultBody } from './result.js'
import { createRoster } from './roster.js'
import { translators } from './translate.js'
import type { Desk, WireOptions } from './desk.js'
import type { Frame, FrameBody, ResultFrame } from './frame.js'

/** Turns the events of one session and its subagents into stream-json frames. */
export interface Wire {
  /** Frames for one event, in order; most events have none or one. */
  frames(event: RaiderEvent): readonly Frame[]
  /** The last frame of the run that ended with `outcome`. */
  result(outcome: RunOutcome): ResultFrame
  /** The only frame of a session that there is not. */
  refusal(problem: string): ResultFrame
}

/** Makes the wire of one session. It keeps what is open (subagents, calls), nothing of what has passed. */
export function createWire(options: WireOptions): Wire {
  const desk: Desk = { options, roster: createRoster(), facts: noFacts() }
  const address = (session: string) => ({ uuid: randomUUID(), session_id: desk.roster.root ?? session })

  return {
    frames(event) {
      const translate = translators[event.type] as
        | ((event: RaiderEvent, desk: Desk) => readonly FrameBody[])
        | undefined
      const bodies = translate?.(event, desk) ?? []
      return bodies.map((body): Frame => ({ ...body, ...address(event.session) }))
    },
    refusal: (problem) => ({ ...refusalBody(problem), ...address(randomUUID()) }),
    result(outcome) {
      const body = resultBody(outcome, desk.facts)
      // Subagents are counted over the whole session.
      Object.assign(desk.facts, { ...noFacts(), subagents: desk.facts.subagents })
      return { ...body, ...address(outcome.sessionId) }
    },
  }
}
