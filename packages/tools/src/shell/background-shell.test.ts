import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ProfileName } from '@raider/contracts'
import { isAlive, until } from '@raider/testing'
import { createBench } from '../bench.fixture.js'
import type { BashOutput } from './bash-output.js'
import { createTaskDesk } from './task-desk.fixture.js'

const createShop = async (profile: ProfileName = 'raider', env: Record<string, string> = {}) => {
  const tasks = createTaskDesk()
  const scope = { tasks, env: { PATH: process.env['PATH'] ?? '', ...env } }
  const bench = await createBench({}, { profile, scope })
  const bash = async (input: Record<string, unknown>) => {
    const trial = await bench.call('Bash', input)
    return { ...trial, output: trial.structured as BashOutput }
  }
  return { bench, tasks, bash, [Symbol.asyncDispose]: () => tasks.close().then(() => bench.project.dispose()) }
}

const pidIn = (file: string) =>
  until('there is a pid', async () => Number(await readFile(file, 'utf8').catch(() => '')) || undefined)

describe('a command in the background', () => {
  it('goes on while the call is over, and tells how it ended', async () => {
    await using shop = await createShop()
    const { text, output } = await shop.bash({
      command: 'echo early; until [ -e go ]; do sleep 0.01; done; echo late; exit 3',
      description: 'wait <for> it',
      run_in_background: true,
    })
    const { backgroundTaskId: id = '', backgroundOutputPath: file = '' } = output
    expect(text).toContain(id)
    expect(shop.tasks.running()).toMatchObject([{ id, kind: 'shell', description: 'wait <for> it' }])
    await until('the output can be read', async () => (await readFile(file, 'utf8')) === 'early\n')
    await shop.bench.project.write({ go: '' })
    const news = await until('it is told', () => shop.tasks.news[0])
    expect(news).toContain(`<task-id>${id}</task-id>`)
    expect(news).toContain('<status>failed</status>')
    expect(news).toContain('"wait &lt;for&gt; it" failed with exit code 3')
    expect(await readFile(file, 'utf8')).toBe('early\nlate\n')
  })

  it('may sleep for long, which a command in the foreground may not in profile claude', async () => {
    await using shop = await createShop('claude')
    for (const command of ['sleep 30; ls', ' sleep 25', 'sleep 30 | cat', 'sleep 30 > f'])
      expect((await shop.bash({ command })).status, command).toBe('objection')
    for (const command of ['sleep 0; ls', 'true; sleep 0', 'sleep 30 --nonsense'])
      expect((await shop.bash({ command })).status, command).not.toBe('objection')
    expect((await shop.bash({ command: 'sleep 30', run_in_background: true })).status).toBe('ok')
  })

  it('tells of success', async () => {
    await using shop = await createShop()
    await shop.bash({ command: 'true', run_in_background: true })
    expect(await until('it is told', () => shop.tasks.news[0])).toContain('<status>completed</status>')
  })

  it('is ended at the limit the model set for it', async () => {
    await using shop = await createShop()
    await shop.bash({ command: 'echo $$ > pid; exec sleep 100', run_in_background: true, timeout: 300 })
    expect(await until('it is told', () => shop.tasks.news[0])).toContain('<status>stopped</status>')
    expect(isAlive(await pidIn(shop.bench.project.path('pid')))).toBe(false)
  })

  it('survives the end of the run that began it', async () => {
    const run = new AbortController()
    const tasks = createTaskDesk()
    await using bench = await createBench({}, { scope: { tasks, signal: run.signal } })
    await bench.call('Bash', { command: 'echo $$ > pid; exec sleep 100', run_in_background: true })
    const pid = await pidIn(bench.project.path('pid'))
    run.abort()
    expect(isAlive(pid)).toBe(true)
    await tasks.close()
    expect(isAlive(pid)).toBe(false)
  })

  it('runs in the foreground where the user wants no background tasks', async () => {
    await using shop = await createShop('raider', { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' })
    const { text } = await shop.bash({ command: 'echo hi', run_in_background: true })
    expect(text).toBe('hi')
  })
})

describe('TaskStop', () => {
  it('ends a command with everything it started, and nobody is told twice', async () => {
    await using shop = await createShop()
    const command = "sh -c 'echo $$ > pid; exec sleep 100' & wait"
    const { output } = await shop.bash({ command, run_in_background: true })
    const pid = await pidIn(shop.bench.project.path('pid'))
    const trial = await shop.bench.call('TaskStop', { task_id: output.backgroundTaskId })
    expect(trial.structured).toMatchObject({ task_id: output.backgroundTaskId, task_type: 'local_bash', command })
    await until('it is over', () => shop.tasks.running().length === 0)
    await until('its child is gone', () => !isAlive(pid))
    expect(shop.tasks.news).toEqual([])
  })

  it('knows only what runs', async () => {
    await using shop = await createShop()
    expect(await shop.bench.call('TaskStop', { shell_id: 'x' })).toMatchObject({
      status: 'objection',
      text: 'No task found with ID: x',
    })
    expect(await shop.bench.call('TaskStop', {})).toMatchObject({ status: 'objection' })
  })
})

describe('a command at its time limit', () => {
  it('is moved to the background with what it printed so far, in profile claude', async () => {
    await using shop = await createShop('claude')
    const { status, text, output } = await shop.bash({
      command: 'echo first; until [ -e go ]; do sleep 0.01; done; echo second',
      timeout: 400,
    })
    expect(status).toBe('ok')
    expect(output).toMatchObject({ stdout: 'first', timedOutAfterMs: 400 })
    expect(text).toContain(output.backgroundTaskId)
    await shop.bench.project.write({ go: '' })
    await until('it is told', () => shop.tasks.news[0])
    expect(await readFile(output.backgroundOutputPath ?? '', 'utf8')).toBe('first\nsecond\n')
  })

  it('is ended where it only sleeps', async () => {
    await using shop = await createShop('claude')
    const { status, text } = await shop.bash({ command: 'sleep 24', timeout: 200 })
    expect(status).toBe('failed')
    expect(text).toContain('Exit code 143')
  })

  it('is ended in profile raider', async () => {
    await using shop = await createShop()
    expect((await shop.bash({ command: 'echo a; sleep 100', timeout: 200 })).status).toBe('failed')
    expect(shop.tasks.running()).toEqual([])
  })
})

it('lets what was left behind with & go on writing', async () => {
  await using shop = await createShop()
  await shop.bash({ command: '(until [ -e go ]; do sleep 0.01; done; echo late; echo written > done) & echo now' })
  await shop.bench.project.write({ go: '' })
  await until('it went on', () => shop.bench.project.read('done').catch(() => undefined))
})
