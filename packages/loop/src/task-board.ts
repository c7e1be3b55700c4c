import { isCancelReason, messageOf, type CancelReason, type Task, type Tasks } from '@raider/contracts'

interface Entry {
  readonly task: Task
  readonly abort: AbortController
  readonly over: Promise<void>
}

/** The tasks of one session and its subagents, and what the finished ones have to tell. */
export class TaskBoard implements Tasks {
  readonly #running = new Map<string, Entry>()
  readonly #news: string[] = []
  readonly #listeners = new Set<() => void>()

  running(): readonly Task[] {
    return [...this.#running.values()].map((entry) => entry.task)
  }

  start(task: Task, work: (signal: AbortSignal) => Promise<string | undefined>): void {
    const abort = new AbortController()
    const over = this.#follow(task, work(abort.signal))
    this.#running.set(task.id, { task, abort, over })
  }

  async #follow(task: Task, work: Promise<string | undefined>): Promise<void> {
    try {
      const news = await work
      if (news !== undefined) this.#news.push(news)
    } catch (error) {
      this.#news.push(`The task "${task.description}" failed: ${messageOf(error)}`)
    } finally {
      this.#running.delete(task.id)
      for (const listener of this.#listeners) listener()
    }
  }

  stop(id: string): boolean {
    return this.#abort(this.#running.get(id), { by: 'parent', reason: 'the task was stopped' })
  }

  /** Takes out what finished tasks have to tell. */
  take(): readonly string[] {
    return this.#news.splice(0)
  }

  /** Waits until a task has something to tell; false once none runs, when the signal aborts, or after `patienceMs`. */
  async hasNews(signal: AbortSignal, patienceMs: number): Promise<boolean> {
    if (this.#running.size === 0) return this.#news.length > 0
    const enough = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    while (this.#news.length === 0 && this.#running.size > 0 && !enough.aborted) await this.#change(enough)
    return this.#news.length > 0
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#listeners.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#listeners.add(done)
      signal.addEventListener('abort', done, { once: true })
    })
  }

  /** Aborts all tasks and waits until they are over. */
  async close(reason: CancelReason): Promise<void> {
    const entries = [...this.#running.values()]
    for (const entry of entries) this.#abort(entry, reason)
    await Promise.all(entries.map((entry) => entry.over))
  }

  #abort(entry: Entry | undefined, reason: CancelReason): boolean {
    if (entry === undefined) return false
    if (!isCancelReason(entry.abort.signal.reason)) entry.abort.abort(reason)
    return true
  }
}
