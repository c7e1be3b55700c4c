import { plainText, tagged, taskNotification } from '@raider/contracts'
import type { AgentTask } from './agent-task.js'
import { shownReport } from './long-report.js'
import type { CompletedOutput } from './output.js'

/** How a subagent in the background ended. */
export type BackgroundEnd =
  | { readonly status: 'completed'; readonly output: CompletedOutput }
  | { readonly status: 'failed' | 'stopped'; readonly reason: string }

/** What the parent's model is told when a subagent in the background ends. */
export const notification = (task: AgentTask, callId: string, outputFile: string, end: BackgroundEnd): string =>
  taskNotification({
    id: task.id,
    callId,
    outputFile,
    status: end.status,
    summary: `Agent "${task.description}" ${summaries[end.status]}`,
    more: end.status === 'completed' ? completed(end.output) : [tagged('result', end.reason)],
  })

const summaries = { completed: 'finished', failed: 'failed', stopped: 'was stopped' } as const

const completed = (output: CompletedOutput): readonly string[] => {
  const { content, harnessNoteCount, totalTokens, totalToolUseCount, totalDurationMs, worktreePath, worktreeBranch } =
    output
  const notes = content.slice(0, harnessNoteCount).map((note) => plainText([note]))
  return [
    tagged('result', [...notes, shownReport(output)].join('\n')),
    `<usage><subagent_tokens>${totalTokens}</subagent_tokens><tool_uses>${totalToolUseCount}</tool_uses><duration_ms>${totalDurationMs}</duration_ms></usage>`,
    ...(worktreePath === undefined ? [] : [worktreeElement(worktreePath, worktreeBranch)]),
  ]
}

const worktreeElement = (path: string, branch: string | undefined): string => {
  const place = [tagged('worktreePath', path), ...(branch === undefined ? [] : [tagged('worktreeBranch', branch)])]
  return `<worktree>${place.join('')}</worktree>`
}
