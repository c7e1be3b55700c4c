import { plainText, type Change, type Classification } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { admit } from './admission.js'
import { createAutoMode, type AutoMode } from './auto-mode.js'
import { createDoor, decision, plugin, request, type DoorOptions } from './door.fixture.js'

const open = () => decision('ask', { reasonType: 'mode', classifiable: true })
const allow: Classification = { verdict: 'allow', reason: '' }
const block: Classification = { verdict: 'block', reason: 'it sends secrets away' }

const enter = async (options: DoorOptions) => {
  const { door, scope } = await createDoor({ permit: open, ...options })
  const { outcome, decision: made } = await admit(request('a'), door, scope)
  return { status: outcome?.status ?? 'ready', text: plainText(outcome?.result.content ?? []), made }
}

const saying = (said: Classification | undefined): AutoMode => createAutoMode(() => Promise.resolve(said))

describe('the classifier', () => {
  it('decides in place of a person, and its reason reaches the model', async () => {
    const ask = () => Promise.reject(new Error('nobody was to be asked'))
    expect((await enter({ auto: saying(allow), ask })).status).toBe('ready')
    expect(await enter({ auto: saying(block), ask })).toMatchObject({ status: 'refused', text: block.reason })
  })

  it('is not asked what a rule or a check is asked for', async () => {
    expect((await enter({ auto: saying(allow), permit: () => decision('ask') })).status).toBe('refused')
  })

  it('is not asked what a hook asks for', async () => {
    const source = { kind: 'hook' as const, name: 'guard.sh' }
    const plugins = [plugin('voter', { beforeTool: () => ({ source, stance: 'ask', reason: 'sure?' }) })]
    expect((await enter({ auto: saying(allow), plugins })).status).toBe('refused')
  })

  it('leaves to a person what it has no verdict on, or breaks at', async () => {
    const ask = () => Promise.resolve({ behavior: 'allow' as const })
    const broken = createAutoMode(() => Promise.reject(new Error('no model')))
    for (const auto of [saying(undefined), broken]) {
      expect((await enter({ auto, ask })).status).toBe('ready')
      expect((await enter({ auto })).status).toBe('refused')
    }
  })

  it('that breaks is told of', async () => {
    const auto = createAutoMode(() => Promise.reject(new Error('no model')))
    const { door, scope, events } = await createDoor({ permit: open, auto })
    await admit(request('a'), door, scope)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', text: expect.stringContaining('no model') }),
    )
  })

  it('does not lift a deny rule', async () => {
    expect((await enter({ auto: saying(allow), permit: () => decision('deny', { firm: true }) })).status).toBe(
      'refused',
    )
  })

  it('has its blocks told to hooks, which may let the model try again', async () => {
    const told: Change[] = []
    const source = { kind: 'hook' as const, name: 'log.sh' }
    const plugins = [
      plugin('log', {
        beforeChange: (change) => {
          told.push(change)
          return { source, effects: { retry: true } }
        },
      }),
    ]
    const { text } = await enter({ auto: saying(block), plugins })
    const input = { tool_name: 'Echo', tool_input: { word: 'a', times: 1 }, tool_use_id: 'a', reason: block.reason }
    expect(told).toEqual([{ kind: 'PermissionDenied', input }])
    expect(text).toMatch(/secrets away .* tried again/)
  })

  it('gives way to a person after three blocks in a row, until one is allowed', async () => {
    const auto = saying(block)
    const statuses = async (times: number, ask?: DoorOptions['ask']) => {
      const seen: string[] = []
      for (let n = 0; n < times; n++) seen.push((await enter({ auto, ...(ask && { ask }) })).status)
      return seen
    }
    const ask = () => Promise.resolve({ behavior: 'allow' as const })
    expect(await statuses(4, ask)).toEqual(['refused', 'refused', 'refused', 'ready'])
    expect(await statuses(1, ask)).toEqual(['refused'])
  })

  it('gives way for good after twenty blocks in all', async () => {
    const said = [block, block, allow]
    let n = 0
    const auto = createAutoMode(() => Promise.resolve(said[n++ % 3]))
    const judged: unknown[] = []
    const question = { callId: 'a', tool: 'Echo', input: {}, cwd: '/', reason: '' }
    for (let round = 0; round < 40; round++) judged.push(await auto.judge(question, new AbortController().signal))
    expect(judged.filter((one) => one === block)).toHaveLength(20)
    auto.resume()
    expect(await auto.judge(question, new AbortController().signal)).toBeUndefined()
  })
})
