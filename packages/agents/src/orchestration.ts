import { totalTokens, type CancelBy, type RunOutcome } from '@raider/contracts'

/** A run as the helpers need it: the class `Run` is one. */
export interface Job {
  readonly result: Promise<RunOutcome>
  cancel(request: { readonly by: CancelBy; readonly reason: string }): void
}

/** Starts one run; `previous` is the outcome before it, where there is one. */
export type StartJob = (previous: RunOutcome | undefined, index: number) => Job | Promise<Job>

/** What several runs came to. */
export interface Series<T> {
  /** `done`: all went well. `stopped`: one did not. `exhausted`: the rounds or the budget were used up. `cancelled`: by the signal. */
  readonly kind: 'done' | 'stopped' | 'exhausted' | 'cancelled'
  /** In the order of the jobs; those that never ran are missing. */
  readonly results: readonly T[]
}

/** What all helpers take. */
export interface SeriesOptions<T> {
  /** Aborting it cancels what runs, and starts nothing new. */
  readonly signal: AbortSignal
  /** What is kept of an outcome; by default all of it. Keep little where there are many. */
  readonly keep?: (outcome: RunOutcome, index: number) => T
  /** US dollars for all runs together: once they are spent nothing new starts. Runs without a known price count for nothing. */
  readonly maxCostUsd?: number
  /** Tokens for all runs together, in the same way. */
  readonly maxTokens?: number
}

const isDone = (outcome: RunOutcome): boolean => outcome.kind === 'done'

/** Runs jobs one after the other, each with the outcome of the one before; stops after the first that is not `done`. */
export async function inSequence<T = RunOutcome>(
  jobs: readonly StartJob[],
  options: SeriesOptions<T>,
): Promise<Series<T>> {
  const course = new Course(options)
  let previous: RunOutcome | undefined
  for (const [index, start] of jobs.entries()) {
    const end = course.end()
    if (end !== undefined) return course.as(end)
    previous = await course.run(start, previous, index)
    if (!isDone(previous)) return course.as(options.signal.aborted ? 'cancelled' : 'stopped')
  }
  return course.as('done')
}

/**
 * Runs jobs side by side, at most `limit` at once (default 5). One that does not go well leaves the others alone; one that cannot be
 * started cancels them, and the series rejects.
 */
export async function inParallel<T = RunOutcome>(
  jobs: readonly StartJob[],
  options: SeriesOptions<T> & { readonly limit?: number },
): Promise<Series<T>> {
  const { limit = 5 } = options
  const broken = new AbortController()
  const course = new Course({ ...options, signal: AbortSignal.any([options.signal, broken.signal]) })
  let allDone = true
  const queue = jobs.entries()
  const worker = async (): Promise<void> => {
    while (course.end() === undefined) {
      const { value: next } = queue.next()
      if (next === undefined) return
      const [index, start] = next
      allDone = isDone(await course.run(start, undefined, index)) && allDone
    }
  }
  const careful = async (): Promise<void> => {
    try {
      await worker()
    } catch (error) {
      broken.abort()
      throw error
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.max(1, limit) }, careful))
  for (const ended of workers) if (ended.status === 'rejected') throw ended.reason
  const isCut = queue.next().done !== true
  return course.as(options.signal.aborted ? 'cancelled' : isCut ? 'exhausted' : allDone ? 'done' : 'stopped')
}

/** Runs a job again and again until `isEnough` says so, at most `rounds` times; stops after one that is not `done`. */
export async function until<T = RunOutcome>(
  start: StartJob,
  isEnough: (outcome: RunOutcome, round: number) => boolean | Promise<boolean>,
  options: SeriesOptions<T> & { readonly rounds: number },
): Promise<Series<T>> {
  const course = new Course(options)
  let previous: RunOutcome | undefined
  for (let round = 0; round < options.rounds; round++) {
    const end = course.end()
    if (end !== undefined) return course.as(end)
    previous = await course.run(start, previous, round)
    if (!isDone(previous)) return course.as(options.signal.aborted ? 'cancelled' : 'stopped')
    if (await isEnough(previous, round)) return course.as('done')
  }
  return course.as('exhausted')
}

/** One series on its way: what it has used, and what is kept of it. */
class Course<T> {
  readonly #options: SeriesOptions<T>
  readonly #kept = new Map<number, T>()
  #costUsd = 0
  #tokens = 0

  constructor(options: SeriesOptions<T>) {
    this.#options = options
  }

  /** Why nothing new may start; undefined where it may. */
  end(): 'cancelled' | 'exhausted' | undefined {
    const { signal, maxCostUsd = Infinity, maxTokens = Infinity } = this.#options
    if (signal.aborted) return 'cancelled'
    return this.#costUsd >= maxCostUsd || this.#tokens >= maxTokens ? 'exhausted' : undefined
  }

  /** Runs one job to its end under the signal. */
  async run(start: StartJob, previous: RunOutcome | undefined, index: number): Promise<RunOutcome> {
    const outcome = await settle(await start(previous, index), this.#options.signal)
    this.#costUsd += outcome.costUsd ?? 0
    this.#tokens += totalTokens(outcome.usage)
    const { keep = (all: RunOutcome) => all as T } = this.#options
    this.#kept.set(index, keep(outcome, index))
    return outcome
  }

  as(kind: Series<T>['kind']): Series<T> {
    const inOrder = [...this.#kept].toSorted(([one], [other]) => one - other)
    return { kind, results: inOrder.map(([, kept]) => kept) }
  }
}

const settle = async (job: Job, signal: AbortSignal): Promise<RunOutcome> => {
  const cancel = (): void => job.cancel({ by: 'parent', reason: 'the series was cancelled' })
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await job.result
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
