import { expect, it } from 'vitest'
import { within } from './within.js'

it('gives what comes in time, and nothing for what takes longer', async () => {
  expect(await within(60_000, Promise.resolve('done'))).toBe('done')
  expect(await within(0, new Promise(() => undefined))).toBeUndefined()
})

it('lets a failure through, and leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const waiting = within(60_000, Promise.reject(new Error('no')))
  expect(timers()).toBe(before + 1)
  await expect(waiting).rejects.toThrow('no')
  expect(timers()).toBe(before)
})
