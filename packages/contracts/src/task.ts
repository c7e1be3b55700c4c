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
  /** By which its caller calls it, where it has one. */
  readonly name?: string
  /** Command of the shell, where it is one. */
  readonly command?: string
  /** Id of the session that is told what it comes to, while that session goes on; the first session where absent. */
  readonly owner?: string
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
  /** Opens the mailbox of a session. The function that comes back closes it: the first session gets what is left. */
  join(session: string): () => void
  /** Puts words into a mailbox: they are told before the next model request. False where the session is over. */
  tell(session: string, words: string): boolean
  /** Is there something in the mailbox of a session? */
  hasMail(session: string): boolean
  /** Takes out what a session is to be told. */
  take(session: string): readonly string[]
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

/** How work in the background ended. */
export interface TaskEnd {
  readonly id: string
  /** The call that started it. */
  readonly callId: string
  readonly outputFile: string
  readonly status: 'completed' | 'failed' | 'stopped'
  /** One line. */
  readonly summary: string
  /** Further elements, such as a result; see {@link tagged}. */
  readonly more?: readonly string[]
}

/** What the model is told when work in the background ends, in the form of Claude Code (2.1.332, seen). */
export const taskNotification = ({ id, callId, outputFile, status, summary, more = [] }: TaskEnd): string =>
  [
    '<task-notification>',
    tagged('task-id', id),
    tagged('tool-use-id', callId),
    tagged('output-file', outputFile),
    tagged('status', status),
    tagged('summary', summary),
    ...more,
    '</task-notification>',
  ].join('\n')

/** Words in a tag. Words that could close their tag would speak for the runtime. */
export const tagged = (tag: string, words: string): string => `<${tag}>${escaped(words)}</${tag}>`

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
