import { profiles, type RaiderEvent } from '@raider/contracts'
import { createStepScope } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { createChain } from './chain.js'
import { plugin } from './door.fixture.js'

const source = { kind: 'plugin' as const, name: 'p' }
const event = { type: 'notice', level: 'info', text: 'hi' } as unknown as RaiderEvent
const ping = { type: 'text-delta', text: 'hi' } as unknown as RaiderEvent

describe('the plugin chain', () => {
  it('refuses two plugins of one name at start', async () => {
    const twice = [plugin('a', {}), plugin('a', {})]
    await expect(createChain(twice, createStepScope())).rejects.toMatchObject({ code: 'duplicate-plugin' })
  })

  it('names the plugin whose factory throws', async () => {
    const broken = { name: 'broken', create: () => Promise.reject(new Error('no disk')) }
    await expect(createChain([broken], createStepScope())).rejects.toMatchObject({
      code: 'plugin-failed',
      message: 'Plugin "broken" failed at start: no disk',
    })
  })

  it('folds in array order', async () => {
    const append = (name: string) =>
      plugin(name, { beforeModel: (request) => ({ ...request, system: [...request.system, name] }) })
    const scope = createStepScope()
    const chain = await createChain([append('one'), append('two')], scope)
    const request = { system: [], messages: [], tools: [], agent: 'main' }
    expect((await chain.fold('beforeModel', request, scope, (kept) => kept)).system).toEqual(['one', 'two'])
  })

  it('keeps the value of a fold that throws, and withholds it for a guard', async () => {
    const scope = createStepScope()
    const request = { system: ['kept'], messages: [], tools: [], agent: 'main' }
    const fold = async (guard: boolean) => {
      const broken = plugin('broken', { beforeModel: () => Promise.reject(new Error('oops')) }, guard)
      const chain = await createChain([broken], scope)
      return (await chain.fold('beforeModel', request, scope, (kept) => ({ ...kept, system: [] }))).system
    }
    expect(await fold(false)).toEqual(['kept'])
    expect(await fold(true)).toEqual([])
    expect(scope.events).toMatchObject([
      { type: 'notice', level: 'error' },
      { type: 'notice', level: 'error' },
    ])
  })

  it('a vote that throws where nothing is guarded is reported and abstains', async () => {
    const scope = createStepScope({ profile: profiles.raider })
    const broken = plugin('broken', { beforeStop: () => Promise.reject(new Error('oops')) })
    const chain = await createChain([broken, plugin('fine', { beforeStop: () => ({ stance: 'deny', source }) })], scope)
    const tally = await chain.vote('beforeStop', { text: '', active: false, stopReason: 'end', tasks: [] }, scope)
    expect(tally.stance).toBe('deny')
    expect(scope.events).toHaveLength(1)
  })

  it('tells every plugin of an event, one after the other, and waits for those that take their time', async () => {
    const told: string[] = []
    const slow = plugin('slow', {
      onEvent: async () => {
        await new Promise((resolve) => setImmediate(resolve))
        told.push('slow')
      },
    })
    const chain = await createChain(
      [slow, plugin('fast', { onEvent: () => void told.push('fast') })],
      createStepScope(),
    )
    await chain.tap(ping)
    expect(told).toEqual(['slow', 'fast'])
  })

  it('costs no promise where every tap is synchronous', async () => {
    const chain = await createChain([plugin('a', { onEvent: () => undefined })], createStepScope())
    expect(chain.tap(ping)).toBeUndefined()
  })

  it('a tap that fails is reported once, and not about its own report', async () => {
    const scope = createStepScope()
    const broken = plugin('broken', {
      onEvent: () => {
        throw new Error('oops')
      },
    })
    const chain = await createChain([broken], scope)
    await chain.tap(ping)
    await chain.tap(event)
    expect(scope.events).toHaveLength(1)
  })
})
