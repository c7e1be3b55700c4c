import { text, type CallScope, type Tool } from '@raider/contracts'
import { closedObject, openObject, stringField } from '../schema.js'
import { findTask, readTasks, type TaskRecord } from './task-record.js'

interface TaskGetOutput {
  readonly task: Pick<TaskRecord, 'id' | 'subject' | 'description' | 'status' | 'blocks' | 'blockedBy'> | null
}

interface TaskListOutput {
  readonly tasks: readonly Pick<TaskRecord, 'id' | 'subject' | 'status' | 'owner' | 'blockedBy'>[]
}

/** The TaskGet tool: shows one task. */
export const createTaskGet = (): Tool => ({
  name: 'TaskGet',
  origin: 'built-in',
  description: 'Shows one task of the list with its description and what it waits for.',
  inputSchema: closedObject(['taskId'], { taskId: stringField('Id of the task') }),
  outputSchema: openObject(['task'], {}),
  parallel: () => true,
  run: ({ taskId }, scope) => Promise.resolve(taskNamed(String(taskId), scope)),
  render: (structured) => [text(taskText(structured as TaskGetOutput))],
})

/** The TaskList tool: shows all tasks. */
export const createTaskList = (): Tool => ({
  name: 'TaskList',
  origin: 'built-in',
  description: 'Shows all tasks of the list, with their status and what they wait for.',
  inputSchema: closedObject([], {}),
  outputSchema: openObject(['tasks'], { tasks: { type: 'array' } }),
  parallel: () => true,
  run: (_, scope) => Promise.resolve(allTasks(scope)),
  render: (structured) => [text(listText(structured as TaskListOutput))],
})

const taskNamed = (id: string, { state }: CallScope): TaskGetOutput => {
  const task = findTask(readTasks(state), id)
  if (task === undefined) return { task: null }
  const { subject, description, status, blocks, blockedBy } = task
  return { task: { id, subject, description, status, blocks, blockedBy } }
}

const taskText = ({ task }: TaskGetOutput): string => {
  if (task === null) return 'Task not found'
  const lines = [`Task #${task.id}: ${task.subject}`, `Status: ${task.status}`, `Description: ${task.description}`]
  if (task.blockedBy.length > 0) lines.push(`Blocked by: ${numbered(task.blockedBy)}`)
  if (task.blocks.length > 0) lines.push(`Blocks: ${numbered(task.blocks)}`)
  return lines.join('\n')
}

/** What is done blocks nobody any more. */
const allTasks = ({ state }: CallScope): TaskListOutput => {
  const { tasks } = readTasks(state)
  const done = new Set(tasks.filter(({ status }) => status === 'completed').map(({ id }) => id))
  return {
    tasks: tasks.map(({ id, subject, status, owner, blockedBy }) => ({
      id,
      subject,
      status,
      ...(owner === undefined ? {} : { owner }),
      blockedBy: blockedBy.filter((other) => !done.has(other)),
    })),
  }
}

const listText = ({ tasks }: TaskListOutput): string =>
  tasks.length === 0 ? 'No tasks found' : tasks.map(lineOf).join('\n')

const lineOf = ({ id, subject, status, owner, blockedBy }: TaskListOutput['tasks'][number]): string =>
  `#${id} [${status}] ${subject}` +
  (owner === undefined ? '' : ` (${owner})`) +
  (blockedBy.length === 0 ? '' : ` [blocked by ${numbered(blockedBy)}]`)

const numbered = (ids: readonly string[]): string => ids.map((id) => `#${id}`).join(', ')
