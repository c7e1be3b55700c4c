// Hooks of .claude/settings.json run as they do in Claude Code: this one refuses `rm` and tells the model why.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Raider, script } from 'raider'

const cwd = await mkdtemp(join(tmpdir(), 'raider-example-'))
const guard = `case "$(cat)" in *'"rm '*) echo 'Nothing is deleted here.' >&2; exit 2;; esac`
await mkdir(join(cwd, '.claude'))
await writeFile(
  join(cwd, '.claude/settings.json'),
  JSON.stringify({
    permissions: { allow: ['Bash'] },
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: guard }] }] },
  }),
)
const engine = script({
  turns: [{ calls: [{ Bash: { command: 'rm -rf notes' } }, { Bash: { command: 'echo kept' } }] }, 'Done.'],
})
// A project's hooks run once the project is trusted: here for this Raider, otherwise by `raider trust`.
const outcome = await new Raider({ cwd, engine, trust: true }).run('Tidy up').result

for (const event of outcome.toolEvents)
  if (event.phase !== 'call') console.log(event.phase, JSON.stringify(event.input))
assert.equal(outcome.denials.length, 1)
const refusal = outcome.toolEvents.find((event) => event.phase === 'failure')
assert.match(refusal?.error ?? '', /Nothing is deleted here/)
await rm(cwd, { recursive: true })
