import type { Evaluate, Evaluation } from '@raider/contracts'
import { expect, it } from 'vitest'
import { calls, openSession, playing, plugin, says } from '../session.fixture.js'

const question: Evaluation = {
  kind: 'prompt',
  instructions: 'judge',
  text: 'fine?',
  schema: {},
  conversation: false,
}

/** A plugin that puts a question before each stop, and what it was answered. */
const asking = (evaluation: Evaluation) => {
  const answers: unknown[] = []
  const ask = async (evaluate: Evaluate | undefined, signal: AbortSignal): Promise<void> => {
    answers.push(await evaluate?.(evaluation, signal).catch((error: Error) => error.message))
  }
  const asker = plugin('asking', {
    async beforeStop(_, scope) {
      await ask(scope.evaluate, scope.signal)
      return undefined
    },
  })
  return { answers, asker }
}

it('asks in a request of its own, which the run pays and the conversation never sees', async () => {
  const engine = playing(says('end'), says('yes'), says('again'))
  const { answers, asker } = asking(question)
  const session = await openSession(engine, { plugins: [asker] })
  const outcome = await session.run('go').result
  expect(answers).toEqual(['yes'])
  expect(engine.requests[1]).toEqual({
    system: ['judge'],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'fine?' }] }],
    tools: [],
    thinkingTokens: 0,
    agent: 'hook',
  })
  expect(outcome).toMatchObject({ text: 'end', turns: 1, usage: { inputTokens: 20 } })
  await session.run('more').result
  expect(JSON.stringify(engine.requests[2]?.messages)).not.toContain('fine?')
  await session.close()
})

it('puts the question after the whole conversation where that is asked for', async () => {
  const engine = playing(calls('a'), says('end'), says('yes'))
  const { asker } = asking({ ...question, conversation: true, model: 'm' })
  const session = await openSession(engine, { plugins: [asker] })
  await session.run('go').result
  const { messages, model } = engine.requests[2] ?? {}
  expect(model).toBe('m')
  expect(messages?.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
  expect(messages?.at(-1)?.content).toEqual([{ type: 'text', text: 'fine?' }])
  await session.close()
})

it('hands questions for agents to the judge of the session, under a call of their own', async () => {
  const ids: string[] = []
  const { answers, asker } = asking({ ...question, kind: 'agent' })
  const session = await openSession(playing(says('end')), {
    plugins: [asker],
    judge: (_, scope) => {
      ids.push(scope.callId)
      return Promise.resolve('{"ok": true}')
    },
  })
  await session.run('go').result
  expect(answers).toEqual(['{"ok": true}'])
  expect(ids).toEqual([expect.stringMatching(/^hook-agent-/)])
  await session.close()
})

it('says so where there are no agents', async () => {
  const { answers, asker } = asking({ ...question, kind: 'agent' })
  const session = await openSession(playing(says('end')), { plugins: [asker] })
  await session.run('go').result
  expect(answers).toEqual(['this session has no subagents'])
  await session.close()
})
