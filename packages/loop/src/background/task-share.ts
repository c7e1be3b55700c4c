import type { CancelReason, Tasks } from '@raider/contracts'
import { TaskBoard, type Patience } from './task-board.js'

/** The part of one session in the board that it shares with its subagents. */
export interface TaskShare {
  readonly tasks: Tasks
  /** Takes out what the session is to be told. */
  take(): readonly string[]
  /**
   * Is there something to be told? The first session waits for it. A subagent waits for nobody: what comes after its end is told
   * to the first session.
   */
  hasNews(signal: AbortSignal, patience: Patience): Promise<boolean>
  /** Ends the tasks of the first session; leaves those of a subagent to it. */
  close(reason: CancelReason): Promise<void>
}

/** @param given the tasks of the first session, for a subagent. */
export function shareOf(session: string, given?: Tasks): TaskShare {
  if (given === undefined) {
    const board = new TaskBoard(session)
    return {
      tasks: board,
      take: () => board.take(session),
      hasNews: (signal, patience) => board.hasNews(signal, patience),
      close: (reason) => board.close(reason),
    }
  }
  const leave = given.join(session)
  return {
    tasks: given,
    take: () => given.take(session),
    hasNews: () => Promise.resolve(given.hasMail(session)),
    close: () => Promise.resolve(leave()),
  }
}
