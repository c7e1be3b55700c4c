import { expect, it } from 'vitest'
import { readHostMessage } from './host-message.js'

const read = (value: unknown) => readHostMessage(JSON.stringify(value))

it('reads prompts of text and of blocks', () => {
  const prompt = (content: unknown) => ({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null })
  const block = { type: 'text', text: 'hi' }
  expect(read(prompt('hi'))).toEqual({ kind: 'prompt', content: [block] })
  expect(read(prompt([block]))).toEqual({ kind: 'prompt', content: [block] })
  expect(read(prompt(7))).toMatch(/message\.content/)
})

it('reads requests and answers', () => {
  const request = { subtype: 'interrupt' }
  expect(read({ type: 'control_request', request_id: 'r', request })).toEqual({
    kind: 'request',
    id: 'r',
    subtype: 'interrupt',
    request,
  })
  const answered = (more: object) => read({ type: 'control_response', response: { request_id: 'r', ...more } })
  expect(answered({ subtype: 'success', response: { a: 1 } })).toEqual({ kind: 'answer', id: 'r', answer: { a: 1 } })
  expect(answered({ subtype: 'success' })).toEqual({ kind: 'answer', id: 'r', answer: {} })
  expect(answered({ subtype: 'error', error: 'no' })).toEqual({ kind: 'refusal', id: 'r', reason: 'no' })
})

it('ignores types that it does not know, and says what is wrong with a line', () => {
  expect([read({ type: 'keep_alive' }), read({ type: 'of tomorrow' })]).toEqual([undefined, undefined])
  expect(readHostMessage('{"type"')).toBe('it is no JSON')
  expect(read([])).toBe('it is no JSON object')
  expect(read({ type: 'control_request', request: {} })).toMatch(/request_id/)
})
