import { isObject, plainText, type Message } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { restore, type Past } from './past.js'

type Line = Record<string, unknown>

/** Lines that follow each other, as a file; each has its place as id. */
const transcript = (...lines: readonly (Line | string)[]): string =>
  lines
    .map((line, index) =>
      typeof line === 'string'
        ? line
        : JSON.stringify({ parentUuid: index === 0 ? null : `u${index - 1}`, uuid: `u${index}`, ...line }),
    )
    .join('\n')

const user = (content: unknown, more: Line = {}): Line => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const reply = (id: string, block: Line | string, more: Line = {}): Line => ({
  type: 'assistant',
  timestamp: '2026-01-01T00:00:00.000Z',
  message: {
    id,
    role: 'assistant',
    model: 'm',
    content: [typeof block === 'string' ? { type: 'text', text: block } : block],
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100 },
  },
  ...more,
})
const call = (id: string): Line => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } })
const result = (id: string, more: Line = {}): Line =>
  user([{ type: 'tool_result', tool_use_id: id, content: `did ${id}` }], more)

const words = ({ content }: Pick<Message, 'content'>): string =>
  content
    .map((block) => {
      if (block.type === 'tool_use') return `call ${block.id}`
      return block.type === 'tool_result' ? plainText(block.content) : block.type === 'text' ? block.text : block.type
    })
    .join(' + ')

const told = ({ messages, draft }: Past): readonly string[] => [
  ...messages.map((message) => `${message.role}: ${words(message)}`),
  ...(draft.length === 0 ? [] : [`draft: ${words({ content: draft })}`]),
]

