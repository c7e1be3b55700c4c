/** Waits for all of `work`, but not longer than `ms` nor beyond the signal. The work itself goes on. */
export async function within(ms: number, work: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
  if (ms === 0 || work.length === 0 || signal.aborted) return
  let onEnd: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (onEnd = resolve))
  const timer = setTimeout(onEnd, ms)
  signal.addEventListener('abort', onEnd, { once: true })
  await Promise.race([Promise.all(work), ended])
  clearTimeout(timer)
  signal.removeEventListener('abort', onEnd)
}
