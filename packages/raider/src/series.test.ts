import { inParallel, until } from '@raider/agents'
import { script, type ScriptTurn } from '@raider/engine-script'
import { createProject, type Project } from '@raider/testing'
import { expect, it } from 'vitest'
import { Raider } from './raider.js'
import { optionsIn } from './options.fixture.js'

const raiderIn = (project: Project, turns: readonly ScriptTurn[]): Raider =>
  new Raider({
    ...optionsIn(project),
    allowedTools: ['Bash'],
    engine: script({ turns: [...turns] }),
  })

it('a series that is cancelled ends its runs and what they run', async () => {
  await using project = await createProject()
  const abort = new AbortController()
  let started = 0
  const start = (name: number) => () => {
    const run = raiderIn(project, [{ calls: [{ Bash: { command: `sleep 30; touch late-${name}` } }] }, 'end']).run('go')
    void (async () => {
      for await (const event of run) if (event.type === 'tool-start' && ++started === 2) abort.abort()
    })()
    return run
  }
  const { kind, results } = await inParallel([1, 2, 3].map(start), { signal: abort.signal, limit: 2 })
  expect(kind).toBe('cancelled')
  expect(results).toMatchObject(Array(2).fill({ kind: 'cancelled', by: 'parent', reason: 'the series was cancelled' }))
})

it('a loop of runs ends with its budget', async () => {
  await using project = await createProject()
  const usage = { input: 10, output: 5 }
  const series = await until(
    () => raiderIn(project, [{ text: 'not yet', usage }]).run('go'),
    ({ text }) => text === 'enough',
    { signal: new AbortController().signal, rounds: 9, maxTokens: 40, keep: ({ text }) => text },
  )
  expect(series).toEqual({ kind: 'exhausted', results: ['not yet', 'not yet', 'not yet'] })
})
