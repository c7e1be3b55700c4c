import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createProject } from '@raider/testing'
import { createOutputCollector } from './shell-output.js'

describe('createOutputCollector', () => {
  it('keeps short output in memory, characters cut by a chunk border included', async () => {
    await using project = await createProject()
    const collector = createOutputCollector(project.path('out/o.txt'), 100)
    const bytes = Buffer.from('grüße')
    collector.add(bytes.subarray(0, 3))
    collector.add(bytes.subarray(3))
    expect(collector.finish()).toEqual({ head: 'grüße', tail: '', bytes: 7 })
    expect(existsSync(project.path('out'))).toBe(false)
  })

  it('puts output of more characters than allowed into the file', async () => {
    await using project = await createProject()
    const file = project.path('out/o.txt')
    const collector = createOutputCollector(file, 10)
    collector.add(Buffer.from('0123456789ab'))
    expect(collector.finish()).toEqual({ head: '0123456789', tail: '0123456789ab', bytes: 12, file })
    expect(await readFile(file, 'utf8')).toBe('0123456789ab')
    expect([file, project.path('out')].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700])
  })

  it.each([1, 7, 40, 41, 1000])('writes all of it while it comes in, in chunks of %i bytes', async (size) => {
    await using project = await createProject()
    const file = project.path('o.txt')
    const collector = createOutputCollector(file, 10)
    const all = Buffer.from(Array.from({ length: 1000 }, (_, line) => `line ${line}\n`).join(''))
    for (let at = 0; at < all.length; at += size) collector.add(all.subarray(at, at + size))
    expect(await readFile(file)).toEqual(all)
    expect(collector.finish()).toEqual({
      head: 'line 0\nlin',
      tail: all.subarray(-6000).toString(),
      bytes: all.length,
      file,
    })
  })

  it('names no file where it cannot be written, and keeps both ends', async () => {
    await using project = await createProject({ out: 'a file, not a folder' })
    const collector = createOutputCollector(project.path('out/o.txt'), 10)
    collector.add(Buffer.from('x'.repeat(100)))
    expect(collector.finish()).toEqual({ head: 'x'.repeat(10), tail: 'x'.repeat(100), bytes: 100 })
  })
})
