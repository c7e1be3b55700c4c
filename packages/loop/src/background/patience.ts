import type { RunOutcome } from '@raider/contracts'
import type { SessionParts } from '../parts.js'
import type { Errand } from '../prompt/errand.js'
import type { TaskShare } from './task-share.js'

/** Milliseconds that commands in the background get to end by themselves (Claude Code 2.1.332, seen). */
const shellWaitMs = 5_000

/** After a run that went well: waits until a background task has something to tell; undefined where there is nothing to wait for. */
export async function newsAfter(
  { kind }: RunOutcome,
  share: TaskShare,
  { backgroundWaitMs: subagent = 600_000, facts }: SessionParts,
  signal: AbortSignal,
): Promise<Errand | undefined> {
  // A server that was started in the background would keep the session open for nothing.
  const isShort = facts.profile.commandWait === 'five seconds'
  const patience = { subagent, shell: isShort ? Math.min(subagent, shellWaitMs) : subagent }
  return kind === 'done' && (await share.hasNews(signal, patience)) ? { prompt: [] } : undefined
}
