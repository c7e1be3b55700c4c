import { randomBytes } from 'node:crypto'
import type { CallScope, Effort, RaiderEvent, RunOutcome, Worktree } from '@raider/contracts'
import type { AgentDefinition } from './agent.js'

/** One piece of work for a subagent. */
export interface AgentTask {
  /** Id of the subagent. */
  readonly id: string
  readonly agent: AgentDefinition
  readonly prompt: string
  /** In a few words, for the user. */
  readonly description: string
  /** The caller does not wait for it. */
  readonly background: boolean
  /** It works in a worktree of its own. */
  readonly isolated?: boolean
  /** The one that it worked in before. */
  readonly worktree?: Worktree
  /** Model that the caller asked for. */
  readonly model?: string
  /** Effort that the caller asked for. */
  readonly effort?: Effort
  /** By which the caller will call it. */
  readonly name?: string
  /** The subagent had ended, and goes on with this prompt. */
  readonly resumes?: boolean
}

/** An id in the form of Claude Code: `a` and 16 hexadecimal digits (2.1.332, seen). */
export const newAgentId = (): string => `a${randomBytes(8).toString('hex')}`

/** What became of a task. */
export interface AgentEnd {
  readonly outcome: RunOutcome
  /** The worktree that was kept, since it holds work. */
  readonly worktree?: Worktree
}

/**
 * Opens a session for a task, runs its prompt there, and closes it. The composition root provides it: this package knows no loop.
 * Rejects with `ToolFailure` where the agent cannot be started, and with a `RaiderError` for misuse.
 * @param scope of the call that asks for it.
 * @param signal aborts the run of the subagent; in the background it is not that of the call.
 * @param hear is told of every event of the session.
 */
export type RunAgent = (
  task: AgentTask,
  scope: CallScope,
  signal: AbortSignal,
  hear: (event: RaiderEvent) => void,
) => Promise<AgentEnd>
