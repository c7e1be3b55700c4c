import { plainText } from '@raider/contracts'
import type { AgentTask } from './agent-task.js'
import type { CompletedOutput } from './output.js'

/** How a subagent in the background ended. */
export type BackgroundEnd =
  | { readonly status: 'completed'; readonly output: CompletedOutput }
  | { readonly status: 'failed' | 'stopped'; readonly reason: string }

/** What the parent's model is told when a subagent in the background ends, in the form of Claude Code (2.1.332, seen). */
export const notification = (task: AgentTask, callId: string, outputFile: string, end: BackgroundEnd): string =>
  [
    '<task-notification>',
    `<task-id>${task.id}</task-id>`,
    `<tool-use-id>${callId}</tool-use-id>`,
    `<output-file>${outputFile}</output-file>`,
    `<status>${end.status}</status>`,
    `<summary>Agent "${escaped(task.description)}" ${summaries[end.status]}</summary>`,
    ...(end.status === 'completed' ? completed(end.output) : [`<result>${escaped(end.reason)}</result>`]),
    '</task-notification>',
  ].join('\n')

const summaries = { completed: 'finished', failed: 'failed', stopped: 'was stopped' } as const

const completed = ({
  content,
  totalTokens,
  totalToolUseCount,
  totalDurationMs,
}: CompletedOutput): readonly string[] => [
  `<result>${escaped(plainText(content))}</result>`,
  `<usage><subagent_tokens>${totalTokens}</subagent_tokens><tool_uses>${totalToolUseCount}</tool_uses><duration_ms>${totalDurationMs}</duration_ms></usage>`,
]

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A report that could close its element would speak for the runtime. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? character)