describe('a transcript', () => {
  it('becomes the conversation again: blocks of one reply together, results before words', () => {
    const past = restore(
      transcript(
        user('go'),
        reply('a', { type: 'thinking', thinking: 'hm', signature: 's' }),
        reply('a', call('t1')),
        result('t1'),
        reply('b', 'done'),
        user('more'),
      ),
    )
    expect(told(past)).toEqual([
      'user: go',
      'assistant: thinking + call t1',
      'user: did t1',
      'assistant: done',
      'draft: more',
    ])
    expect(past).toMatchObject({ callIds: ['t1'], interrupted: [], deferred: [], lastLine: 'u5' })
  })

  it('tells how full the context was, the model, the mode and the title', () => {
    const past = restore(
      transcript(user('go', { permissionMode: 'acceptEdits' }), reply('a', 'done'), {
        type: 'custom-title',
        customTitle: 'mine',
      }),
    )
    expect(past).toMatchObject({ mode: 'acceptEdits', title: 'mine', lastReply: { model: 'm', tokens: 115 } })
  })

  it('skips what is torn, unknown, of a subagent, or was never said', () => {
    const past = restore(
      transcript(
        user('go'),
        { type: 'news-of-tomorrow' },
        '{"type":"user","mess',
        reply('x', 'inner', { isSidechain: true, uuid: 's', parentUuid: null }),
        reply('f', 'API Error', { isApiErrorMessage: true, parentUuid: 'u1' }),
        user('for the eye', { isVisibleInTranscriptOnly: true }),
        reply('a', 'done'),
      ),
    )
    expect(told(past)).toEqual(['user: go', 'assistant: done'])
  })

  it('begins with the last compaction', () => {
    const past = restore(
      transcript(
        user('old'),
        reply('a', 'old answer'),
        { type: 'system', subtype: 'compact_boundary', parentUuid: null },
        user('summary', { isCompactSummary: true }),
        user('new'),
      ),
    )
    expect(told(past)).toEqual(['draft: summary + new'])
    expect(past.lastReply).toBeUndefined()
  })

  it('leaves out a branch that a rewind left behind', () => {
    const past = restore(
      transcript(user('go'), reply('a', 'wrong way'), user('better', { parentUuid: 'u0' }), reply('b', 'right way')),
    )
    expect(told(past)).toEqual(['user: go + better', 'assistant: right way'])
  })

  it('keeps parallel calls whose results hang beside the trunk', () => {
    const past = restore(
      transcript(
        user('go'),
        reply('a', call('t1')),
        reply('a', call('t2')),
        result('t1', { parentUuid: 'u1' }),
        result('t2', { parentUuid: 'u2' }),
        reply('b', 'done'),
      ),
    )
    expect(told(past)).toEqual(['user: go', 'assistant: call t1 + call t2', 'user: did t1 + did t2', 'assistant: done'])
  })

  it('tells the model of a call that was cut off, at its end and before it', () => {
    const past = restore(transcript(user('go'), reply('a', call('t1')), user('again'), reply('b', call('t2'))))
    expect(past.interrupted).toEqual(['t1', 't2'])
    expect(told(past)[2]).toMatch(/^user: The session ended before the result .* \+ again$/)
    expect(told(past)[4]).toMatch(/^draft: The session ended before/)
    expect(past.draft).toMatchObject([{ type: 'tool_result', tool_use_id: 't2', is_error: true }])
  })

  it('keeps a deferred call open, beside what was answered', () => {
    const past = restore(
      transcript(user('go'), reply('a', call('t1')), reply('a', call('t2')), result('t1'), {
        type: 'attachment',
        attachment: { type: 'hook_deferred_tool', toolUseID: 't2' },
      }),
    )
    expect(past.deferred.map(({ id }) => id)).toEqual(['t2'])
    expect(past.interrupted).toEqual([])
    expect(told(past).at(-1)).toBe('draft: did t1')
  })

  it('says notes again, but not those that a result carries', () => {
    const note = (text: string): Line => ({
      type: 'attachment',
      attachment: { type: 'hook_additional_context', content: [text] },
      rendered: [{ content: text }],
    })
    const carrying = user([
      {
        type: 'tool_result',
        tool_use_id: 't1',
        content: [
          { type: 'text', text: 'out' },
          { type: 'text', text: 'hint' },
        ],
      },
    ])
    const past = restore(
      transcript(user('go'), note('first'), reply('a', call('t1')), carrying, note('hint'), note('more')),
    )
    expect(told(past)).toEqual(['user: go + first', 'assistant: call t1', 'draft: out\nhint + more'])
  })

  it('tells which files its calls showed or wrote, how much of them, and which memory came beside', () => {
    const at = { timestamp: '2026-01-01T00:00:00.000Z' }
    const file = (id: string, path: string): Line => ({
      type: 'tool_use',
      id,
      name: 'Read',
      input: { file_path: path },
    })
    const lines = (numLines: number) => ({ ...at, toolUseResult: { type: 'text', file: { numLines, totalLines: 9 } } })
    const past = restore(
      transcript(
        user('go'),
        reply('a', file('t1', 'part.txt'), { cwd: '/p' }),
        result('t1', lines(3)),
        reply('b', file('t2', '/whole.txt')),
        result('t2', lines(9)),
        {
          type: 'attachment',
          attachment: { type: 'nested_memory', path: '/CLAUDE.md' },
          rendered: [{ content: 'be' }],
        },
        reply('c', file('t3', '/gone.txt')),
        user([{ type: 'tool_result', tool_use_id: 't3', content: 'no such file', is_error: true }]),
      ),
    )
    const moment = Date.parse(at.timestamp)
    expect(past.files).toEqual([
      { path: '/p/part.txt', at: moment, partial: true },
      { path: '/whole.txt', at: moment, partial: false },
    ])
    expect(past.memory).toEqual(['/CLAUDE.md'])
  })

  it('tells what its calls did to lists of tasks', () => {
    const create: Line = { type: 'tool_use', id: 't1', name: 'TaskCreate', input: { subject: 'one' } }
    const refused: Line = { type: 'tool_use', id: 't2', name: 'TaskCreate', input: { subject: 'two' } }
    const past = restore(
      transcript(
        user('go'),
        reply('a', create),
        result('t1', { toolUseResult: { task: { id: '1' } } }),
        reply('b', refused),
        user([{ type: 'tool_result', tool_use_id: 't2', content: 'no', is_error: true }]),
      ),
    )
    expect(past.lists).toEqual([{ tool: 'TaskCreate', input: { subject: 'one' }, output: { task: { id: '1' } } }])
  })

  it('gives blocks that only the provider knows back unchanged', () => {
    const block = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }
    const [, message] = restore(transcript(user('go'), reply('a', block))).messages
    expect(message?.content).toEqual([{ type: 'opaque', block }])
    expect(isObject(block)).toBe(true)
  })
})
