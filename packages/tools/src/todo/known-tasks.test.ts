import { describe, expect, it } from 'vitest'
import type { JsonObject, ListCall } from '@raider/contracts'
import { createBench, type Bench } from '../bench.fixture.js'
import { knowTasks } from './known-tasks.js'

/** Calls tools on a bench, as the transcript has them afterwards. */
const recorded = async (bench: Bench, calls: readonly (readonly [string, JsonObject])[]): Promise<ListCall[]> => {
  const list: ListCall[] = []
  for (const [tool, input] of calls) {
    const { structured } = await bench.call(tool, input)
    list.push({ tool, input, output: structured as JsonObject })
  }
  return list
}

describe('lists of an earlier conversation', () => {
  it('are as its calls left them, and numbers go on', async () => {
    await using before = await createBench()
    const calls = await recorded(before, [
      ['TaskCreate', { subject: 'one', description: 'd' }],
      ['TaskCreate', { subject: 'two', description: 'd' }],
      ['TaskCreate', { subject: 'three', description: 'd' }],
      ['TaskUpdate', { taskId: '1', status: 'in_progress', addBlocks: ['2'], owner: 'me' }],
      ['TaskUpdate', { taskId: '3', status: 'deleted' }],
      ['TaskUpdate', { taskId: '9', status: 'completed' }],
    ])
    await using after = await createBench()
    knowTasks(after.scope.state, calls)
    expect((await after.call('TaskList', {})).text).toBe('#1 [in_progress] one (me)\n#2 [pending] two [blocked by #1]')
    expect((await after.call('TaskCreate', { subject: 'four', description: 'd' })).text).toContain('#4')
  })

  it('keep the entries of TodoWrite', async () => {
    const todos = [{ content: 'a', status: 'pending', activeForm: 'a' }]
    await using before = await createBench()
    const calls = await recorded(before, [['TodoWrite', { todos }]])
    await using after = await createBench()
    knowTasks(after.scope.state, calls)
    expect((await after.call('TodoWrite', { todos: [] })).structured).toEqual({ oldTodos: todos, newTodos: [] })
  })
})
