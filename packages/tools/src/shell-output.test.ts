import { existsSync } from 'node:fs'
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
    expect(collector.finish()).toEqual({ head: 'grüße', tail: '', bytes: 7, long: false })
    expect(existsSync(project.path('out'))).toBe(false)
  })

  it('puts output of more characters than allowed into the file', async () => {
    await using project = await createProject()
    const file = project.path('out/o.txt')
    const collector = createOutputCollector(file, 10)
    collector.add(Buffer.from('0123456789ab'))
    expect(collector.finish()).toEqual({ head: '0123456789', tail: '0123456789ab', bytes: 12, long: true })
    expect(await readFile(file, 'utf8')).toBe('0123456789ab')
    collector.discard()
    expect(existsSync(file)).toBe(false)
  })

  it('holds no more than the limit in memory while output comes in', async () => {
    await using project = await createProject()
    const file = project.path('o.txt')
    const collector = createOutputCollector(file, 10)
    for (let line = 0; line < 1000; line++) collector.add(Buffer.from(`line ${line}\n`))
    expect((await readFile(file, 'utf8')).endsWith('line 999\n')).toBe(true)
    expect(collector.finish()).toMatchObject({ head: 'line 0\nlin', long: true })
  })
})
