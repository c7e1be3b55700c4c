import { plainText, totalTokens, type ChildFacts } from '@raider/contracts'
import { backgroundTasks } from './background.js'
import { childAddress, parentOf, type Desk, type EventOf, type Translate } from './desk.js'
import { elapsedMs } from './elapsed.js'
import type { FrameBody, TaskStatus, TaskUsage } from './frame.js'
import type { Thread } from './roster.js'

interface Child extends Thread {
  readonly child: ChildFacts
}

const childOf = (session: string, { roster }: Desk): Child | undefined => {
  const thread = roster.threads.get(session)
  return thread?.child === undefined ? undefined : { ...thread, child: thread.child }
}

/** The frames by which a subagent begins; its prompt where somebody waits for it. */
export const childStart: Translate<'run-start'> = (event, desk) => {
  const thread = childOf(event.session, desk)
  if (thread === undefined) return []
  const { child, parentCall, parentAgent } = thread
  count(child, parentAgent !== undefined, desk)
  const started: FrameBody = {
    type: 'system',
    subtype: 'task_started',
    task_id: child.id,
    tool_use_id: parentCall,
    description: child.description,
    subagent_type: child.type,
    is_backgrounded: child.background,
    spawn_depth: child.depth,
    ...(parentAgent !== undefined && { parent_task_id: parentAgent }),
    task_type: 'local_agent',
    prompt: plainText(event.prompt),
  }
  if (child.background) return [backgroundTasks(desk), started]
  return child.depth > 1 ? [started] : [started, promptFrame(event, desk)]
}

const count = ({ type, depth, background }: ChildFacts, isNested: boolean, { facts: { subagents } }: Desk): void => {
  subagents.spawned++
  if (background) subagents.started_in_background++
  if (isNested) subagents.spawned_by_subagents++
  subagents.max_depth = Math.max(subagents.max_depth, depth)
  subagents.by_type[type] = (subagents.by_type[type] ?? 0) + 1
}

const promptFrame = (event: EventOf<'run-start'>, desk: Desk): FrameBody => ({
  type: 'user',
  message: { role: 'user', content: event.prompt },
  parent_tool_use_id: parentOf(event, desk),
  ...childAddress(event, desk),
  timestamp: event.time,
})

/** How far a subagent is, told with each of its calls. */
export const childProgress: Translate<'tool-call'> = (event, desk) => {
  const thread = childOf(event.session, desk)
  if (thread === undefined) return []
  thread.progress.calls++
  const { child, parentCall } = thread
  return [
    {
      type: 'system',
      subtype: 'task_progress',
      task_id: child.id,
      tool_use_id: parentCall,
      description: child.description,
      subagent_type: child.type,
      usage: usageOf(thread, event.time),
      last_tool_name: event.name,
    },
  ]
}

/** Keeps the tokens of a subagent's last reply. */
export const childReply = ({ session, usage }: EventOf<'model-reply'>, desk: Desk): void => {
  const thread = childOf(session, desk)
  if (thread === undefined) return
  thread.progress.tokens = totalTokens(usage)
}

/** The frames by which a subagent ends; the main thread ends with its result. */
export const childEnd: Translate<'run-end'> = (event, desk) => {
  const thread = childOf(event.session, desk)
  if (thread === undefined) return []
  const { child, parentCall } = thread
  const status = statusOf(event)
  if (status === 'completed') desk.facts.subagents.completed++
  else desk.facts.subagents.failed++
  const time = Date.parse(event.time)
  return [
    { type: 'system', subtype: 'task_updated', task_id: child.id, patch: { status, end_time: time } },
    {
      type: 'system',
      subtype: 'task_notification',
      task_id: child.id,
      tool_use_id: parentCall,
      status,
      output_file: child.transcript,
      summary: event.text,
      usage: { ...usageOf(thread, event.time), duration_ms: event.durationMs },
    },
    ...(child.background ? [backgroundTasks(desk, child.id)] : []),
  ]
}

const statusOf = ({ ending }: EventOf<'run-end'>): TaskStatus => {
  if (ending.kind === 'cancelled' && ending.by !== 'hook') return 'stopped'
  return ending.kind === 'failed' ? 'failed' : 'completed'
}

const usageOf = ({ progress, startedAt }: Thread, time: string): TaskUsage => ({
  total_tokens: progress.tokens,
  tool_uses: progress.calls,
  duration_ms: elapsedMs(startedAt, time),
})
