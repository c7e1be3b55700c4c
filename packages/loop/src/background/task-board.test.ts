import { describe, expect, it } from 'vitest'
import type { Task } from '@raider/contracts'
import { TaskBoard } from './task-board.js'

const live = new AbortController().signal

/** Starts a task that ends with `news` when it is told to, or with nothing when it is aborted. */
const start = (board: TaskBoard, kind: Task['kind']) => {
  let end: (news: string | undefined) => void = () => undefined
  board.start({ id: kind, kind, description: kind }, (signal) => {
    signal.addEventListener('abort', () => end(undefined), { once: true })
    return new Promise((resolve) => (end = resolve))
  })
  return (news: string) => end(news)
}

describe('waiting for news', () => {
  it('ends with the first task that has something to tell', async () => {
    const board = new TaskBoard('main')
    const end = start(board, 'shell')
    const heard = board.hasNews(live, { subagent: 60_000, shell: 60_000 })
    end('done')
    expect(await heard).toBe(true)
    expect(board.take('main')).toEqual(['done'])
  })

  it('ends where nothing runs, and where the signal aborts', async () => {
    const board = new TaskBoard('main')
    const patience = { subagent: 60_000, shell: 60_000 }
    expect(await board.hasNews(live, patience)).toBe(false)
    start(board, 'shell')
    expect(await board.hasNews(AbortSignal.abort(), patience)).toBe(false)
    await board.close({ by: 'shutdown', reason: 'the test is over' })
  })

  it('has patience for subagents when it has none left for commands', async () => {
    const board = new TaskBoard('main')
    start(board, 'shell')
    expect(await board.hasNews(live, { subagent: 60_000, shell: 0 })).toBe(false)
    const end = start(board, 'subagent')
    const heard = board.hasNews(live, { subagent: 60_000, shell: 0 })
    setTimeout(() => end('report'), 20)
    expect(await heard).toBe(true)
    await board.close({ by: 'shutdown', reason: 'the test is over' })
  })

  it('gives up on tasks that have nothing to tell', async () => {
    const board = new TaskBoard('main')
    start(board, 'shell')
    const heard = board.hasNews(live, { subagent: 60_000, shell: 60_000 })
    expect(board.stop('shell')).toBe(true)
    expect(await heard).toBe(false)
  })
})

describe('what a task comes to', () => {
  it('is told to the session that started it, and to the first one where that is over', async () => {
    const board = new TaskBoard('main')
    const leave = board.join('a1')
    const run = (owner: string, news: string) =>
      board.start({ id: news, kind: 'subagent', description: news, owner }, () => Promise.resolve(news))
    run('a1', 'one')
    run('gone', 'two')
    await board.hasNews(live, { subagent: 60_000, shell: 60_000 })
    expect([board.take('a1'), board.take('main')]).toEqual([['one'], ['two']])
    expect(board.tell('a1', 'three')).toBe(true)
    leave()
    expect(board.tell('a1', 'four')).toBe(false)
    expect([board.hasMail('a1'), board.take('main')]).toEqual([false, ['three']])
  })
})
