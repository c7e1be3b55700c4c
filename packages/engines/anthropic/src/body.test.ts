import { text, type Message, type ModelRequest, type ToolOffer } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { createBodyEncoder } from './body.js'
import { asking } from './provider.fixture.js'

const options = { model: 'claude-sonnet-5-5', maxOutput: undefined, cache: true }
const mark = ',"cache_control":{"type":"ephemeral"}'
const tool: ToolOffer = { name: 'Read', description: 'Reads a file.', inputSchema: { type: 'object' } }

const turn = (index: number): readonly Message[] => [
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: `sig${index}` },
      { type: 'tool_use', id: `t${index}`, name: 'Read', input: { path: `ü${index}` } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: [text(`result ${index}`)] }] },
]

const conversation = (turns: number): ModelRequest[] => {
  const messages: Message[] = [{ role: 'user', content: [text('start')] }]
  return Array.from({ length: turns }, (_, index) => {
    const request = asking('', { messages: [...messages], system: ['be brief', 'be right'], tools: [tool] })
    messages.push(...turn(index))
    if (index % 3 === 2) messages.push({ role: 'user', content: [text(`and ${index}`)] })
    return request
  })
}

describe('request body', () => {
  it('lets every request find the whole previous one before its second last breakpoint', () => {
    const encode = createBodyEncoder()
    const bodies = conversation(12).map((request) => encode(request, options).toString())
    for (const [index, body] of bodies.entries()) {
      const parts = body.split(mark)
      expect(parts.length - 1).toBe(index === 0 ? 3 : 4)
      expect(JSON.parse(body)).toMatchObject({ model: 'claude-sonnet-5-5', stream: true, max_tokens: 128_000 })
      const previous = bodies[index - 1]
      if (previous !== undefined) expect(parts.slice(0, -2).join('')).toBe(previous.split(mark).slice(0, -1).join(''))
    }
  })

  it('sets the breakpoints after the tools, the system prompt and the two messages that end requests', () => {
    const body = JSON.parse(createBodyEncoder()(conversation(3)[2]!, options).toString())
    const cached = { cache_control: { type: 'ephemeral' } }
    expect(body.tools).toEqual([expect.objectContaining(cached)])
    expect(body.system).toEqual([
      { type: 'text', text: 'be brief' },
      { type: 'text', text: 'be right', ...cached },
    ])
    const marked = body.messages.map((message: { content: object[] }) => 'cache_control' in message.content.at(-1)!)
    expect(marked).toEqual([false, false, true, false, true])
  })

  it('sets no breakpoint where caching is off', () => {
    const body = createBodyEncoder()(conversation(3)[2]!, { ...options, cache: false }).toString()
    expect(body).not.toContain('cache_control')
    expect(JSON.parse(body).messages).toHaveLength(5)
  })

  it('serialises each message once, however often it is sent', () => {
    let serialised = 0
    const counted: Message = {
      role: 'assistant',
      content: [{ type: 'opaque', block: { toJSON: () => ({ type: 'seen', times: ++serialised }) } }],
    }
    const messages: Message[] = [{ role: 'user', content: [text('start')] }, counted]
    const encode = createBodyEncoder()
    for (let index = 0; index < 20; index++) {
      messages.push({ role: 'user', content: [text(`turn ${index}`)] })
      expect(encode(asking('', { messages: [...messages] }), options).toString()).toContain('"times":1')
    }
    expect(serialised).toBe(1)
  })

  it('follows a conversation that departs from what was sent', () => {
    const encode = createBodyEncoder()
    const start: Message = { role: 'user', content: [text('start')] }
    const left = asking('', { messages: [start, ...turn(1), ...turn(2)] })
    const right = asking('', { messages: [start, ...turn(3)] })
    const alone = createBodyEncoder()(right, options).toString()
    encode(left, options)
    expect(encode(right, options).toString()).toBe(alone)
  })

  it('leaves out what the provider would refuse', () => {
    const messages: Message[] = [
      { role: 'user', content: [text('  '), text('hi')] },
      { role: 'assistant', content: [text(''), { type: 'thinking', thinking: 'unsigned', signature: '' }] },
      { role: 'user', content: [text('cut \ud83d here \\ud83d'), text('\n')] },
    ]
    const body = JSON.parse(
      createBodyEncoder()(asking('', { messages, system: [''] }), { ...options, cache: false }).toString(),
    )
    expect(body.system).toBeUndefined()
    expect(body.tools).toBeUndefined()
    expect(body.messages).toEqual([
      { role: 'user', content: [text('hi')] },
      { role: 'user', content: [text('cut \ufffd here \\ud83d')] },
    ])
  })

  it('sends undecodable arguments back as an object', () => {
    const messages: Message[] = [
      { role: 'user', content: [text('hi')] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Read', input: '{"path":' }] },
    ]
    const body = JSON.parse(createBodyEncoder()(asking('', { messages }), options).toString())
    expect(body.messages[1].content[0].input).toEqual({ undecodable: '{"path":' })
  })
})
