import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cliProject } from './raider.fixture.js'

const key = { ANTHROPIC_API_KEY: 'k' }

it('shows first how much counts, then what does not, with place and remedy', async () => {
  await using project = await cliProject([], {
    '.claude/settings.json': JSON.stringify({ modle: 'opus', statusLine: { type: 'command', command: 'x' } }, null, 2),
    '.mcp.json': { mcpServers: { gone: { command: 'no-such-program-here' } } },
  })
  const { code, stdout } = await project.raider(['doctor', '--trust'], { env: key })
  expect(code).toBe(1)
  const lines = stdout.split('\n')
  expect(lines[0]).toMatch(/^Raider \d\S* in \S+, profile raider$/)
  expect(lines[1]).toMatch(/^1 error · .*2 ignored · \d+ honoured$/)
  expect(lines).toContain('  ignored   modle — there is no such key. Was model meant? (.claude/settings.json:2)')
  expect(lines).toContain(
    '  error     gone — there is no program no-such-program-here. Install it, or mend `command` (.mcp.json)',
  )
  expect(stdout).not.toContain('a session would start')
})

it('shows everything with --all, and ends with 0 where nothing is broken', async () => {
  await using project = await cliProject([], { 'CLAUDE.md': 'Be brief.' })
  const { code, stdout } = await project.raider(['doctor', '--all'], { env: key })
  expect(code).toBe(0)
  expect(stdout).toContain('honoured  start — a session would start')
  expect(stdout).toContain('honoured  CLAUDE.md — it comes with the first prompt')
  expect(stdout).toMatch(/^ {2}projectTrust +required$/m)
})

it('tells the same to programs as JSON', async () => {
  await using project = await cliProject([], { 'CLAUDE.md': 'Be brief.' })
  const { stdout } = await project.raider(['doctor', '--json', '--profile', 'claude'], { env: key })
  expect(JSON.parse(stdout)).toMatchObject({
    projectDir: project.dir,
    profile: { name: 'claude' },
    counts: { error: 0 },
  })
})

it('runs no hook, no helper and no server, and writes nothing', async () => {
  const spy = { type: 'command', command: 'touch "$CLAUDE_PROJECT_DIR"/ran' }
  await using project = await cliProject([], {
    '.claude/settings.json': {
      apiKeyHelper: 'touch ran',
      hooks: { SessionStart: [{ hooks: [spy] }], InstructionsLoaded: [{ hooks: [spy] }] },
    },
    '.mcp.json': { mcpServers: { spy: { command: 'sh', args: ['-c', 'touch ran'] } } },
    '.claude/skills/s/SKILL.md': '---\ndescription: d\n---\n!`touch ran`',
    'CLAUDE.md': 'hi',
  })
  const files = () => [project.dir, project.home].map((dir) => readdirSync(dir, { recursive: true }))
  const before = files()
  expect((await project.raider(['doctor', '--trust'])).code).toBe(0)
  expect(files()).toEqual(before)
})
