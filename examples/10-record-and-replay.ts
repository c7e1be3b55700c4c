// Record what a model answered, and play the same run again offline.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Raider, script, withRecorder } from 'raider'

const folder = await mkdtemp(join(tmpdir(), 'raider-record-'))
const file = join(folder, 'run.yaml')
// In earnest: withRecorder(anthropic(), file)
const model = script({ turns: [{ text: 'I look.', calls: [{ Bash: { command: 'echo hi' } }] }, 'It says hi.'] })
const options = { allowedTools: ['Bash(echo *)'] }
const recorded = await new Raider({ ...options, engine: withRecorder(model, file) }).run('Say hi').result
console.log(await readFile(file, 'utf8'))

const replayed = await new Raider({ ...options, engine: script(file) }).run('Say hi').result
assert.equal(replayed.text, recorded.text)
assert.deepEqual(
  replayed.toolEvents.map((event) => event.name),
  recorded.toolEvents.map((event) => event.name),
)
await rm(folder, { recursive: true })
