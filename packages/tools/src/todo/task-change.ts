import type { JsonObject } from '@raider/contracts'
import type { TaskBook, TaskRecord, TaskStatus } from './task-record.js'

/** What TaskUpdate may change of a task. */
export interface TaskChange {
  readonly subject?: string
  readonly description?: string
  readonly activeForm?: string
  readonly owner?: string
  /** Merged into what is there; a null takes a key away. */
  readonly metadata?: JsonObject
  readonly status?: TaskStatus
  /** Ids of further tasks that wait for this one. */
  readonly addBlocks?: readonly string[]
  /** Ids of further tasks this one waits for. */
  readonly addBlockedBy?: readonly string[]
}

interface ChangedTask {
  readonly book: TaskBook
  /** Names of the fields that are different now. */
  readonly fields: readonly string[]
}

const plainFields = ['subject', 'description', 'activeForm', 'owner'] as const

/** The list with one of its tasks changed; the other end of each dependency changes with it. */
export const changeTask = (book: TaskBook, task: TaskRecord, change: TaskChange): ChangedTask => {
  const plain = plainFields.filter((field) => change[field] !== undefined && change[field] !== task[field])
  const { status = task.status, metadata, addBlocks = [], addBlockedBy = [] } = change
  const blocks = union(task.blocks, addBlocks)
  const blockedBy = union(task.blockedBy, addBlockedBy)
  const changed: TaskRecord = {
    ...task,
    ...Object.fromEntries(plain.map((field) => [field, change[field]])),
    ...(metadata === undefined ? {} : { metadata: merged(task.metadata ?? {}, metadata) }),
    status,
    blocks,
    blockedBy,
  }
  const others = book.tasks.map((other) => (other.id === task.id ? changed : linked(other, task.id, change)))
  const fields = [
    ...plain,
    ...(metadata === undefined ? [] : ['metadata']),
    ...(status === task.status ? [] : ['status']),
    ...(blocks.length === task.blocks.length ? [] : ['blocks']),
    ...(blockedBy.length === task.blockedBy.length ? [] : ['blockedBy']),
  ]
  return { book: { ...book, tasks: others }, fields }
}

/** The list without a task, and without a word of it in the others. */
export const removeTask = (book: TaskBook, id: string): TaskBook => {
  const without = (ids: readonly string[]): readonly string[] => ids.filter((other) => other !== id)
  const tasks = book.tasks
    .filter((task) => task.id !== id)
    .map((task) => ({ ...task, blocks: without(task.blocks), blockedBy: without(task.blockedBy) }))
  return { ...book, tasks }
}

const linked = (other: TaskRecord, id: string, { addBlocks = [], addBlockedBy = [] }: TaskChange): TaskRecord => ({
  ...other,
  blocks: addBlockedBy.includes(other.id) ? union(other.blocks, [id]) : other.blocks,
  blockedBy: addBlocks.includes(other.id) ? union(other.blockedBy, [id]) : other.blockedBy,
})

const union = (ids: readonly string[], more: readonly string[]): readonly string[] => [...new Set([...ids, ...more])]

const merged = (old: JsonObject, change: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== null))
