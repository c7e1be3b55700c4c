import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCallScope } from '@raider/testing'
import { tryTool } from './bench.fixture.js'
import { tool } from './tool.js'

const scope = createCallScope()

describe('tool', () => {
  it('takes a zod schema: the model is told it as JSON Schema, the function gets its output', async () => {
    const add = tool({
      name: 'add',
      description: 'Adds.',
      input: z.object({ a: z.coerce.number(), b: z.number().default(1) }),
      run: ({ a, b }) => String(a + b),
    })
    expect(add).toMatchObject({ origin: 'code', inputSchema: { type: 'object', properties: { b: { default: 1 } } } })
    expect(await tryTool(add, { a: '2' }, scope)).toMatchObject({ status: 'ok', text: '3' })
  })

  it('checks with the schema, but leaves the input as hooks and rules shall see it', async () => {
    const when = tool({
      name: 'when',
      description: 'Tells.',
      input: z.object({ day: z.iso.date().transform((day) => new Date(day)) }),
      inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
      run: ({ day }) => day.getUTCFullYear().toString(),
    })
    expect(await when.decode?.({ day: '2026-01-02' })).toEqual({ ok: true, value: { day: '2026-01-02' } })
    expect(await when.decode?.({ day: 'x' })).toMatchObject({ ok: false, issues: [{ field: 'day' }] })
    expect(await tryTool(when, { day: '2026-01-02' }, scope)).toMatchObject({ text: '2026' })
  })

  it('takes a JSON Schema as it is', async () => {
    const input = { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] }
    const greet = tool({ name: 'greet', description: 'Greets.', input, run: ({ who }) => `hi ${String(who)}` })
    expect(greet.inputSchema).toBe(input)
    expect('decode' in greet).toBe(false)
    expect(await tryTool(greet, { who: 'you' }, scope)).toMatchObject({ text: 'hi you' })
  })

  it.each([
    ['text', 'hi', [{ type: 'text', text: 'hi' }]],
    ['a block', { type: 'text', text: 'hi' }, [{ type: 'text', text: 'hi' }]],
    [
      'blocks',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    ],
    ['data', { n: 1 }, [{ type: 'text', text: '{"n":1}' }]],
    ['a list', [1, 2], [{ type: 'text', text: '[1,2]' }]],
    ['an empty list', [], [{ type: 'text', text: '[]' }]],
    ['nothing', undefined, [{ type: 'text', text: '(no output)' }]],
  ])('gives the model %s', async (_, value, content) => {
    const give = tool({ name: 'give', description: 'Gives.', input: { type: 'object' }, run: () => value })
    expect(give.render?.(await give.run({}, scope), {})).toEqual(content)
  })

  it('keeps data as it was when it was returned', async () => {
    const data = { n: 1 }
    const give = tool({ name: 'give', description: 'Gives.', input: { type: 'object' }, run: () => data })
    const structured = await give.run({}, scope)
    data.n = 2
    expect(structured).toEqual({ n: 1 })
  })

  it('fails a call whose result is no JSON', async () => {
    const give = tool({ name: 'give', description: 'Gives.', input: { type: 'object' }, run: () => ({ big: 1n }) })
    expect(await tryTool(give, {}, scope)).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('JSON') as string,
    })
  })

  it.each([
    ['a name with a space', { name: 'a b', input: { type: 'object' } }],
    ['no schema', { name: 'a', input: undefined as never }],
    ['a schema of a bare text', { name: 'a', input: z.string() }],
    [
      'a schema that cannot describe itself',
      { name: 'a', input: { '~standard': { version: 1, vendor: 'x', validate: () => ({ value: 1 }) } } },
    ],
  ])('refuses %s', (_, { name, input }) => {
    expect(() => tool({ name, description: '', input, run: () => '' })).toThrow(
      expect.objectContaining({ code: 'bad-option' }),
    )
  })
})
