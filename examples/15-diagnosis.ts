// What of a user's setup counts, before the first run: everything is read as a session reads it, and nothing of it is run.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { diagnose } from 'raider'

const folder = await mkdtemp(join(tmpdir(), 'raider-example-'))
const files = {
  'CLAUDE.md': 'Be brief.',
  '.claude/settings.json': JSON.stringify({
    statusLine: { type: 'command', command: './status.sh' },
    permissions: { deny: ['Bash(git push *)', 'Red(.env)'] },
    hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: './format.sh' }] }] },
  }),
  '.claude/agents/reviewer.md': '---\nname: reviewer\n---\nReview what was changed.',
}
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const { findings, counts } = await diagnose({
  cwd: folder,
  homeDir: join(folder, 'home'),
  env: { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'a-key' },
  settings: { sources: ['project'] },
  trust: true,
})
await rm(folder, { recursive: true })
for (const { section, name, fate, why } of findings)
  if (fate !== 'honoured') console.log(fate.padEnd(8), section.padEnd(11), name, '·', why)

const errors = findings.filter(({ fate }) => fate === 'error').map(({ section }) => section)
assert.deepEqual(errors, ['hooks', 'permissions', 'agents'])
assert.equal(counts.error, 3)
