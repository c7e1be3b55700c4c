import { describe, expect, it } from 'vitest'
import type { ElicitRequest } from 'raider'
import { createElicit, readValue } from './server-question.js'
import { createPaint } from '../page/paint.js'
import type { Asker } from './line-reader.js'

/** Answers with the lines in turn, then leaves. */
const readerOf = (...lines: string[]): Asker => ({
  ask: () => Promise.resolve(lines.shift()),
})

const form: ElicitRequest = {
  server: 'shop',
  message: 'Who shall get it?',
  mode: 'form',
  schema: {
    properties: {
      name: { type: 'string', description: 'full name' },
      age: { type: 'integer' },
      gift: { type: 'boolean' },
      size: { type: 'string', enum: ['S', 'M'] },
    },
    required: ['name', 'size'],
  },
}
const ask = (reader: Asker, request = form) => {
  const printed: string[] = []
  const elicit = createElicit(reader, createPaint(false), (text) => void printed.push(text))
  return elicit(request, new AbortController().signal).then((answer) => ({ answer, printed: printed.join('') }))
}

describe('a question of an MCP server', () => {
  it('is filled in field by field; what may be empty is left out', async () => {
    const { answer, printed } = await ask(readerOf('y', 'Ada', '', 'yes', 'XL', 'M'))
    expect(answer).toEqual({ action: 'accept', content: { name: 'Ada', gift: true, size: 'M' } })
    expect(printed).toContain('? shop Who shall get it?')
    expect(printed).toContain('one of them')
  })

  it('may be declined, cancelled, or left in the middle', async () => {
    expect((await ask(readerOf('n'))).answer).toEqual({ action: 'decline' })
    expect((await ask(readerOf(''))).answer).toEqual({ action: 'cancel' })
    expect((await ask(readerOf('y', 'Ada'))).answer).toEqual({ action: 'cancel' })
  })

  it('may send the person somewhere', async () => {
    const request: ElicitRequest = { server: 'shop', message: 'Log in.', mode: 'url', url: 'https://example.org/in' }
    const { answer, printed } = await ask(readerOf('y'), request)
    expect(answer).toEqual({ action: 'accept' })
    expect(printed).toContain('https://example.org/in')
  })

  it.each([
    ['7', 'integer', 7],
    ['7.5', 'integer', undefined],
    ['7.5', 'number', 7.5],
    ['many', 'number', undefined],
    ['No', 'boolean', false],
    ['perhaps', 'boolean', undefined],
  ])('reads %s as a value of type %s', (typed, type, value) => {
    expect(readValue(typed, { type, options: [], isRequired: true })).toBe(value)
  })
})
