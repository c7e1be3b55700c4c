import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import type { EngineEvent } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { replyEvents, textEvents } from './provider.fixture.js'
import { createReply } from './reply.js'

const play = (events: readonly object[]): { told: EngineEvent[]; end: EngineEvent | undefined } => {
  const reply = createReply('claude-asked')
  const told = events.flatMap((event) => reply.take(event as RawMessageStreamEvent) ?? [])
  return { told, end: reply.end() }
}

const block = (index: number, start: object, ...deltas: object[]): readonly object[] => [
  { type: 'content_block_start', index, content_block: start },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]

const blocksOf = (events: readonly object[]): unknown => {
  const { end } = play(replyEvents(events))
  return end?.type === 'end' ? end.message.content : undefined
}

describe('reply', () => {
  it('keeps reasoning and its signature as they came', () => {
    const events = [
      ...block(
        0,
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: 'let me ' },
        { type: 'thinking_delta', thinking: 'see' },
        { type: 'signature_delta', signature: 'c2ln' },
      ),
      ...block(1, { type: 'redacted_thinking', data: 'xyz' }),
    ]
    expect(blocksOf(events)).toEqual([
      { type: 'thinking', thinking: 'let me see', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'xyz' },
    ])
  })

  it('decodes arguments once their block is complete, and keeps the raw text where they are no JSON', () => {
    const call = (index: number, ...parts: string[]): readonly object[] =>
      block(
        index,
        { type: 'tool_use', id: `t${index}`, name: 'Read', input: {} },
        ...parts.map((part) => ({ type: 'input_json_delta', partial_json: part })),
      )
    expect(blocksOf([...call(0, '', '{"a"', ':[1', ']}'), ...call(1), ...call(2, '{"a":')])).toEqual([
      { type: 'tool_use', id: 't0', name: 'Read', input: { a: [1] } },
      { type: 'tool_use', id: 't1', name: 'Read', input: {} },
      { type: 'tool_use', id: 't2', name: 'Read', input: '{"a":' },
    ])
  })

  it('passes blocks of other kinds through', () => {
    const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }
    expect(blocksOf(block(0, search, { type: 'input_json_delta', partial_json: '{"q":1}' }))).toEqual([
      { type: 'opaque', block: { ...search, input: { q: 1 } } },
    ])
  })

  it('ignores events and deltas it does not know, and leaves out empty text', () => {
    const events = [
      { type: 'weather_report', rain: true },
      ...block(0, { type: 'text', text: '' }, { type: 'sparkle_delta', glitter: 3 }),
      ...textEvents('hi', 1),
      { type: 'content_block_delta', index: 9, delta: { type: 'text_delta', text: 'stray' } },
    ]
    expect(blocksOf(events)).toEqual([{ type: 'text', text: 'hi' }])
  })

  it('tells deltas as they come and each block when it is complete', () => {
    expect(play(replyEvents(textEvents('ok'))).told).toEqual([
      { type: 'text-delta', text: 'o' },
      { type: 'text-delta', text: 'k' },
      { type: 'block', block: { type: 'text', text: 'ok' } },
    ])
  })

  it('closes with the latest counts, the answering model and the reason', () => {
    expect(play(replyEvents(textEvents('x'), 'max_tokens')).end).toMatchObject({
      usage: { inputTokens: 7, outputTokens: 9, cacheReadTokens: 5, cacheWriteTokens: 0 },
      model: 'claude-test-1',
      stopReason: 'max-tokens',
      message: { id: 'msg_1' },
    })
  })

  it('has no end before the provider ends the reply', () => {
    expect(play(replyEvents(textEvents('x')).slice(0, -1)).end).toBeUndefined()
  })
})
