import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'
import { isAlive, until } from '@raider/testing'
import { runChild } from './index.js'

/** Starts a child that ignores SIGTERM, prints its id, and exits without waiting for it. */
const parent = `
  import { startChild } from './child.ts'
  const script = 'trap "" TERM; echo ready; while true; do sleep 60; done'
  const spec = { file: '/bin/sh', args: ['-c', script], cwd: '/', env: process.env }
  const child = startChild({ ...spec, onOutput: () => { console.log(child.pid); process.exit(0) } }, new AbortController().signal)
`

it('kills what still runs when the process exits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'raider-process-'))
  try {
    const outfile = join(folder, 'parent.mjs')
    const stdin = { contents: parent, resolveDir: import.meta.dirname }
    buildSync({ stdin, outfile, bundle: true, platform: 'node', format: 'esm' })
    const pid = Number(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }))
    expect(pid).toBeGreaterThan(1)
    await until('it is gone', () => !isAlive(pid))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('leaves nothing behind on this process once its children are over', async () => {
  const before = process.listenerCount('exit')
  const spec = { file: '/bin/true', args: [], cwd: '/', env: {} }
  await Promise.all([runChild(spec, new AbortController().signal), runChild(spec, new AbortController().signal)])
  expect(process.listenerCount('exit')).toBe(before)
})
