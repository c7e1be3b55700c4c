import type { EventBody, Vote } from '@raider/contracts'
import type { Answer } from './answer.js'
import type { Finished } from './background.js'
import { rowOf } from './events.js'
import type { Hook } from './hook.js'
import type { Firing } from './firing.js'

/** What is reported of hooks. */
export type HookReport = Extract<EventBody, { type: 'hook-run' | 'hook-message' }>

/** Tells the host and the session what hooks did. */
export interface Reporter {
  /** A hook of a firing is over, or went to the background; `vote` is what it said in the decision. */
  answered(firing: Firing, answer: Answer, vote: Vote | undefined): Promise<void>
  /** A hook in the background is over. */
  finished(firing: Firing, finished: Finished): Promise<void>
}

/** `onEvent` is told before the session's listeners are. */
export const createReporter = (onEvent: ((event: HookReport) => void) | undefined): Reporter => {
  const tell = async ({ scope }: Firing, event: HookReport): Promise<void> => {
    onEvent?.(event)
    await scope.emit(event)
  }

  const message = async (firing: Firing, hook: Hook, text: string | undefined): Promise<void> => {
    if (text !== undefined) await tell(firing, { ...headOf(firing, hook), type: 'hook-message', text })
  }

  return {
    async answered(firing, { hook, outcome, exitCode, durationMs, problem, output, block, noVerdict }, vote) {
      const { message: shown, exit2, guard } = rowOf(firing.event)
      await tell(firing, {
        ...headOf(firing, hook),
        type: 'hook-run',
        outcome,
        durationMs,
        ...(exitCode !== undefined && { exitCode }),
        ...(vote?.stance !== undefined && { stance: vote.stance }),
        ...(problem !== undefined && { error: problem }),
      })
      if (shown) await message(firing, hook, output.systemMessage)
      if (exit2 === 'notice') await message(firing, hook, vote?.reason)
      if (guard && noVerdict && block === undefined && problem !== undefined)
        await firing.scope.emit(muteNotice(firing, hook, problem))
    },
    async finished(firing, { hook, outcome, answer, systemMessage }) {
      const { exitCode, durationMs, problem } = answer
      await tell(firing, {
        ...headOf(firing, hook),
        type: 'hook-run',
        outcome,
        durationMs,
        ...(exitCode !== undefined && { exitCode }),
        ...(problem !== undefined && { error: problem }),
      })
      await message(firing, hook, systemMessage)
    },
  }
}

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
