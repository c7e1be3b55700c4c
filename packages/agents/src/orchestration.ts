import type { CancelBy, RunOutcome } from '@raider/contracts'

/** A run as the helpers need it: the class `Run` is one. */
export interface Job {
  readonly result: Promise<RunOutcome>
  cancel(request: { readonly by: CancelBy; readonly reason: string }): void
}

/** Starts one run; `previous` is the outcome before it, where there is one. */
export type StartJob = (previous: RunOutcome | undefined, index: number) => Job | Promise<Job>

/** What several runs came to. */
export interface Series<T> {
  /** `done`: all went well. `stopped`: one did not. `exhausted`: the rounds were used up. `cancelled`: by the signal. */
  readonly kind: 'done' | 'stopped' | 'exhausted' | 'cancelled'
  /** In the order of the jobs; those that never ran are missing at the end. */
  readonly results: readonly T[]
}

/** What all helpers take. */
export interface SeriesOptions<T> {
  /** Aborting it cancels what runs, and starts nothing new. */
  readonly signal: AbortSignal
  /** What is kept of an outcome; by default all of it. Keep little where there are many. */
  readonly keep?: (outcome: RunOutcome, index: number) => T
}

const isDone = (outcome: RunOutcome): boolean => outcome.kind === 'done'

/** Runs jobs one after the other, each with the outcome of the one before; stops after the first that is not `done`. */
export async function inSequence<T = RunOutcome>(
  jobs: readonly StartJob[],
  options: SeriesOptions<T>,
): Promise<Series<T>> {
  const results: T[] = []
  let previous: RunOutcome | undefined
  for (const [index, start] of jobs.entries()) {
    if (options.signal.aborted) return { kind: 'cancelled', results }
    previous = await settle(start, previous, index, options.signal)
    results.push(kept(previous, index, options))
    if (!isDone(previous)) return { kind: options.signal.aborted ? 'cancelled' : 'stopped', results }
  }
  return { kind: 'done', results }
}

/** Runs jobs side by side, at most `limit` at once (default 5). One that does not go well leaves the others alone. */
export async function inParallel<T = RunOutcome>(
  jobs: readonly StartJob[],
  options: SeriesOptions<T> & { readonly limit?: number },
): Promise<Series<T>> {
  const { signal, limit = 5 } = options
  const results = new Map<number, T>()
  let allDone = true
  const queue = jobs.entries()
  const worker = async (): Promise<void> => {
    for (const [index, start] of queue) {
      if (signal.aborted) return
      const outcome = await settle(start, undefined, index, signal)
      allDone &&= isDone(outcome)
      results.set(index, kept(outcome, index, options))
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, jobs.length) }, worker))
  const inOrder = jobs.flatMap((_, index) => results.get(index) ?? [])
  return { kind: signal.aborted ? 'cancelled' : allDone ? 'done' : 'stopped', results: inOrder }
}

/** Runs a job again and again until `isEnough` says so, at most `rounds` times; stops after one that is not `done`. */
export async function until<T = RunOutcome>(
  start: StartJob,
  isEnough: (outcome: RunOutcome, round: number) => boolean | Promise<boolean>,
  options: SeriesOptions<T> & { readonly rounds: number },
): Promise<Series<T>> {
  const results: T[] = []
  let previous: RunOutcome | undefined
  for (let round = 0; round < options.rounds; round++) {
    if (options.signal.aborted) return { kind: 'cancelled', results }
    previous = await settle(start, previous, round, options.signal)
    results.push(kept(previous, round, options))
    if (!isDone(previous)) return { kind: options.signal.aborted ? 'cancelled' : 'stopped', results }
    if (await isEnough(previous, round)) return { kind: 'done', results }
  }
  return { kind: 'exhausted', results }
}

const kept = <T>(outcome: RunOutcome, index: number, { keep }: SeriesOptions<T>): T =>
  keep === undefined ? (outcome as T) : keep(outcome, index)

/** Runs one job under the signal. */
const settle = async (
  start: StartJob,
  previous: RunOutcome | undefined,
  index: number,
  signal: AbortSignal,
): Promise<RunOutcome> => {
  const job = await start(previous, index)
  const cancel = (): void => job.cancel({ by: 'parent', reason: 'the series was cancelled' })
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await job.result
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
