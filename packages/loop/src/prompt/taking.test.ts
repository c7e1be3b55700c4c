import { describe, expect, it } from 'vitest'
import { text, type CommandAnswer, type Commands, type ExpandedPrompt, type Verdict } from '@raider/contracts'
import { allowingAll, openSession, playing, plugin, says } from '../session.fixture.js'

const source = { kind: 'hook' as const, name: 'h.sh' }

/** Commands of which `/do` becomes what is given. */
const commands = (expansion: ExpandedPrompt | CommandAnswer): Commands => ({
  find: async (prompt) =>
    prompt.startsWith('/do')
      ? {
          change: { kind: 'UserPromptExpansion', input: { command_name: 'do' } },
          expand: (scope) => {
            scope.lend({ allow: ['Echo'], deny: [] })
            return Promise.resolve(expansion)
          },
        }
      : undefined,
})

const voting = (verdict: Partial<Verdict>) =>
  plugin('voter', {
    beforeChange: ({ kind }) => (kind === 'UserPromptExpansion' ? { source, ...verdict } : undefined),
  })

describe('a prompt that names a command', () => {
  const body = [text('head'), text('body')]

  it('becomes what the command stands for, with model and effort of this run', async () => {
    const engine = playing(says('one'), says('two'))
    const session = await openSession(engine, {
      commands: commands({ content: body, model: 'model-2', effort: 'low' }),
    })
    await session.run('/do it').result
    await session.run('words').result
    expect(engine.requests.map(({ model, effort }) => [model, effort])).toEqual([
      ['model-2', 'low'],
      [undefined, undefined],
    ])
    expect(engine.requests[1]?.messages.map(({ content }) => content)).toEqual([body, [text('one')], [text('words')]])
  })

  it('keeps the pictures that stand beside it', async () => {
    const engine = playing(says('one'))
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } } as const
    const session = await openSession(engine, { commands: commands({ content: body }) })
    await session.run([text('/do it'), picture]).result
    expect(engine.requests[0]?.messages[0]?.content).toEqual([...body, picture])
  })

  it('may be answered without a request to the model', async () => {
    const engine = playing(says('one'))
    const session = await openSession(engine, { commands: commands({ answer: 'not for you' }) })
    expect(await session.run('/do it').result).toMatchObject({ kind: 'done', text: 'not for you', turns: 0 })
    await session.run('words').result
    expect(engine.requests[0]?.messages).toHaveLength(1)
  })

  it('that an agent answered stays in the conversation with the report', async () => {
    const engine = playing(says('one'))
    const session = await openSession(engine, { commands: commands({ answer: 'found', endsTurn: true }) })
    expect(await session.run('/do it').result).toMatchObject({ kind: 'done', text: 'found', turns: 0 })
    await session.run('words').result
    expect(engine.requests[0]?.messages[0]?.content).toEqual([
      text('/do it'),
      text('<local-command-stdout>found</local-command-stdout>'),
      text('words'),
    ])
  })

  it('that an agent answered goes on to the model where voters on the end of the turn say so', async () => {
    const engine = playing(says('one'))
    const seen: string[] = []
    const voter = plugin('voter', {
      beforeStop: (stop) => {
        seen.push(stop.text)
        return stop.text === 'found' ? { source, stance: 'deny', reason: 'look again' } : undefined
      },
    })
    const session = await openSession(engine, {
      commands: commands({ answer: 'found', endsTurn: true }),
      plugins: [voter],
    })
    expect(await session.run('/do it').result).toMatchObject({ kind: 'done', text: 'one', turns: 1 })
    expect(seen).toEqual(['found', 'one'])
    expect(engine.requests[0]?.messages[0]?.content.at(-1)).toEqual(text('look again'))
  })

  it('is not carried out where voters refuse it', async () => {
    const engine = playing(says('one'))
    const plugins = [voting({ stance: 'deny', reason: 'no commands' })]
    const session = await openSession(engine, { commands: commands({ content: body }), plugins })
    expect(await session.run('/do it').result).toMatchObject({ kind: 'blocked', reason: 'no commands' })
    expect(engine.requests).toEqual([])
  })

  it('ends the run where voters stop it, and gets their notes where they do not', async () => {
    const stopping = {
      commands: commands({ content: body }),
      plugins: [voting({ stop: { reason: 'enough', source } })],
    }
    const stopped = await openSession(playing(), stopping)
    expect(await stopped.run('/do it').result).toMatchObject({ kind: 'cancelled', by: 'hook', reason: 'enough' })

    const engine = playing(says('one'))
    const note = { id: 'n1', kind: 'prompt', text: 'by the way', source } as const
    const plugins = [voting({ notes: [note] })]
    const session = await openSession(engine, { commands: commands({ content: body }), plugins })
    await session.run('/do it').result
    expect(engine.requests[0]?.messages[0]?.content).toEqual([
      text('<system-reminder>\nby the way\n</system-reminder>'),
      ...body,
    ])
  })

  it('gives rules that last as long as its run', async () => {
    const inForce: string[] = []
    const permissions = {
      ...allowingAll,
      lend: ({ allow }: { readonly allow: readonly string[] }) => {
        inForce.push(...allow)
        return () => void inForce.splice(0)
      },
    }
    let during: readonly string[] = []
    const engine = playing(async () => {
      during = [...inForce]
      return says('one')
    })
    const session = await openSession(engine, { commands: commands({ content: body }), permissions })
    await session.run('/do it').result
    expect([during, inForce]).toEqual([['Echo'], []])
  })
})

it('hears the body of a skill behind the results, not inside one', async () => {
  const engine = playing({ content: [{ type: 'tool_use', id: 'a', name: 'Echo', input: { word: 'a' } }] }, says('end'))
  const note = { id: 'n1', kind: 'skill', text: 'body', source } as const
  const adding = plugin('skills', { afterTool: (ending) => ({ ...ending, notes: [...ending.notes, note] }) })
  const session = await openSession(engine, { plugins: [adding] })
  await session.run('go').result
  expect(engine.requests[1]?.messages.at(-1)?.content).toMatchObject([
    { type: 'tool_result', content: [text('a')] },
    text('body'),
  ])
})
