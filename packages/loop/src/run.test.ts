import { getEventListeners } from 'node:events'
import type { RunOutcome } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { Run } from './run.js'

const ended = (kind: string) => ({ kind }) as RunOutcome

/** Works until it is cancelled; the outcome's kind is the reason. */
const patient = (run: Run): Promise<RunOutcome> =>
  new Promise((resolve) => {
    const stop = (): void => resolve(ended((run.signal.reason as { readonly reason: string }).reason))
    if (run.signal.aborted) stop()
    else run.signal.addEventListener('abort', stop)
  })

describe("a run with its host's signal", () => {
  it('is cancelled by the user, with the words of the signal', async () => {
    const abort = new AbortController()
    const run = new Run(patient, { signal: abort.signal })
    abort.abort(new Error('closed the window'))
    expect(await run.result).toEqual(ended('closed the window'))
    expect(run.signal.reason).toEqual({ by: 'user', reason: 'closed the window' })
  })

  it('is cancelled from the start where that has aborted before', async () => {
    expect(await new Run(patient, { signal: AbortSignal.abort('too late') }).result).toEqual(ended('too late'))
  })

  it('leaves nothing behind at the signal when it ends, well or not', async () => {
    const { signal } = new AbortController()
    await new Run(() => Promise.resolve(ended('done')), { signal }).result
    await expect(new Run(() => Promise.reject(new Error('misuse')), { signal }).result).rejects.toThrow('misuse')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
