import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, until } from '@raider/testing'
import { runChild, startChild, type ChildSpec } from './index.js'

const env = { PATH: process.env['PATH'] ?? '' }
const forever = new AbortController().signal
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'raider-process-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const shell = (command: string, more: Partial<ChildSpec> = {}): ChildSpec => ({
  file: '/bin/sh',
  args: ['-c', command],
  cwd: folder,
  env,
  ...more,
})
const node = (program: string, more: Partial<ChildSpec> = {}): ChildSpec =>
  shell('', { file: process.execPath, args: ['-e', program], ...more })

const pidIn = (name: string): number => Number(readFileSync(join(folder, name), 'utf8'))

describe('a child that ends by itself', () => {
  it('gives exit status and both streams apart', async () => {
    const exit = await runChild(shell('echo out; echo err >&2; exit 3'), forever)
    expect(exit).toMatchObject({
      code: 3,
      killedBy: null,
      stdout: 'out\n',
      stderr: 'err\n',
      partial: false,
      ended: 'exit',
    })
  })

  it('names the signal it died of', async () => {
    const exit = await runChild(shell('kill -SEGV $$'), forever)
    expect(exit).toMatchObject({ code: null, killedBy: 'SIGSEGV', ended: 'exit' })
  })

  it('reads its whole stdin, then EOF', async () => {
    const exit = await runChild(shell('wc -c', { stdin: 'x'.repeat(3_000_000) }), forever)
    expect(exit.stdout.trim()).toBe('3000000')
  })

  it('reads /dev/null without stdin', async () => {
    expect((await runChild(shell('cat; echo end'), forever)).stdout).toBe('end\n')
  })

  it('may leave 3 MB of stdin unread', async () => {
    const exit = await runChild(shell('exit 0', { stdin: 'x'.repeat(3_000_000) }), forever)
    expect(exit).toMatchObject({ code: 0, ended: 'exit' })
  })

  it('may close its stdin early and go on', async () => {
    const exit = await runChild(shell('exec <&-; sleep 0.05; echo on', { stdin: 'x'.repeat(3_000_000) }), forever)
    expect(exit).toMatchObject({ code: 0, stdout: 'on\n' })
  })

  it('sees only the environment it was given', async () => {
    const exit = await runChild(shell('echo "$GIVEN-$HOME"', { env: { ...env, GIVEN: 'yes' } }), forever)
    expect(exit.stdout).toBe('yes-\n')
  })

  it('has no controlling terminal and leads its own group', async () => {
    const exit = await runChild(shell('(: </dev/tty) 2>/dev/null || echo none; ps -o pgid= -p $$; echo $$'), forever)
    const [terminal, group, pid] = exit.stdout.split('\n').map((line) => line.trim())
    expect(terminal).toBe('none')
    expect(group).toBe(pid)
  })

  it('does not make bash read the .bashrc of the user', async () => {
    const command = 'echo "echo from-bashrc" > .bashrc; HOME=$PWD exec bash -c "echo plain"'
    expect((await runChild(shell(command, { stdin: '{}' }), forever)).stdout).toBe('plain\n')
  })

  it('keeps nobody waiting for a daemon that inherited its pipes', async () => {
    const exit = await runChild(shell('sleep 60 & echo $! > daemon; echo done'), forever)
    expect(exit).toMatchObject({ code: 0, stdout: 'done\n', partial: true, ended: 'exit' })
    expect(isAlive(pidIn('daemon'))).toBe(true)
    process.kill(pidIn('daemon'))
  })
})

describe('output', () => {
  it('is decoded across chunk borders', async () => {
    const program = `process.stdout.write(Buffer.from([0xe2])); setTimeout(() => process.stdout.write(Buffer.from([0x82, 0xac])), 30)`
    expect((await runChild(node(program), forever)).stdout).toBe('€')
  })

  it('is cut at the cap without half a character, and the rest is counted', async () => {
    const exit = await runChild(node(`process.stdout.write('a€b')`, { maxOutputBytes: 3 }), forever)
    expect(exit).toMatchObject({ stdout: 'a', droppedBytes: 2 })
  })

  it('takes 100 MB within the cap', async () => {
    let seen = 0
    const flood = shell('head -c 100000000 /dev/zero', { onOutput: (_, chunk) => (seen += chunk.length) })
    const exit = await runChild(flood, forever)
    expect(exit.stdout).toHaveLength(1024 * 1024)
    expect(exit.droppedBytes).toBe(100_000_000 - 1024 * 1024)
    expect(seen).toBe(100_000_000)
  })
})

