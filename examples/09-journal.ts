// The journal is the audit record: append-only, hash-chained, verifiable without Raider running.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listJournals, Raider, readJournal, script, verifyJournal } from 'raider'

const journalDir = await mkdtemp(join(tmpdir(), 'raider-journal-'))
const raider = new Raider({
  engine: script({ turns: [{ calls: [{ Bash: { command: 'echo hi' } }] }, 'Done.'] }),
  allowedTools: ['Bash(echo *)'],
  journalDir,
})
await raider.run('Say hi').result

const [journal] = await listJournals(journalDir)
assert.ok(journal)
for await (const line of readJournal(journal.file)) console.log(String(line.seq).padStart(3), line.type)
const verification = await verifyJournal(journal.file)
console.log('verified:', verification.ok, 'complete:', verification.complete, 'head:', verification.head)
assert.deepEqual([verification.ok, verification.complete], [true, true])
// A head kept elsewhere proves later that nothing was cut off or written anew.
assert.equal((await verifyJournal(journal.file, { head: verification.head })).ok, true)
await rm(journalDir, { recursive: true })
