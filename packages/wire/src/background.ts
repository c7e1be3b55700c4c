import type { Desk, Translate } from './desk.js'
import type { FrameBody } from './frame.js'

/** Everything that works in the background, without what is just over. */
export const backgroundTasks = ({ roster }: Desk, over?: string): FrameBody => {
  const children = [...roster.threads.values()].flatMap(({ child }) => (child?.background === true ? [child] : []))
  const agents = children
    .filter(({ id }) => id !== over)
    .map(({ id, type, description }) => ({
      task_id: id,
      task_type: 'local_agent',
      subagent_type: type,
      description,
    }))
  const shells = [...roster.shells.values()].map(({ id, description }) => ({
    task_id: id,
    task_type: 'local_bash',
    description,
  }))
  return { type: 'system', subtype: 'background_tasks_changed', tasks: [...agents, ...shells] }
}

/** The frames by which a shell command goes to the background. */
export const shellStart: Translate<'task-start'> = ({ task, call }, desk) => {
  desk.roster.shells.set(task.id, task)
  return [
    backgroundTasks(desk),
    {
      type: 'system',
      subtype: 'task_started',
      task_id: task.id,
      tool_use_id: call,
      description: task.description,
      is_backgrounded: true,
      task_type: 'local_bash',
    },
  ]
}

/** The frames by which a shell command in the background ends. */
export const shellEnd: Translate<'task-end'> = ({ end, time }, desk) => {
  const { id, callId, status, outputFile, summary } = end
  desk.roster.shells.delete(id)
  return [
    { type: 'system', subtype: 'task_updated', task_id: id, patch: { status, end_time: Date.parse(time) } },
    {
      type: 'system',
      subtype: 'task_notification',
      task_id: id,
      tool_use_id: callId,
      status,
      output_file: outputFile,
      summary,
    },
    backgroundTasks(desk),
  ]
}
