import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { createProject } from '@raider/testing'
import { isLocked, releaseLock, takeLock } from './lock.js'

/** A process that lives until it is killed. */
async function sleeper(): Promise<{ pid: number; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await once(child, 'spawn')
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return { pid: child.pid!, kill }
}

describe('takeLock', () => {
  it('refuses a second writer until the first one lets go', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    takeLock(file)
    expect(isLocked(file)).toBe(true)
    expect(() => takeLock(file)).toThrow(`process ${process.pid}`)
    releaseLock(file)
    expect(isLocked(file)).toBe(false)
    takeLock(file)
    releaseLock(file)
    expect(readdirSync(project.dir)).toEqual([])
  })

  it('takes over the lock of a process that died, or whose id another process has now', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const child = await sleeper()
    symlinkSync(`${child.pid}:12:${hostname()}`, `${file}.lock`)
    takeLock(file)
    releaseLock(file)
    await child.kill()
    symlinkSync(`${child.pid}:unknown:${hostname()}`, `${file}.lock`)
    takeLock(file)
    expect(readlinkSync(`${file}.lock`)).toContain(`${process.pid}:`)
    releaseLock(file)
  })

  it('leaves the lock of another living process, of another host, and of unknown form alone', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const child = await sleeper()
    symlinkSync(`${child.pid}:unknown:${hostname()}`, `${file}.lock`)
    expect(() => takeLock(file)).toThrow(`process ${child.pid}`)
    await child.kill()
    symlinkSync('12:34:elsewhere.example', project.path('b.lock'))
    expect(() => takeLock(project.path('b'))).toThrow('elsewhere.example')
    symlinkSync('whatever', project.path('c.lock'))
    expect(() => takeLock(project.path('c'))).toThrow(project.path('c.lock'))
  })

  it('lets exactly one of several heirs in', async () => {
    await using project = await createProject({
      'heir.mjs': `
        import { takeLock } from './lock.mjs'
        process.stdin.once('data', () => {
          try { takeLock(process.argv[2]); console.log('in') } catch (error) { console.log(error.code) }
        })
        console.log('ready')`,
    })
    const entryPoints = [fileURLToPath(new URL('./lock.ts', import.meta.url))]
    const conditions = ['@raider/source']
    const outfile = project.path('lock.mjs')
    await build({ entryPoints, outfile, conditions, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
    const file = project.path('s.jsonl')
    symlinkSync(`999999999:1:${hostname()}`, `${file}.lock`)

    const heirs = Array.from({ length: 5 }, () => spawn(process.execPath, [project.path('heir.mjs'), file]))
    const say = (heir: (typeof heirs)[number]) => once(heir.stdout, 'data').then(([data]) => String(data).trim())
    await Promise.all(heirs.map(say))
    const answers = Promise.all(heirs.map(say))
    for (const heir of heirs) heir.stdin.write('go')
    expect((await answers).toSorted()).toEqual(['in', ...Array.from({ length: 4 }, () => 'journal-locked')])
    await Promise.all(heirs.map((heir) => (heir.kill('SIGKILL'), once(heir, 'exit'))))
  })
})
