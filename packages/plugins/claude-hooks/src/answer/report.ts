import type { EventBody, HookOutcome, Stance, Vote } from '@raider/contracts'
import type { Answer } from './answer.js'
import type { Finished } from '../handler/background.js'
import { rowOf } from '../events.js'
import type { Hook } from '../configuration/hook.js'
import type { Firing } from '../firing.js'

/** What is reported of hooks. */
export type HookReport = Extract<EventBody, { type: 'hook-run' | 'hook-message' }>

/** Tells the host and the session what hooks did. */
export class Reporter {
  readonly #onEvent: ((event: HookReport) => void) | undefined

  /** @param onEvent is told before the session's listeners are. */
  constructor(onEvent: ((event: HookReport) => void) | undefined) {
    this.#onEvent = onEvent
  }

  /** A hook of a firing is over, or went to the background; `vote` is what it said in the decision. */
  async answered(firing: Firing, answer: Answer, vote: Vote | undefined): Promise<void> {
    const { hook, outcome, problem, output, block, noVerdict } = answer
    const { message: shown, exit2, guard } = rowOf(firing.event)
    await this.#tell(firing, runOf(firing, hook, outcome, answer, vote?.stance))
    if (shown) await this.#message(firing, hook, output.systemMessage)
    if (exit2 === 'notice') await this.#message(firing, hook, vote?.reason)
    if (guard && noVerdict && block === undefined && problem !== undefined)
      await firing.scope.emit(muteNotice(firing, hook, problem))
  }

  /** A hook in the background is over. */
  async finished(firing: Firing, { hook, outcome, answer, systemMessage }: Finished): Promise<void> {
    await this.#tell(firing, runOf(firing, hook, outcome, answer))
    await this.#message(firing, hook, systemMessage)
  }

  async #message(firing: Firing, hook: Hook, text: string | undefined): Promise<void> {
    if (text !== undefined) await this.#tell(firing, { ...headOf(firing, hook), type: 'hook-message', text })
  }

  async #tell({ scope }: Firing, event: HookReport): Promise<void> {
    this.#onEvent?.(event)
    await scope.emit(event)
  }
}

const runOf = (
  firing: Firing,
  hook: Hook,
  outcome: HookOutcome,
  { exitCode, durationMs, problem }: Pick<Answer, 'exitCode' | 'durationMs' | 'problem'>,
  stance?: Stance,
): HookReport => ({
  ...headOf(firing, hook),
  type: 'hook-run',
  outcome,
  durationMs,
  ...(exitCode !== undefined && { exitCode }),
  ...(stance !== undefined && { stance }),
  ...(problem !== undefined && { error: problem }),
})

const headOf = ({ event, callId }: Firing, { handler, source }: Hook) => ({
  event,
  hook: handler.label,
  source,
  ...(callId !== undefined && { callId }),
})

/** A guard that could not speak must not go unnoticed. */
const muteNotice = ({ event }: Firing, { handler, source }: Hook, problem: string): EventBody => ({
  type: 'notice',
  level: 'warning',
  text: `The ${event} hook ${handler.label} gave no verdict (${problem}), so it kept nothing from happening. Set "failClosed": true on it to refuse in such a case.`,
  source,
})
