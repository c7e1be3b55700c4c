import {
  isCancelReason,
  messageOf,
  SparseMap,
  SparseSet,
  type CancelReason,
  type Task,
  type Tasks,
} from '@raider/contracts'

interface Entry {
  readonly task: Task
  readonly abort: AbortController
  readonly over: Promise<void>
}

/** Milliseconds that a session which has nothing else to do waits for tasks, by their kind. */
export type Patience = Readonly<Record<Task['kind'], number>>

/** The tasks of one session and its subagents, and what each of them is to be told. */
export class TaskBoard implements Tasks {
  readonly #first: string
  readonly #running = new SparseMap<string, Entry>()
  /** By session; of the first one only where there is any. */
  readonly #mail = new SparseMap<string, readonly string[]>()
  readonly #listeners = new SparseSet<() => void>()

  /** @param first id of the session that all of this belongs to. */
  constructor(first: string) {
    this.#first = first
  }

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
      if (news !== undefined) this.#report(task, news)
    } catch (error) {
      this.#report(task, `The task "${task.description}" failed: ${messageOf(error)}`)
    } finally {
      this.#running.delete(task.id)
      for (const listener of this.#listeners) listener()
    }
  }

  #report({ owner = this.#first }: Task, news: string): void {
    if (!this.tell(owner, news)) this.tell(this.#first, news)
  }

  join(session: string): () => void {
    this.#mail.set(session, [])
    return () => {
      const left = this.#mail.get(session) ?? []
      this.#mail.delete(session)
      for (const words of left) this.tell(this.#first, words)
    }
  }

  tell(session: string, words: string): boolean {
    const mail = this.#mail.get(session) ?? (session === this.#first ? [] : undefined)
    if (mail === undefined) return false
    this.#mail.set(session, [...mail, words])
    for (const listener of this.#listeners) listener()
    return true
  }

  stop(id: string): boolean {
    return this.#abort(this.#running.get(id), { by: 'parent', reason: 'the task was stopped' })
  }

  take(session: string): readonly string[] {
    const mail = this.#mail.get(session) ?? []
    if (mail.length > 0) this.#mail.set(session, [])
    return mail
  }

  hasMail(session: string): boolean {
    return (this.#mail.get(session)?.length ?? 0) > 0
  }

  /**
   * Waits until the first session is to be told something; false once none runs, when the signal aborts, or after the patience that there is
   * for the tasks that still run.
   */
  async hasNews(signal: AbortSignal, patience: Patience): Promise<boolean> {
    const start = performance.now()
    while (!this.hasMail(this.#first) && !signal.aborted) {
      const longest = Math.max(...this.running().map(({ kind }) => patience[kind]))
      const left = longest - (performance.now() - start)
      // Without tasks the longest of all patience is minus infinity.
      if (left <= 0) break
      await this.#change(signal, left)
    }
    return this.hasMail(this.#first)
  }

  /** Waits for the end of a task, but no longer than `ms`. */
  #change(signal: AbortSignal, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#listeners.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
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
