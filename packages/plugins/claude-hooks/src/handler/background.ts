import { randomUUID } from 'node:crypto'
import { SparseMap, type HookOutcome, type Note, type Source } from '@raider/contracts'
import { within } from '@raider/process'
import { classify } from '../answer/answer.js'
import type { Hook, HookReturn, Later } from '../configuration/hook.js'
import { looseOutput } from '../answer/output.js'
import type { Spill } from '../answer/spill.js'

/** How a background hook ended, for whoever reports it. */
export interface Finished {
  readonly hook: Hook
  readonly outcome: HookOutcome
  readonly answer: HookReturn
  readonly systemMessage?: string
}

/**
 * Milliseconds that background hooks have at the end of a session: one that only sends a word somewhere gets it out (about the
 * time that Claude Code 2.1.332 was seen to take).
 */
const graceMs = 500

const none: readonly Note[] = []

/** The hooks of a session that go on while it does. */
export class Background {
  readonly #spill: Spill
  readonly #running = new SparseMap<Later, Promise<void>>()
  #abort: AbortController | undefined
  #ready = none

  constructor(spill: Spill) {
    this.#spill = spill
  }

  /** Aborts when the session is closed. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    return this.#abort.signal
  }

  /** Takes a running hook over; `report` is called once it is over. */
  keep(hook: Hook, later: Later, report: (finished: Finished) => Promise<void>): void {
    const over = this.#follow(hook, later, report).finally(() => this.#running.delete(later))
    this.#running.set(later, over)
  }

  /** Takes out what has become ready for the model: bare texts, without a header (seen). */
  take(): readonly Note[] {
    const taken = this.#ready
    this.#ready = none
    return taken
  }

  /** Lets what is nearly over come to its end, kills what still runs then, and waits for that. */
  async close(): Promise<void> {
    await within(graceMs, Promise.all(this.#running.values()))
    this.#abort?.abort({ by: 'shutdown', reason: 'the session was closed' })
    for (const later of this.#running.keys()) later.kill?.('cancelled')
    await Promise.all(this.#running.values())
  }

  async #follow(hook: Hook, later: Later, report: (finished: Finished) => Promise<void>): Promise<void> {
    const { done, timeoutMs, kill } = later
    const deadline = timeoutMs === undefined ? undefined : setTimeout(() => kill?.('timeout'), timeoutMs)
    const answer = await done
    clearTimeout(deadline)
    const outcome = outcomeOf(answer)
    const said = outcome === 'success' || outcome === 'error' ? read(answer.stdout) : {}
    const call = hook.handler.wakes && answer.exitCode === 2 ? answer.stderr.trim() || undefined : undefined
    for (const text of [call, said.context, said.systemMessage]) {
      if (text === undefined) continue
      const note = noteOf(hook.source, await this.#spill.context(text, `${hook.event}-async`))
      this.#ready = [...this.#ready, note]
    }
    await report({
      hook,
      outcome,
      answer,
      ...(said.systemMessage !== undefined && { systemMessage: said.systemMessage }),
    })
  }
}

const noteOf = (source: Source, text: string): Note => ({ id: randomUUID(), kind: 'background', text, source })

const outcomeOf = ({ ended, exitCode }: HookReturn): HookOutcome =>
  ended === 'timeout' || ended === 'cancelled' ? ended : ended === 'failed' || exitCode !== 0 ? 'error' : 'success'

/** Exit status, decisions and plain text of a background hook have no effect (seen). */
const read = (stdout: string): ReturnType<typeof looseOutput> => {
  const said = classify(stdout)
  return said.kind === 'json' ? looseOutput(said.value) : {}
}
