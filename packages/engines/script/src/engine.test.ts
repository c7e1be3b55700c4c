import { describe, expect, it } from 'vitest'
import { script } from './engine.js'
import { answer, asking, newFile, told } from './request.fixture.js'

const yaml = `
model: demo-1
price: { input: 3, output: 15 }
turns:
  - thinking: Let me see.
    text: I look around.
    calls:
      - Bash: { command: ls {{dir}} }
      - { name: Read, id: toolu_mine, input: '{"file_path":' }
    usage: { input: 10, output: 5, cacheRead: 3 }
  - Done.
agents:
  Explore:
    - prompt: tests
      text: about tests
    - text: about {{ unknown }}
`

describe('script', () => {
  it('plays a file turn by turn, with values in place of placeholders', async () => {
    const engine = script(await newFile('demo.yaml', yaml.replace('ls {{dir}}', '"ls {{dir}}"')), {
      values: { dir: '/tmp/x' },
    })
    const events = await told(engine)
    expect(events.at(-1)).toEqual({
      type: 'end',
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Let me see.', signature: 'scripted' },
          { type: 'text', text: 'I look around.' },
          { type: 'tool_use', id: 'toolu_script_1', name: 'Bash', input: { command: 'ls /tmp/x' } },
          { type: 'tool_use', id: 'toolu_mine', name: 'Read', input: '{"file_path":' },
        ],
      },
      stopReason: 'tool-use',
      usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 0 },
      model: 'demo-1',
    })
    expect(await answer(engine)).toBe('Done.')
    expect(await answer(engine)).toBe('(script ended)')
    expect([engine.model, engine.price('any')]).toEqual([
      'demo-1',
      { input: 3, output: 15, cacheRead: 0, cacheWrite: 0 },
    ])
  })

  it('streams text and reasoning word by word before each whole block', async () => {
    const events = await told(script({ turns: [{ thinking: 'a b', text: 'one  two\n' }] }))
    expect(events.slice(0, -1)).toEqual([
      { type: 'thinking-delta', text: 'a' },
      { type: 'thinking-delta', text: ' b' },
      { type: 'block', block: { type: 'thinking', thinking: 'a b', signature: 'scripted' } },
      { type: 'text-delta', text: 'one' },
      { type: 'text-delta', text: '  two' },
      { type: 'text-delta', text: '\n' },
      { type: 'block', block: { type: 'text', text: 'one  two\n' } },
    ])
  })

  it('answers each agent with its own turns, and a conversation with the turns of its prompt', async () => {
    const engine = script({
      turns: ['main one', { agent: 'Plan', text: 'plan' }, 'main two'],
      agents: { Explore: [{ prompt: 'tests', text: 'about tests' }, 'about all'] },
    })
    expect(await answer(engine, asking('find docs', 'Explore'))).toBe('about all')
    expect(await answer(engine, asking('find the tests', 'Explore'))).toBe('about tests')
    expect(await answer(engine, asking('x', 'Plan'))).toBe('plan')
    expect(await answer(engine, asking('x', 'Other'))).toBe('(script ended)')
    expect([await answer(engine), await answer(engine)]).toEqual(['main one', 'main two'])
  })

  it('plays a turn as often as it says, each call with an id of its own', async () => {
    const engine = script({
      turns: [{ times: 2, calls: [{ Bash: { command: 'ls' } }] }, { times: 0, text: 'never' }, 'end'],
    })
    const ids = [await told(engine), await told(engine)].map((events) => {
      const [event] = events
      return event?.type === 'block' && event.block.type === 'tool_use' ? event.block.id : undefined
    })
    expect(ids).toEqual(['toolu_script_1', 'toolu_script_2'])
    expect(await answer(engine)).toBe('end')
  })

  it('retries before an answer and counts the attempts of a fault', async () => {
    const engine = script({
      turns: [
        { retry: { status: 529, times: 2, delayMs: 1 }, text: 'ok' },
        { retry: [{ kind: 'network' }], fault: { status: 500, message: 'gone' } },
        { fault: 'billing' },
        { fault: 401 },
      ],
    })
    expect((await told(engine)).slice(0, 2)).toMatchObject([
      { type: 'retry', attempt: 1, delayMs: 1, fault: { kind: 'overloaded', status: 529, attempts: 1 } },
      { type: 'retry', attempt: 2, fault: { attempts: 2 } },
    ])
    expect((await told(engine)).at(-1)).toEqual({
      type: 'fault',
      fault: { kind: 'server', status: 500, message: 'gone', attempts: 2 },
    })
    expect([await answer(engine), await answer(engine)]).toEqual(['billing', 'authentication'])
  })

  it('takes what calls wrongly and stops for any reason', async () => {
    const engine = script({
      turns: [{ content: [{ type: 'tool_use', id: 'a', name: 'X', input: [1] }], stop: 'max-tokens' }],
    })
    expect((await told(engine)).at(-1)).toMatchObject({
      message: { content: [{ id: 'a', input: [1] }] },
      stopReason: 'max-tokens',
    })
  })

  it('ends a wait at once when it is cancelled, and leaves no timer', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const controller = new AbortController()
    const events = told(script({ turns: [{ delayMs: 60_000, text: 'late' }] }), asking('hi'), controller.signal)
    controller.abort({ by: 'user', reason: 'enough' })
    expect(await events).toEqual([{ type: 'fault', fault: { kind: 'cancelled', message: 'enough', attempts: 1 } }])
    expect(timers()).toBe(before)
  })

  it('says no more once it is cancelled', async () => {
    const controller = new AbortController()
    const seen: string[] = []
    for await (const event of script({ turns: ['one two three'] }).stream(asking('hi'), controller.signal)) {
      seen.push(event.type)
      controller.abort()
    }
    expect(seen).toEqual(['text-delta', 'fault'])
  })
})
