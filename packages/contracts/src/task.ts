import type { RaiderEvent } from './event.js'
import type { Denial, RunEnding } from './outcome.js'
import type { Usage } from './engine.js'

/** Work that goes on beside the conversation. Hooks see what runs as `background_tasks`. */
export interface Task {
  readonly id: string
  readonly kind: 'subagent' | 'shell'
  /** In a few words. */
  readonly description: string
  /** Type of the agent, where it is one. */
  readonly agentType?: string
  /** Command of the shell, where it is one. */
  readonly command?: string
}

/** The tasks of a session and its subagents. All of them end with the session. */
export interface Tasks {
  /** In the order they were started. */
  running(): readonly Task[]
  /**
   * Starts a task. What its work resolves with is told to the model as soon as it can listen; undefined tells nothing.
   * The signal aborts when the task is stopped or the session ends.
   */
  start(task: Task, work: (signal: AbortSignal) => Promise<string | undefined>): void
  /** Aborts a task; false where none of that id runs. */
  stop(id: string): boolean
}

/** The run that hears of the sessions its calls open, and pays for them. */
export interface Sponsor {
  /** Hands an event of such a session to the readers of the run. */
  relay(event: RaiderEvent): void | Promise<void>
  /** Adds a reply to what the run has used. */
  spend(model: string, usage: Usage): void
  /** Adds a call that was not permitted. */
  deny(denial: Denial): void
  /** The ending of a run that spent too much; such a session ends then too. */
  overspent(): RunEnding | undefined
}
