import { expect, it } from 'vitest'
import { Run } from 'raider'
import { CtrlC } from './ctrl-c.js'

function pressed() {
  const done: string[] = []
  const note = (what: string) => () => void done.push(what)
  return { done, ctrlC: new CtrlC({ warn: note('warn'), leave: note('leave'), quit: note('quit') }) }
}

it('leaves at the second press in a row at the prompt', () => {
  const { done, ctrlC } = pressed()
  ctrlC.press()
  ctrlC.watch(undefined)
  ctrlC.press()
  ctrlC.press()
  expect(done).toEqual(['warn', 'warn', 'leave'])
})

it('cancels a run at the first press and quits at the second', async () => {
  const { done, ctrlC } = pressed()
  const run = new Run(async (self) => {
    throw self.signal.reason
  })
  ctrlC.watch(run)
  ctrlC.press()
  expect(done).toEqual([])
  await expect(run.result).rejects.toMatchObject({ by: 'user', reason: 'Ctrl-C' })
  ctrlC.press()
  expect(done).toEqual(['quit'])
})
