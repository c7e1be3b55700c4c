import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createProject } from '@raider/testing'
import type { EventBody, RaiderEvent } from '@raider/contracts'
import { openJournal } from './journal.js'
import { createRedaction } from './redaction.js'
import { readJournal } from './lines.js'
import { verifyJournal } from './verification.js'

const event = (body: EventBody): RaiderEvent => ({
  ...body,
  session: 's',
  run: 'r',
  agent: 'main',
  time: '2026-01-01T00:00:00.000Z',
})
const notice = (text: string) => event({ type: 'notice', level: 'info', text })

async function read(file: string): Promise<string[]> {
  const texts: string[] = []
  for await (const line of readJournal(file)) texts.push(line.type === 'notice' ? line.text : line.type)
  return texts
}

describe('openJournal', () => {
  it('writes each event before append returns, numbered, linked and readable by the user alone', async () => {
    await using project = await createProject()
    const file = project.path('deep/down/s.jsonl')
    const journal = openJournal({ file })
    journal.append(notice('one'))
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"v":1,"seq":0,"time":"[^"]+","type":"notice","prev":"0{64}",.*\}\n$/)
    journal.append(notice('two'))
    journal.close()
    expect(await read(file)).toEqual(['one', 'two'])
    expect(await verifyJournal(file)).toMatchObject({ ok: true, lines: 2, torn: 0 })
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('leaves out streamed pieces', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const journal = openJournal({ file, fsync: 'always' })
    for (const type of ['text-delta', 'thinking-delta'] as const) journal.append(event({ type, text: 'x' }))
    journal.append(notice('whole'))
    journal.close()
    expect(await read(file)).toEqual(['whole'])
  })

  it('keeps text with any kind of line break on one line, and long text whole', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const texts = ['a\nb\r\nc\u2028d\u0085e', 'é'.repeat(3_000_000), '']
    const journal = openJournal({ file })
    for (const text of texts) journal.append(notice(text))
    journal.close()
    expect(await read(file)).toEqual(texts)
    expect((await verifyJournal(file)).ok).toBe(true)
  })

  it('never writes a secret', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const journal = openJournal({ file, redaction: createRedaction({ secrets: ['correct horse'] }) })
    journal.append(event({ type: 'tool-call', id: 'c', name: 'Bash', input: { command: 'echo correct horse' } }))
    journal.close()
    expect(readFileSync(file, 'utf8')).not.toContain('correct horse')
  })

  it('goes on behind a torn last line, and the chain covers the torn piece', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const first = openJournal({ file })
    first.append(notice('one'))
    first.append(notice('two, but the power went'))
    first.close()
    truncateSync(file, statSync(file).size - 20)
    expect(await read(file)).toEqual(['one'])

    const second = openJournal({ file })
    second.append(notice('three'))
    second.close()
    expect(await read(file)).toEqual(['one', 'three'])
    expect(await verifyJournal(file)).toMatchObject({ ok: true, lines: 2, torn: 1 })

    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [lines[0], `${lines[1]}!`, ...lines.slice(2)].join('\n'))
    expect(await verifyJournal(file)).toMatchObject({ ok: false, firstBad: { line: 3 } })
  })

  it('goes on behind a whole last line that only lacks its line feed, and behind several torn ones', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const first = openJournal({ file })
    first.append(notice('one'))
    first.close()
    truncateSync(file, statSync(file).size - 1)
    openJournal({ file }).close()
    const second = openJournal({ file })
    second.append(notice('two'))
    second.close()
    expect(await verifyJournal(file)).toMatchObject({ ok: true, lines: 2, torn: 0 })

    appendFileSync(file, `{"v":1,"torn\n{"v":1,"x":"${'y'.repeat(200_000)}`)
    const third = openJournal({ file })
    third.append(notice('three'))
    third.close()
    expect(await read(file)).toEqual(['one', 'two', 'three'])
  })

  it('says which file it could not open, and refuses a closed one', async () => {
    await using project = await createProject({ 'not-a-folder': '' })
    expect(() => openJournal({ file: project.path('not-a-folder/s.jsonl') })).toThrow(/not-a-folder\/s\.jsonl/)
    const journal = openJournal({ file: project.path('s.jsonl') })
    journal.close()
    journal.close()
    expect(() => journal.append(notice('late'))).toThrow('is closed')
  })
})
