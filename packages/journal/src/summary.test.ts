import { appendFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { noUsage, type EventBody } from '@raider/contracts'
import { createEvent, createProject, createSessionOpen } from '@raider/testing'
import { openJournal, type Journal } from './journal.js'
import { listJournals } from './list.js'
import { summarizeJournal } from './summary.js'

const decision = { allowed: true, votes: [], considered: [] }
const open = createSessionOpen()
const start: EventBody = { type: 'run-start', prompt: [{ type: 'text', text: 'do it' }], promptId: 'p1' }
const call = (id: string): EventBody => ({ type: 'tool-call', id, name: 'Bash', input: { command: id } })
const began = (id: string): EventBody => ({ type: 'tool-start', id, name: 'Bash', input: { command: id }, decision })
const result = (id: string): EventBody => ({
  type: 'tool-result',
  id,
  name: 'Bash',
  status: 'ok',
  content: [],
  isError: false,
  notes: [],
  decision,
})
const end: EventBody = {
  type: 'run-end',
  ending: { kind: 'done' },
  text: 'done',
  turns: 1,
  usage: noUsage,
  costUsd: 0.5,
  durationMs: 5,
  coverage: { calls: 1, before: 1, executed: 1, after: 1, missing: [] },
}

function write(journal: Journal, run: string | undefined, ...events: readonly EventBody[]): void {
  for (const body of events) journal.append(createEvent(body, { session: 's', ...(run && { run }) }))
}

describe('summarizeJournal', () => {
  it('tells runs, calls and cost', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const journal = openJournal({ file })
    write(journal, undefined, open)
    write(journal, 'r1', start, call('a'), began('a'), result('a'), end)
    journal.close()
    expect(await summarizeJournal(file)).toMatchObject({
      session: 's',
      cwd: '/p',
      runs: [
        { id: 'r1', prompt: 'do it', ending: 'done', text: 'done', costUsd: 0.5, calls: { ok: 1 }, openCalls: [] },
      ],
      lines: 6,
    })
  })

  it('calls a run without end running while its writer lives and interrupted after, with its open calls', async () => {
    await using project = await createProject()
    const file = project.path('s.jsonl')
    const journal = openJournal({ file })
    write(journal, 'r1', start, call('a'), call('b'), began('b'))
    expect((await summarizeJournal(file))?.runs[0]?.ending).toBe('running')
    journal.close()
    appendFileSync(file, '{"v":1,"seq":4,"ti')
    expect((await summarizeJournal(file))?.runs).toMatchObject([
      {
        ending: 'interrupted',
        calls: { open: 2 },
        openCalls: [
          { id: 'a', started: false },
          { id: 'b', started: true, input: { command: 'b' } },
        ],
      },
    ])
  })

  it('has nothing to say of an empty file', async () => {
    await using project = await createProject({ 'e.jsonl': '' })
    expect(await summarizeJournal(project.path('e.jsonl'))).toBeUndefined()
  })
})

describe('listJournals', () => {
  it('finds journals of all projects below a folder, and none where there is no folder', async () => {
    await using project = await createProject({ 'j/p1/a.jsonl': 'x', 'j/p2/b.jsonl': '', 'j/p2/b.txt': '' })
    const found = await listJournals(project.path('j'))
    expect(found.map((entry) => entry.name).toSorted()).toEqual(['a', 'b'])
    expect(found.find((entry) => entry.name === 'a')).toMatchObject({ file: project.path('j/p1/a.jsonl'), bytes: 1 })
    expect(await listJournals(project.path('none'))).toEqual([])
  })
})
