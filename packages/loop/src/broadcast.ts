import type { EventBody, RaiderEvent, Sponsor } from '@raider/contracts'
import type { Chain } from '@raider/gate'
import type { Run } from './run.js'
import type { Transcript } from './history/transcript.js'

/** Whose events they are. */
interface Sender {
  readonly session: string
  /** Path of the agent. */
  readonly agent: string
  readonly transcript: Transcript | undefined
  /** Hears the events of a subagent's session too. */
  readonly sponsor: Sponsor | undefined
}

/** Tells of what happens in a session: its transcript, its plugins, the readers of its run and of the runs above it. */
export class Broadcast {
  readonly #sender: Sender
  #chain: Chain | undefined
  /** What plugins say while they are made, when nobody hears it yet. */
  #early: readonly EventBody[] = []
  /** Who hears the session's events: the run that goes on, or the one that owns the session. */
  audience: Run | undefined
  /** Id of the last prompt. */
  promptId = ''

  constructor(sender: Sender) {
    this.#sender = sender
  }

  /** The plugins are there and hear everything from now on. */
  begin(chain: Chain): void {
    this.#chain = chain
  }

  /** Tells what was said before there were listeners. */
  async catchUp(): Promise<void> {
    const early = this.#early
    this.#early = []
    for (const body of early) await this.emit(body)
  }

  emit(body: EventBody): void | Promise<void> {
    const chain = this.#chain
    if (chain === undefined) {
      this.#early = [...this.#early, body]
      return
    }
    if (body.type === 'run-start') this.promptId = body.promptId
    const { session, agent, transcript } = this.#sender
    const run = this.audience
    const event = {
      ...body,
      session,
      ...(run !== undefined && { run: run.id }),
      agent,
      time: new Date().toISOString(),
    } as RaiderEvent
    const trouble = transcript?.record(event)
    if (trouble !== undefined) void this.emit(trouble)
    const told = chain.tap(event)
    const published = this.relay(event)
    return told === undefined ? published : told.then(() => published)
  }

  /** Hands an event to the readers of the run, and to those of the runs above it. */
  relay(event: RaiderEvent): void | Promise<void> {
    const published = this.audience?.publish(event)
    const relayed = this.#sender.sponsor?.relay(event)
    return published === undefined ? relayed : published.then(() => relayed)
  }
}
