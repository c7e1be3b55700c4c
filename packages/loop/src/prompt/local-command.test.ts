import type { Commands } from '@raider/contracts'
import { describe, expect, it } from 'vitest'
import { openSession, playing, plugin, says } from '../session.fixture.js'

describe('a command that needs no model', () => {
  it('is answered without a request, and nobody votes on it', async () => {
    const engine = playing()
    const voted: string[] = []
    const voter = plugin('voter', {
      beforePrompt: () => void voted.push('prompt'),
      beforeStop: () => void voted.push('stop'),
    })
    const session = await openSession(engine, { plugins: [voter] })
    expect(await session.run('/cost').result).toMatchObject({ kind: 'done', turns: 0, text: /\$0\.0000/ })
    expect(await session.run('/help').result).toMatchObject({ kind: 'done', text: '/help is not available here.' })
    expect({ requests: engine.requests.length, voted }).toEqual({ requests: 0, voted: [] })
    await session.close()
  })

  it('tells what all runs of the session cost', async () => {
    const session = await openSession(playing(says('one'), says('two')))
    await session.run('first').result
    await session.run('second').result
    const { text } = await session.run('/usage').result
    expect(text).toContain('20 in, 10 out')
    await session.close()
  })

  it('gives the session a title', async () => {
    const session = await openSession(playing())
    await session.run('/rename  a new title').result
    expect(session.title).toBe('a new title')
    await session.close()
  })

  it('gives way to a command that the project has under its name', async () => {
    const engine = playing()
    const commands: Commands = {
      find: async (prompt) =>
        /^\/(cost|compact)/.test(prompt)
          ? { expand: async () => ({ content: [{ type: 'text', text: 'count the money' }] }) }
          : undefined,
    }
    const session = await openSession(engine, { commands })
    await session.run('/cost').result
    await session.run('/compact').result
    expect(engine.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(
      Array.from({ length: 2 }, () => [{ type: 'text', text: 'count the money' }]),
    )
    await session.close()
  })

  it.each(['  /cost', '/COST', '/costs', 'see /cost'])('is no other prompt: %s', async (prompt) => {
    const engine = playing()
    const session = await openSession(engine)
    await session.run(prompt).result
    expect(engine.requests).toHaveLength(1)
    await session.close()
  })
})
