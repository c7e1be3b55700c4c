import { isRaiderError } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { script } from './engine.js'
import { answer, newFile, told } from './request.fixture.js'
import type { Script } from './script.js'

const complaint = async (source: string | Script): Promise<string> => {
  const error: unknown = await script(source)
    .check?.(new AbortController().signal)
    .catch((thrown: unknown) => thrown)
  return isRaiderError(error) && error.code === 'bad-script' ? error.message : `no complaint: ${String(error)}`
}

describe('a script file', () => {
  it('may be just a list of turns', async () => {
    const engine = script(await newFile('list.yaml', '- one\n- agent: main\n  text: two\n'))
    expect([await answer(engine), await answer(engine)]).toEqual(['one', 'two'])
  })

  it.each([
    ['turns:\n  - text: a\n  - calls:\n      - Read: {}\n        Write: {}\n', ':4: turns[1].calls[0] has no field'],
    ['turns:\n  - txt: a\n', ":2: turns[0] has no field 'txt'. It takes: text, thinking, calls, agent"],
    ['turns:\n  - text: 5\n', ':2: turns[0].text must be text, not 5. Quote it'],
    ['turns:\n  - text: a\n    times: often\n', ':3: turns[0].times must be a whole number from 0, not "often"'],
    ['turns:\n  - text: a\n    fault: 500\n', ':2: turns[0] has text beside fault. Keep one of them'],
    ['turns:\n  - fault: sad\n', ':2: turns[0].fault is "sad". It takes: rate-limit, overloaded'],
    ['turns:\n  - retry: {}\n    text: a\n', ':2: turns[0].retry must have a kind or a status'],
    ['turns:\n  - content:\n    - type: text\n', ':3: turns[0].content[0].text must be text, not empty'],
    ['agents:\n  Explore: no list\n', ':2: agents.Explore must be a list, not "no list"'],
    ['turns:\n  - a\n  - b: [\n', 'this is no YAML'],
    ['', 'the script must be a mapping, not empty'],
  ])('with a mistake is refused with line and field: %j', async (yaml, expected) => {
    const file = await newFile('bad.yaml', yaml)
    const message = await complaint(file)
    expect(message).toContain(expected)
    expect(message.startsWith(file)).toBe(true)
  })

  it('that is not there is refused by its path, by the check and by the first request', async () => {
    expect(await complaint('/nowhere/demo.yaml')).toMatch(/^\/nowhere\/demo\.yaml: the script cannot be read/)
    await expect(told(script('/nowhere/demo.yaml'))).rejects.toMatchObject({ code: 'bad-script' })
  })
})

describe('a script object', () => {
  it('with a mistake is refused with the field', async () => {
    const wrong = { turns: [{ delayMs: -1, text: 'x' }] }
    expect(await complaint(wrong)).toBe('script: turns[0].delayMs must be a whole number from 0, not -1.')
  })
})
