import type { Task, Tasks } from '@raider/contracts'

/** Background tasks of a test, and what the finished ones had to tell. */
export interface TaskDesk extends Tasks {
  readonly news: string[]
  /** Ends everything. */
  close(): Promise<void>
}

export const createTaskDesk = (): TaskDesk => {
  const running = new Map<
    string,
    { readonly task: Task; readonly abort: AbortController; readonly over: Promise<void> }
  >()
  const news: string[] = []
  const follow = async (task: Task, work: Promise<string | undefined>): Promise<void> => {
    const told = await work
    if (told !== undefined) news.push(told)
    running.delete(task.id)
  }
  return {
    news,
    running: () => [...running.values()].map(({ task }) => task),
    start(task, work) {
      const abort = new AbortController()
      running.set(task.id, { task, abort, over: follow(task, work(abort.signal)) })
    },
    stop(id) {
      running.get(id)?.abort.abort()
      return running.has(id)
    },
    join: () => () => undefined,
    tell: (_, words) => news.push(words) > 0,
    hasMail: () => false,
    take: () => [],
    async close() {
      const all = [...running.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ over }) => over))
    },
  }
}
