import { describe, expect, it } from 'vitest'
import { askChoices, readChoice } from './choice.js'
import type { Asker } from './line-reader.js'
import { createPaint } from '../page/paint.js'

const options = [
  { label: 'Red', description: 'as blood' },
  { label: 'Blue', description: 'as the sea' },
]

/** Answers with the lines in turn, then leaves. */
const readerOf = (...lines: string[]): Asker => ({
  ask: () => Promise.resolve(lines.shift()),
})

const ask = async (reader: Asker, ...questions: object[]) => {
  const printed: string[] = []
  const desk = { reader, paint: createPaint(false), write: (text: string) => void printed.push(text) }
  const answer = await askChoices({ questions }, desk, new AbortController().signal)
  return { answer, printed: printed.join('') }
}

describe('questions of the model', () => {
  it('are put one after the other, and answered by number or in words', async () => {
    const first = { question: 'Which?', options }
    const second = { question: 'And why?', options }
    const { answer, printed } = await ask(readerOf('2', '', 'because'), first, second)
    expect(printed).toContain('1  Red  as blood')
    expect(answer).toEqual({
      behavior: 'allow',
      updatedInput: { questions: [first, second], answers: { 'Which?': 'Blue', 'And why?': 'because' } },
    })
  })

  it('end where the person leaves', async () => {
    expect((await ask(readerOf('1'), { question: 'a', options }, { question: 'b', options })).answer).toBeUndefined()
  })

  it('show what would steer the terminal', async () => {
    expect((await ask(readerOf('1'), { question: 'a\u001b[2J', options })).printed).not.toContain('\u001b[2J')
  })
})

describe('readChoice', () => {
  it.each([
    ['1', false, 'Red'],
    ['1, 2', true, 'Red, Blue'],
    ['1 2', false, '1 2'],
    ['3', false, '3'],
    [' green ', false, 'green'],
  ])('reads %j (several allowed: %s) as %j', (line, multiSelect, expected) => {
    expect(readChoice(line, { question: 'q', options, multiSelect })).toBe(expected)
  })
})
