import { describe, expect, it } from 'vitest'
import type { JsonObject, ToolUse } from 'raider'
import { createAsk, readAnswer } from './question.js'
import { createPaint } from '../page/paint.js'
import type { Asker } from './line-reader.js'

const rule = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test' }],
  behavior: 'allow',
  destination: 'localSettings',
} as const

interface Asked extends ToolUse {
  readonly tool: string
  readonly input: JsonObject
}

const request: Asked = {
  toolUseId: 't1',
  tool: 'Bash',
  input: { command: 'npm test' },
  signal: new AbortController().signal,
  title: 'Run a command',
  reason: 'no rule covers it',
  suggestions: [rule],
}

/** Answers with the lines in turn, then leaves. */
function readerOf(...lines: string[]): Asker & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    ask: async (prompt) => {
      asked.push(prompt)
      return lines.shift()
    },
  }
}

const ask = (reader: Asker, over: Partial<Asked> = {}) => {
  const printed: string[] = []
  const question = createAsk(reader, createPaint(false), (text) => void printed.push(text))
  const { tool, input, ...use } = { ...request, ...over }
  const answer = question(tool, input, use)
  return answer.then((it) => ({ answer: it, printed: printed.join('') }))
}

describe('a permission question', () => {
  it('shows the call and why it asks', async () => {
    const { printed } = await ask(readerOf('y'))
    for (const part of ['? Bash', 'npm test', 'no rule covers it']) expect(printed).toContain(part)
  })

  it('shows a command whole, however long it is', async () => {
    const command = Array.from({ length: 100 }, (_, index) => `echo ${index}`).join('\n')
    expect((await ask(readerOf('y'), { input: { command } })).printed).toContain('echo 99')
    const { printed } = await ask(readerOf('y'), { tool: 'Write', input: { file_path: '/p/a', content: command } })
    expect(printed).toContain('… 60 more lines')
  })

  it('asks again until the answer is one', async () => {
    const reader = readerOf('perhaps', '', 'yes')
    expect((await ask(reader)).answer).toEqual({ behavior: 'allow' })
    expect(reader.asked).toHaveLength(3)
  })

  it('offers a lasting answer only where there is one', async () => {
    const reader = readerOf('a', 'y')
    await ask(reader, { suggestions: [] })
    expect(reader.asked).toHaveLength(2)
    expect(reader.asked[0]).not.toContain('lways')
    const other = readerOf('a')
    expect((await ask(other)).answer).toEqual({ behavior: 'allow', updatedPermissions: [rule] })
    expect(other.asked[0]).toContain('Bash(npm test) in .claude/settings.local.json')
  })

  it('passes on why not', () => {
    expect(readAnswer('n use make instead', request)).toEqual({
      behavior: 'deny',
      message: 'The user said no: use make instead',
    })
  })

  it('refuses and ends the turn where the person leaves', async () => {
    expect((await ask(readerOf())).answer).toMatchObject({ behavior: 'deny', interrupt: true })
  })

  it('shows control characters of the model', async () => {
    const evil = 'ls \u001b[2J'
    const reader = readerOf('y')
    const rules = [{ toolName: 'Bash', ruleContent: evil }]
    const { printed } = await ask(reader, { input: { command: evil }, suggestions: [{ ...rule, rules }] })
    expect(printed + reader.asked.join('')).not.toContain('\u001b')
  })
})
