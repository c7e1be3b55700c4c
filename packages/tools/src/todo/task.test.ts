import { describe, expect, it } from 'vitest'
import { silence, type Change } from '@raider/contracts'
import { createBench, type Bench } from '../bench.fixture.js'

const listed = async (bench: Bench) => (await bench.call('TaskList', {})).text

const create = (bench: Bench, subject: string) => bench.call('TaskCreate', { subject, description: `do ${subject}` })

/** A bench whose hooks object to changes of one kind. */
const createObjecting = async (kind: string) => {
  const asked: Change[] = []
  const vote = (change: Change) => {
    asked.push(change)
    return Promise.resolve(
      change.kind === kind ? { ...silence, stance: 'deny' as const, reason: 'not so fast' } : silence,
    )
  }
  const bench = await createBench({}, { scope: { vote } })
  return { bench, asked }
}

describe('the task list', () => {
  it('numbers tasks in the order they are made', async () => {
    await using bench = await createBench()
    expect(await create(bench, 'one')).toEqual({
      status: 'ok',
      text: 'Task #1 created successfully: one',
      structured: { task: { id: '1', subject: 'one', description: 'do one' } },
    })
    await create(bench, 'two')
    expect(await listed(bench)).toBe('#1 [pending] one\n#2 [pending] two')
  })

  it('names the fields that changed, and no others', async () => {
    await using bench = await createBench()
    await create(bench, 'one')
    const change = {
      taskId: '1',
      status: 'in_progress',
      owner: 'me',
      subject: 'uno',
      description: 'do one',
      metadata: { a: 1 },
    }
    expect(await bench.call('TaskUpdate', change)).toMatchObject({
      text: 'Updated task #1 subject, owner, metadata, status',
      structured: { success: true, statusChange: { from: 'pending', to: 'in_progress' } },
    })
    expect(await listed(bench)).toBe('#1 [in_progress] uno (me)')
    expect((await bench.call('TaskUpdate', { taskId: '1', status: 'in_progress' })).structured).toEqual({
      success: true,
      taskId: '1',
      updatedFields: [],
    })
  })

  it('keeps both ends of a dependency', async () => {
    await using bench = await createBench()
    for (const subject of ['one', 'two', 'three']) await create(bench, subject)
    await bench.call('TaskUpdate', { taskId: '1', addBlocks: ['2'] })
    await bench.call('TaskUpdate', { taskId: '3', addBlockedBy: ['1'] })
    expect(await listed(bench)).toBe(
      '#1 [pending] one\n#2 [pending] two [blocked by #1]\n#3 [pending] three [blocked by #1]',
    )
    expect((await bench.call('TaskGet', { taskId: '1' })).text).toBe(
      'Task #1: one\nStatus: pending\nDescription: do one\nBlocks: #2, #3',
    )
  })

  it('lets what is done or gone block nobody', async () => {
    await using bench = await createBench()
    for (const subject of ['one', 'two', 'three']) await create(bench, subject)
    await bench.call('TaskUpdate', { taskId: '3', addBlockedBy: ['1', '2'] })
    await bench.call('TaskUpdate', { taskId: '1', status: 'completed' })
    expect((await bench.call('TaskUpdate', { taskId: '2', status: 'deleted' })).structured).toMatchObject({
      updatedFields: ['deleted'],
      statusChange: { from: 'pending', to: 'deleted' },
    })
    expect(await listed(bench)).toBe('#1 [completed] one\n#3 [pending] three')
    expect((await bench.call('TaskGet', { taskId: '3' })).text).toContain('Blocked by: #1')
  })

  it('says of tasks that are not there that they are not found, without an error', async () => {
    await using bench = await createBench()
    expect(await bench.call('TaskGet', { taskId: '9' })).toMatchObject({ status: 'ok', text: 'Task not found' })
    expect(await bench.call('TaskUpdate', { taskId: '9', status: 'completed' })).toMatchObject({
      status: 'ok',
      structured: { success: false, error: 'Task not found' },
    })
    expect(await listed(bench)).toBe('No tasks found')
  })
})

describe('hooks on tasks', () => {
  it('keep a task from being made', async () => {
    const { bench, asked } = await createObjecting('TaskCreated')
    await using _ = bench
    expect(await create(bench, 'one')).toMatchObject({
      status: 'failed',
      text: 'not so fast',
    })
    expect(asked).toEqual([
      { kind: 'TaskCreated', input: { task_id: '1', task_subject: 'one', task_description: 'do one' } },
    ])
    expect(await listed(bench)).toBe('No tasks found')
  })

  it('use up the number of a task that they keep from being made', async () => {
    const { bench, asked } = await createObjecting('TaskCreated')
    await using _ = bench
    for (const subject of ['one', 'two']) await create(bench, subject)
    expect(asked.map(({ input }) => input['task_id'])).toEqual(['1', '2'])
  })

  it('keep a task from being done, with everything else that was to change', async () => {
    const { bench } = await createObjecting('TaskCompleted')
    await using _ = bench
    await create(bench, 'one')
    expect(await bench.call('TaskUpdate', { taskId: '1', status: 'completed', owner: 'me' })).toMatchObject({
      status: 'ok',
      text: 'not so fast',
      structured: { success: false, updatedFields: [] },
    })
    expect(await listed(bench)).toBe('#1 [pending] one')
  })

  it('are asked once for each task that is done', async () => {
    const { bench, asked } = await createObjecting('nothing')
    await using _ = bench
    await create(bench, 'one')
    for (const status of ['in_progress', 'completed', 'completed'])
      await bench.call('TaskUpdate', { taskId: '1', status })
    expect(asked.map(({ kind }) => kind)).toEqual(['TaskCreated', 'TaskCompleted'])
  })
})

describe('TodoWrite', () => {
  const todo = (status: string) => ({ content: 'one', status, activeForm: 'doing one' })

  it('gives the list from before and the new one', async () => {
    await using bench = await createBench()
    await bench.call('TodoWrite', { todos: [todo('pending')] })
    expect((await bench.call('TodoWrite', { todos: [todo('in_progress')] })).structured).toEqual({
      oldTodos: [todo('pending')],
      newTodos: [todo('in_progress')],
    })
  })

  it('begins anew once everything is done', async () => {
    await using bench = await createBench()
    await bench.call('TodoWrite', { todos: [todo('completed')] })
    expect((await bench.call('TodoWrite', { todos: [] })).structured).toEqual({ oldTodos: [], newTodos: [] })
  })
})
