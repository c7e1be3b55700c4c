import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { HostLine } from './host-line.js'

/** A line, what was written on it, and the id of its first question. */
const opened = () => {
  const written: Record<string, unknown>[] = []
  const line = new HostLine((text) => void written.push(JSON.parse(text) as Record<string, unknown>))
  return { line, written, id: () => String(written[0]?.['request_id']) }
}
const never = () => new AbortController().signal

it('pairs answers with questions, whatever their order', async () => {
  const { line, written } = opened()
  const asked = [line.ask({ subtype: 'a' }, never()), line.ask({ subtype: 'b' }, never())]
  const ids = written.map((message) => String(message['request_id']))
  for (const id of ids.toReversed()) line.settle({ kind: 'answer', id, answer: { id } })
  expect(await Promise.all(asked)).toEqual(ids.map((id) => ({ id })))
})

it('takes a question back when nobody waits any more, and drops a late answer', async () => {
  const { line, written, id } = opened()
  const abort = new AbortController()
  const asked = line.ask({ subtype: 'a' }, abort.signal)
  abort.abort()
  await expect(asked).rejects.toThrow('taken back')
  expect(written[1]).toEqual({ type: 'control_cancel_request', request_id: id() })
  line.settle({ kind: 'answer', id: id(), answer: {} })
  await expect(line.ask({ subtype: 'a' }, abort.signal)).rejects.toThrow('nobody waits')
})

it('leaves no listener behind', async () => {
  const { line, id } = opened()
  const { signal } = new AbortController()
  const asked = line.ask({ subtype: 'a' }, signal)
  line.settle({ kind: 'refusal', id: id(), reason: 'not today' })
  await expect(asked).rejects.toThrow('not today')
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

it('leaves no question open when the host has gone', async () => {
  const { line } = opened()
  const asked = line.ask({ subtype: 'a' }, never())
  line.close()
  await expect(asked).rejects.toThrow('closed its side')
  await expect(line.ask({ subtype: 'b' }, never())).rejects.toThrow('closed its side')
})
