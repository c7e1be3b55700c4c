import { isObject, type JsonObject, type ListCall, type ToolState } from '@raider/contracts'
import { changeTask, removeTask } from './task-change.js'
import { findTask, readTasks, writeTasks, type TaskBook, type TaskRecord } from './task-record.js'
import { changeOf, type TaskUpdateInput } from './task-update.js'
import { writeTodos, type Todo } from './todo-write.js'

/** Makes the lists what the calls of an earlier conversation made of them. */
export const knowTasks = (state: ToolState, calls: readonly ListCall[]): void => {
  for (const { tool, input, output } of calls) {
    if (tool === 'TaskCreate') writeTasks(state, withTask(readTasks(state), input, output))
    if (tool === 'TaskUpdate' && output['success'] === true) writeTasks(state, updated(readTasks(state), input))
    if (tool === 'TodoWrite' && Array.isArray(output['newTodos']))
      writeTodos(state, output['newTodos'] as readonly Todo[])
  }
}

const withTask = ({ tasks, last }: TaskBook, input: JsonObject, { task }: JsonObject): TaskBook => {
  if (!isObject(task) || typeof task['id'] !== 'string') return { tasks, last }
  const made = { ...input, ...task, status: 'pending', blocks: [], blockedBy: [] } as unknown as TaskRecord
  return { tasks: [...tasks, made], last: Math.max(last, Number(made.id) || 0) }
}

const updated = (book: TaskBook, input: JsonObject): TaskBook => {
  const update = input as unknown as TaskUpdateInput
  const task = findTask(book, update.taskId)
  if (task === undefined) return book
  return update.status === 'deleted' ? removeTask(book, task.id) : changeTask(book, task, changeOf(update)).book
}
