// The user's hooks without a model and without a loop: ask them about a call that your own program is about to make.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadHooks } from 'raider'

const cwd = await mkdtemp(join(tmpdir(), 'raider-example-'))
const guard = `case "$(cat)" in *'"rm '*) echo 'Nothing is deleted here.' >&2; exit 2;; esac`
await mkdir(join(cwd, '.claude'))
await writeFile(
  join(cwd, '.claude/settings.json'),
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: guard }] }] } }),
)
const hooks = await loadHooks({
  cwd,
  trust: true,
  // A hook can also be a function of the program.
  hooks: { PreToolUse: [{ matcher: 'Write', hooks: [() => ({ decision: 'block', reason: 'No files, please.' })] }] },
})
const ask = (tool_name: string, tool_input: Record<string, unknown>) =>
  hooks.fire('PreToolUse', { tool_name, tool_input })

const rmCall = await ask('Bash', { command: 'rm -rf notes' })
console.log(rmCall.stance, '|', rmCall.reason)
assert.equal(rmCall.stance, 'deny')
assert.equal(rmCall.source.file?.endsWith('.claude/settings.json'), true)

assert.equal((await ask('Bash', { command: 'ls' })).stance, undefined)
assert.equal(
  (await ask('Write', { file_path: '/x', content: '' })).reason,
  'PreToolUse:Write hook error: No files, please.',
)

for (const { event, matcher, handler } of hooks.list()) console.log(event, matcher, handler.label)
await hooks.close()
await rm(cwd, { recursive: true })
