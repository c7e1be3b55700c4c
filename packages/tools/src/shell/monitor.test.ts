import { describe, expect, it } from 'vitest'
import { until } from '@raider/testing'
import { createBench } from '../bench.fixture.js'
import { createTaskDesk } from './task-desk.fixture.js'

const createWatch = async () => {
  const tasks = createTaskDesk()
  const bench = await createBench({}, { scope: { tasks, env: { PATH: process.env['PATH'] ?? '' } } })
  return {
    tasks,
    bench,
    watch: (command: string, more: object = {}) => bench.call('Monitor', { description: 'log', command, ...more }),
    [Symbol.asyncDispose]: () => tasks.close().then(() => bench.project.dispose()),
  }
}

describe('Monitor', () => {
  it('goes on beside the conversation and tells each line that its command prints', async () => {
    await using shop = await createWatch()
    const { structured } = await shop.watch('echo "<one>"; until [ -e go ]; do sleep 0.01; done; echo two')
    expect(structured).toMatchObject({ timeoutMs: 300_000, persistent: false })
    const { news } = shop.tasks
    expect(await until('a line is told', () => news[0])).toContain('<event>&lt;one&gt;</event>')
    expect(news[0]).toContain('<summary>Monitor event: "log"</summary>')
    expect(shop.tasks.running()).toMatchObject([{ id: (structured as { taskId: string }).taskId, kind: 'shell' }])
    await shop.bench.project.write({ go: '' })
    const last = await until('the end is told', () => news.find((words) => words.includes('<status>')))
    expect(last).toContain('<status>completed</status>')
    expect(news.join()).toContain('<event>two</event>')
  })

  it('tells of a command that failed, and of one that lasted too long', async () => {
    await using shop = await createWatch()
    await shop.watch('exit 3')
    expect(await until('it is told', () => shop.tasks.news[0])).toContain('failed with exit code 3')
    await shop.watch('exec sleep 100', { timeout_ms: 1000 })
    expect(await until('it is told', () => shop.tasks.news[1])).toContain('<status>stopped</status>')
  })

  it('ends with the session, and then tells nothing', async () => {
    await using shop = await createWatch()
    await shop.watch('echo one; exec sleep 100')
    await shop.tasks.close()
    expect(shop.tasks.news.filter((words) => words.includes('<status>'))).toEqual([])
  })
})