describe('a child that is ended', () => {
  it('takes its grandchildren with it when the deadline passes', async () => {
    const exit = await runChild(shell('sleep 60 & echo $! > child; wait', { timeoutMs: 100 }), forever)
    expect(exit).toMatchObject({ code: null, killedBy: 'SIGTERM', ended: 'timeout' })
    await until('the child is gone', () => !isAlive(pidIn('child')))
  })

  it('is killed after the grace period when it ignores SIGTERM', async () => {
    const command = `trap '' TERM; echo ready; while :; do sleep 0.05; done`
    const exit = await runChild(shell(command, { timeoutMs: 200, graceMs: 100 }), forever)
    expect(exit).toMatchObject({ killedBy: 'SIGKILL', ended: 'timeout', stdout: 'ready\n' })
  })

  it('leaves no grandchild that ignores SIGTERM and holds no pipe', async () => {
    const command = `(trap '' TERM; while :; do sleep 0.05; done) >/dev/null 2>&1 </dev/null & echo $! > stubborn; wait`
    await runChild(shell(command, { timeoutMs: 100 }), forever)
    await until('the child is gone', () => !isAlive(pidIn('stubborn')))
  })

  it('may use the grace period to tidy up', async () => {
    const command = `trap 'echo tidy; exit 7' TERM; echo ready; while :; do sleep 0.02; done`
    const abort = new AbortController()
    const onOutput = (): void => abort.abort()
    const exit = await runChild(shell(command, { onOutput }), abort.signal)
    expect(exit).toMatchObject({ code: 7, stdout: 'ready\ntidy\n', ended: 'cancelled' })
  })

  it('is cancelled by the signal', async () => {
    const abort = new AbortController()
    const child = startChild(shell('sleep 60'), abort.signal)
    abort.abort()
    expect(await child.exit).toMatchObject({ ended: 'cancelled', killedBy: 'SIGTERM' })
  })

  it('never starts once the signal was aborted', async () => {
    const exit = await runChild(shell('touch started'), AbortSignal.abort())
    expect(exit).toMatchObject({ ended: 'cancelled', code: null })
    expect(() => readFileSync(join(folder, 'started'))).toThrow()
  })

  it('outlives signal and deadline once detached, and ends by kill', async () => {
    const abort = new AbortController()
    const child = startChild(shell('echo up; sleep 60', { timeoutMs: 50 }), abort.signal)
    child.detach()
    abort.abort()
    // A deadline that began later has passed.
    expect(await runChild(shell('sleep 60', { timeoutMs: 50 }), forever)).toMatchObject({ ended: 'timeout' })
    expect(isAlive(child.pid!)).toBe(true)
    child.kill('cancelled')
    expect(await child.exit).toMatchObject({ ended: 'cancelled', stdout: 'up\n' })
  })
})

describe('a child that cannot be started', () => {
  it('is told by its exit and not by a throw', async () => {
    const exit = await runChild(shell('', { file: join(folder, 'missing') }), forever)
    expect(exit).toMatchObject({ ended: 'spawn-failed', code: null })
    expect(exit.error).toContain('missing')
  })

  it('names the folder when that is what is missing', async () => {
    const exit = await runChild(shell('true', { cwd: join(folder, 'gone') }), forever)
    expect(exit.error).toContain(`the folder ${join(folder, 'gone')} does not exist`)
  })

  it('is told when the arguments are too long for the system', async () => {
    const exit = await runChild(shell('x'.repeat(3_000_000)), forever)
    expect(exit).toMatchObject({ ended: 'spawn-failed' })
  })
})

it('leaves no listener on a signal that many children shared', async () => {
  const abort = new AbortController()
  const warnings: Error[] = []
  const onWarning = (warning: Error): void => void warnings.push(warning)
  process.on('warning', onWarning)
  await Promise.all(Array.from({ length: 20 }, () => runChild(shell('exit 0'), abort.signal)))
  abort.abort()
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

it('talks with an interactive child until its input is ended', async () => {
  let heard = ''
  const child = startChild(
    shell('while read line; do echo "got $line"; done', {
      interactive: true,
      onOutput: (_, chunk) => (heard += chunk.toString()),
    }),
    forever,
  )
  await child.write('one\n')
  await until('it answers', () => heard === 'got one\n')
  await child.write('two\n')
  child.endInput()
  expect(await child.exit).toMatchObject({ ended: 'exit', code: 0, stdout: 'got one\ngot two\n' })
  await child.write('nobody reads this\n')
})
