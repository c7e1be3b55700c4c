import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject, type Project } from '@raider/testing'
import type { EventBody } from '@raider/contracts'
import { openJournal } from './journal.js'
import { digest } from './line.js'
import { verifyJournal } from './verification.js'

let project: Project
let file: string
beforeEach(async () => {
  project = await createProject()
  file = project.path('s.jsonl')
})
afterEach(() => project.dispose())

const append = (...bodies: readonly EventBody[]): void => {
  const journal = openJournal({ file })
  for (const body of bodies)
    journal.append({ ...body, session: 's', run: 'r', agent: 'main', time: '2026-01-01T00:00:00.000Z' })
  journal.close()
}
const notice = (text: string): EventBody => ({ type: 'notice', level: 'info', text })
const closing: EventBody = { type: 'session-close', reason: 'other' }
const lines = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\n')
const write = (changed: readonly string[]): void => writeFileSync(file, changed.map((line) => `${line}\n`).join(''))

describe('verifyJournal', () => {
  beforeEach(() => append(notice('a'), notice('b'), notice('c'), closing))

  it('finds nothing in a journal that was left alone, and that it ends with the close of the session', async () => {
    expect(await verifyJournal(file)).toEqual({
      ok: true,
      complete: true,
      lines: 4,
      torn: 0,
      head: digest(lines()[3]!),
    })
  })

  it.each<[string, (lines: string[]) => string[], number]>([
    ['changed', ([a, b, ...rest]) => [a!, b!.replace('"b"', '"B"'), ...rest], 3],
    ['removed', ([a, , ...rest]) => [a!, ...rest], 2],
    ['removed at the start', ([, ...rest]) => rest, 1],
    ['put in', ([a, ...rest]) => [a!, a!, ...rest], 2],
    ['swapped', ([a, b, c, d]) => [a!, c!, b!, d!], 2],
    ['made one of another version', (all) => all.map((line) => line.replace('"v":1', '"v":2')), 1],
    ['put behind in another version', (all) => [...all, all[3]!.replace('"v":1', '"v":2')], 5],
    ['put behind and is no JSON', (all) => [...all, 'x'], 5],
    ['given a key twice', ([a, b, c, d]) => [a!, b!, c!, d!.replace('"v":1', '"v":1,"type":"notice"')], 4],
    ['spelled another way', ([a, b, c, d]) => [a!, b!, c!, d!.replace('"v":1', '"v": 1')], 4],
    ['replaced by no JSON', ([a, b, c, d]) => [a!, 'x', c!.replace(digest(b!), digest('x')), d!], 2],
  ])('finds a line that was %s', async (_, change, line) => {
    write(change(lines()))
    expect(await verifyJournal(file)).toMatchObject({ ok: false, firstBad: { line } })
  })

  it('finds that not one line is left', async () => {
    write([])
    expect(await verifyJournal(file)).toMatchObject({ ok: false, complete: false, firstBad: { line: 1 } })
  })

  it('tells that the last line is missing, as of a session that was killed', async () => {
    write(lines().slice(0, 3))
    expect(await verifyJournal(file)).toMatchObject({ ok: true, complete: false, lines: 3 })
  })

  it('covers what a crash left of a line, wherever it was cut', async () => {
    truncateSync(file, readFileSync(file).length - 60)
    append(notice('e'))
    expect(await verifyJournal(file)).toMatchObject({ ok: true, complete: false, lines: 4, torn: 1 })
    truncateSync(file, readFileSync(file).length - lines()[4]!.length + 4)
    append(closing)
    expect(await verifyJournal(file)).toMatchObject({ ok: true, complete: true, lines: 4, torn: 2 })
  })

  it('holds the file against a head that was kept elsewhere, whatever was written since', async () => {
    const { head } = await verifyJournal(file)
    append(notice('later'))
    expect(await verifyJournal(file, { head })).toMatchObject({ ok: true, lines: 5 })
    write(lines().slice(0, 3))
    expect(await verifyJournal(file, { head })).toMatchObject({ ok: false, firstBad: { line: 4 } })
  })

  it('says which file could not be read', async () => {
    await expect(verifyJournal('/nowhere/s.jsonl')).rejects.toMatchObject({ code: 'journal-failed' })
  })
})
