import type { JsonObject, ToolState } from '@raider/contracts'

/** How far an entry is. */
export type TaskStatus = 'pending' | 'in_progress' | 'completed'

/** One entry of the list on which the model keeps track of its work. */
export interface TaskRecord {
  readonly id: string
  readonly subject: string
  readonly description: string
  /** What to show while it is worked on, such as "Fixing the test". */
  readonly activeForm?: string
  readonly owner?: string
  readonly status: TaskStatus
  /** Ids of the tasks that wait for this one. */
  readonly blocks: readonly string[]
  /** Ids of the tasks this one waits for. */
  readonly blockedBy: readonly string[]
  readonly metadata?: JsonObject
}

/** The tasks of one session. */
export interface TaskBook {
  /** In the order they were made. */
  readonly tasks: readonly TaskRecord[]
  /** Number of the task made last. */
  readonly last: number
}

const slot = 'Task'

/** The tasks of the session as they are now. */
export const readTasks = ({ slots }: ToolState): TaskBook =>
  (slots.get(slot) as TaskBook | undefined) ?? { tasks: [], last: 0 }

export const writeTasks = ({ slots }: ToolState, book: TaskBook): void => slots.set(slot, { ...book })

export const findTask = (book: TaskBook, id: string): TaskRecord | undefined =>
  book.tasks.find((task) => task.id === id)
