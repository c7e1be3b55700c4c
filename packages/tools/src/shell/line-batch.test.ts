import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { until } from '@raider/testing'
import { createLineBatch } from './line-batch.js'

describe('createLineBatch', () => {
  it('hands on lines that come together as one piece, and keeps the last one until it ends', async () => {
    const told: string[] = []
    const batch = createLineBatch(1, (lines) => told.push(lines))
    for (const text of ['one\ntw', 'o\nthr']) batch.add(Buffer.from(text))
    await until('something is told', () => told[0])
    expect(told).toEqual(['one\ntwo'])
    batch.add(Buffer.from('ee'))
    expect(batch.end()).toBe('three')
  })

  it('hands nothing on once it has ended', async () => {
    const told: string[] = []
    const batch = createLineBatch(1, (lines) => told.push(lines))
    batch.add(Buffer.from('one\n'))
    expect(batch.end()).toBe('one')
    await sleep(5)
    expect(told).toEqual([])
  })

  it('leaves out what comes too fast', () => {
    const batch = createLineBatch(60_000, () => undefined)
    batch.add(Buffer.from('line\n'.repeat(100_000)))
    expect(batch.end().length).toBeLessThan(4200)
  })
})
