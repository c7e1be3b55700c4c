import { describe, expect, it } from 'vitest'
import { noUsage, type RunOutcome } from '@raider/contracts'
import { inParallel, inSequence, until, type Job, type StartJob } from './orchestration.js'

const outcome = (words: string, kind: 'done' | 'failed' = 'done'): RunOutcome =>
  ({
    kind,
    ...(kind === 'failed' && { fault: { kind: 'server', message: words, attempts: 1 } }),
    text: words,
    usage: noUsage,
  }) as unknown as RunOutcome

/** A job that ends with its words when it is let go, or at once where it is cancelled. */
const held = (words: string) => {
  let end: (ended: RunOutcome) => void = () => undefined
  const result = new Promise<RunOutcome>((resolve) => (end = resolve))
  const job: Job = { result, cancel: ({ reason }) => end(outcome(reason, 'failed')) }
  return { job, release: () => end(outcome(words)) }
}

const job = (words: string, kind?: 'failed'): Job => ({
  result: Promise.resolve(outcome(words, kind)),
  cancel: () => undefined,
})

const { signal } = new AbortController()
const keep = (ended: RunOutcome): string => ended.text

describe('in sequence', () => {
  it('each run gets the outcome of the one before', async () => {
    const jobs: StartJob[] = [
      () => job('a'),
      (previous) => job(`${previous?.text}b`),
      (previous) => job(`${previous?.text}c`),
    ]
    expect(await inSequence(jobs, { signal, keep })).toEqual({ kind: 'done', results: ['a', 'ab', 'abc'] })
  })

  it('nothing follows a run that went wrong', async () => {
    const jobs = [() => job('a'), () => job('b', 'failed'), () => job('c')]
    expect(await inSequence(jobs, { signal, keep })).toEqual({ kind: 'stopped', results: ['a', 'b'] })
  })

  it('a cancel ends what runs and starts nothing new', async () => {
    const abort = new AbortController()
    const first = held('a')
    const series = inSequence([() => first.job, () => job('b')], { signal: abort.signal, keep })
    abort.abort()
    expect(await series).toEqual({ kind: 'cancelled', results: ['the series was cancelled'] })
  })
})

describe('in parallel', () => {
  it('no more run at once than the limit allows, and results stand in order', async () => {
    let running = 0
    let most = 0
    const jobs: StartJob[] = Array.from({ length: 9 }, (_, index) => () => {
      most = Math.max(most, ++running)
      const result = new Promise<RunOutcome>((resolve) =>
        setImmediate(() => {
          running--
          resolve(outcome(String(index)))
        }),
      )
      return { result, cancel: () => undefined }
    })
    const series = await inParallel(jobs, { signal, keep, limit: 3 })
    expect(series).toEqual({ kind: 'done', results: ['0', '1', '2', '3', '4', '5', '6', '7', '8'] })
    expect(most).toBe(3)
  })

  it('a cancel ends all that run and starts nothing new', async () => {
    const abort = new AbortController()
    const running = [held('a'), held('b')]
    let started = 0
    const jobs: StartJob[] = [
      ...running.map(
        ({ job: one }) =>
          () =>
            one,
      ),
      () => job(String(started++)),
    ]
    const series = inParallel(jobs, { signal: abort.signal, keep, limit: 2 })
    await Promise.resolve()
    abort.abort()
    expect(await series).toEqual({ kind: 'cancelled', results: Array(2).fill('the series was cancelled') })
    expect(started).toBe(0)
  })

  it('one that cannot be started cancels the others before the series rejects', async () => {
    const other = held('a')
    const ends: string[] = []
    void other.job.result.then(({ text }) => ends.push(text))
    const broken = inParallel([() => other.job, () => Promise.reject(new Error('no such model'))], { signal, keep })
    await expect(broken).rejects.toThrow('no such model')
    expect(ends).toEqual(['the series was cancelled'])
  })

  it('a limit below one still lets one run', async () => {
    expect(await inParallel([() => job('a')], { signal, keep, limit: 0 })).toEqual({ kind: 'done', results: ['a'] })
  })

  it('one that goes wrong leaves the others alone', async () => {
    const jobs = [() => job('a', 'failed'), () => job('b')]
    expect(await inParallel(jobs, { signal, keep })).toEqual({ kind: 'stopped', results: ['a', 'b'] })
  })
})

describe('a budget for all', () => {
  const spending = (costUsd: number, tokens: number): Job => ({
    ...job('a'),
    result: Promise.resolve({ ...outcome('a'), costUsd, usage: { ...noUsage, inputTokens: tokens } }),
  })
  const jobs: StartJob[] = Array.from({ length: 6 }, () => () => spending(0.5, 10))

  it.each([
    ['dollars', { maxCostUsd: 1 }],
    ['tokens', { maxTokens: 20 }],
  ])('of %s lets nothing new start once it is spent', async (_, budget) => {
    const options = { signal, keep, ...budget }
    expect(await inSequence(jobs, options)).toEqual({ kind: 'exhausted', results: ['a', 'a'] })
    expect(await inParallel(jobs, { ...options, limit: 1 })).toEqual({ kind: 'exhausted', results: ['a', 'a'] })
    const rounds = await until(
      () => spending(0.5, 10),
      () => false,
      { ...options, rounds: 9 },
    )
    expect(rounds).toEqual({ kind: 'exhausted', results: ['a', 'a'] })
  })

  it('that is spent with the last job was enough', async () => {
    expect(await inSequence(jobs.slice(4), { signal, keep, maxTokens: 20 })).toMatchObject({ kind: 'done' })
    expect(await inParallel(jobs.slice(4), { signal, keep, maxTokens: 20 })).toMatchObject({ kind: 'done' })
  })
})

describe('until a condition', () => {
  it('a run follows the other', async () => {
    const count: StartJob = (previous) => job(`${previous?.text ?? ''}x`)
    const series = await until(count, ({ text }) => text === 'xxx', { signal, keep, rounds: 9 })
    expect(series).toEqual({ kind: 'done', results: ['x', 'xx', 'xxx'] })
  })

  it('the rounds may be used up', async () => {
    const series = await until(
      () => job('x'),
      () => false,
      { signal, keep, rounds: 2 },
    )
    expect(series).toEqual({ kind: 'exhausted', results: ['x', 'x'] })
  })
})
