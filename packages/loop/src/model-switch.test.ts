import type { Change } from '@raider/contracts'
import { expect, it } from 'vitest'
import { openSession, playing, plugin, says } from './session.fixture.js'

const source = { kind: 'hook' as const, name: 'h.sh' }

it('asks voters, tells the next run what they have to say, and asks the new model', async () => {
  const engine = playing(says('one'), says('two'))
  const heard: Change[] = []
  const note = { id: 'n', kind: 'session', text: 'mind the new one', source } as const
  const voter = plugin('voter', {
    beforeChange(change) {
      if (!/ModelSwitch/.test(change.kind)) return undefined
      heard.push(change)
      return change.kind === 'PostModelSwitch' ? { notes: [note], source } : undefined
    },
  })
  const session = await openSession(engine, { plugins: [voter] })
  await session.run('first').result
  expect(await session.setModel('model-2')).toBeUndefined()
  await session.run('second').result
  const input = { from_model: 'model-1', to_model: 'model-2', requested_model: 'model-2', context_tokens: 15 }
  expect(heard).toMatchObject([
    { kind: 'PreModelSwitch', input: { ...input, pricing: 'default', prompt_cache_warm: true } },
    { kind: 'PostModelSwitch', input },
  ])
  expect(engine.requests[1]).toMatchObject({ model: 'model-2' })
  expect(JSON.stringify(engine.requests[1]?.messages.at(-1))).toContain('mind the new one')
})

it.each(['deny', 'ask'] as const)('stays with the model where a voter says %s', async (stance) => {
  const engine = playing(says('one'))
  const voter = plugin('voter', { beforeChange: () => ({ stance, reason: 'too dear', source }) })
  const session = await openSession(engine, { plugins: [voter] })
  expect(await session.setModel('model-2')).toBe('too dear')
  expect(await session.setModel(undefined)).toBeUndefined()
  await session.run('go').result
  expect(engine.requests[0]?.model).toBeUndefined()
})
