import { text, type CallScope, type JsonSchema, type Tool } from '@raider/contracts'
import { closedObject, openObject, stringField } from '../schema.js'
import { changeTask, removeTask, type TaskChange } from './task-change.js'
import { findTask, readTasks, writeTasks, type TaskRecord, type TaskStatus } from './task-record.js'
import { objectionTo } from './task-vote.js'

/** What TaskUpdate is called with. */
export interface TaskUpdateInput extends Omit<TaskChange, 'status'> {
  readonly taskId: string
  readonly status?: TaskStatus | 'deleted'
}

interface TaskUpdateOutput {
  readonly success: boolean
  readonly taskId: string
  readonly updatedFields: readonly string[]
  readonly error?: string
  readonly statusChange?: { readonly from: TaskStatus; readonly to: TaskStatus | 'deleted' }
}

const idList = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description })

/** The TaskUpdate tool: changes a task, or takes it off the list. */
export const createTaskUpdate = (): Tool => ({
  name: 'TaskUpdate',
  origin: 'built-in',
  description:
    'Changes a task: set status to in_progress when you begin it and to completed only when it is wholly done; deleted takes it off the list.',
  inputSchema: closedObject(['taskId'], {
    taskId: stringField('Id of the task'),
    subject: stringField('New subject'),
    description: stringField('New description'),
    activeForm: stringField('New text to show while it is worked on'),
    status: { type: 'string', enum: ['pending', 'in_progress', 'completed', 'deleted'], description: 'New status' },
    addBlocks: idList('Ids of tasks that cannot begin before this one is done'),
    addBlockedBy: idList('Ids of tasks that must be done before this one can begin'),
    owner: stringField('Who works on it'),
    metadata: { type: 'object', description: 'Keys to set; null takes a key away' },
  }),
  outputSchema: openObject(['success', 'taskId', 'updatedFields'], {
    success: { type: 'boolean' },
    taskId: { type: 'string' },
    updatedFields: { type: 'array' },
  }),
  parallel: () => false,
  run: (input, scope) => update(input as unknown as TaskUpdateInput, scope),
  render: (structured) => {
    const { success, taskId, updatedFields, error } = structured as TaskUpdateOutput
    return [
      text(success ? `Updated task #${taskId} ${updatedFields.join(', ')}` : (error ?? 'The task was not updated')),
    ]
  },
})

const update = async (input: TaskUpdateInput, scope: CallScope): Promise<TaskUpdateOutput> => {
  const { taskId, status } = input
  const task = findTask(readTasks(scope.state), taskId)
  if (task === undefined) return failed(taskId, 'Task not found')
  if (status === 'deleted') {
    writeTasks(scope.state, removeTask(readTasks(scope.state), taskId))
    return { success: true, taskId, updatedFields: ['deleted'], statusChange: { from: task.status, to: status } }
  }
  const completes = status === 'completed' && task.status !== 'completed'
  const objection = completes ? await objectionTo('TaskCompleted', task, scope) : undefined
  // Not an error of the call: the model is told what is missing and goes on (Claude Code 2.1.332, seen).
  if (objection !== undefined) return failed(taskId, objection)
  return apply(task, changeOf(input), scope)
}

/** The change that an update makes of a task that stays. */
export const changeOf = ({ taskId: _taskId, status, ...change }: TaskUpdateInput): TaskChange =>
  status === undefined || status === 'deleted' ? change : { ...change, status }

const apply = (task: TaskRecord, change: TaskChange, { state }: CallScope): TaskUpdateOutput => {
  const { book, fields } = changeTask(readTasks(state), task, change)
  writeTasks(state, book)
  const { status: to = task.status } = change
  return {
    success: true,
    taskId: task.id,
    updatedFields: fields,
    ...(to === task.status ? {} : { statusChange: { from: task.status, to } }),
  }
}

const failed = (taskId: string, error: string): TaskUpdateOutput => ({
  success: false,
  taskId,
  updatedFields: [],
  error,
})
