import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createProject, type Files } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { diagnose } from '../diagnose.js'
import type { Diagnosis } from './diagnosis.js'

const folders = ['agents', 'skills', 'commands', 'rules', 'output-styles']
const garbage = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)

/** Looks at a project after `spoil` went through it. */
async function look(files: Files, spoil: (path: (name: string) => string) => Promise<unknown>): Promise<Diagnosis> {
  await using project = await createProject(files)
  await spoil((name) => project.path(name))
  const diagnosis = await diagnose({
    cwd: project.dir,
    homeDir: project.home,
    env: { PATH: process.env['PATH'], HOME: project.home, ANTHROPIC_API_KEY: 'k' },
    settings: { managedDir: join(project.dir, 'none') },
    trust: true,
  })
  return JSON.parse(JSON.stringify(diagnosis).replaceAll(`${project.dir}/`, '')) as Diagnosis
}

const errors = ({ findings }: Diagnosis) =>
  findings.flatMap(({ fate, section, file, why }) => (fate === 'error' ? [`${section} ${file}: ${why}`] : []))

describe('a diagnosis ends, with a line on each thing that means no good:', () => {
  it('links that lead in circles and far away', async () => {
    const diagnosis = await look({}, async (path) => {
      for (const folder of folders) {
        const top = path(`.claude/${folder}`)
        for (const name of ['a', 'b', 'c']) {
          await mkdir(join(top, name), { recursive: true })
          for (const link of ['x', 'y', 'z']) await symlink(top, join(top, name, link))
        }
        await symlink(join(top, 'self'), join(top, 'self'))
        await symlink('nowhere', join(top, 'dead.md'))
      }
    })
    expect(errors(diagnosis)).toEqual([
      'agents .claude/agents/dead.md: it leads nowhere',
      expect.stringMatching(/skills\/self\/SKILL\.md: ELOOP/),
      'styles .claude/output-styles/dead.md: it leads nowhere',
    ])
  })

  it('pipes and devices where files should be', async () => {
    const pipes = ['agents/p.md', 'commands/p.md', 'rules/p.md', 'skills/p/SKILL.md', 'settings.local.json']
    const diagnosis = await look({ '.claude/settings.json': { outputStyle: 'p' } }, async (path) => {
      for (const pipe of [...pipes, 'output-styles/p.md', '../.mcp.json'].map((name) => path(`.claude/${name}`))) {
        await mkdir(dirname(pipe), { recursive: true })
        execFileSync('mkfifo', [pipe])
      }
      await symlink('/dev/zero', path('CLAUDE.md'))
    })
    const told = errors(diagnosis)
    for (const place of [
      'output-styles/p.md',
      'agents/p.md',
      'commands/p.md',
      'skills/p/SKILL.md',
      'settings.local.json',
    ])
      expect(told).toContainEqual(expect.stringMatching(new RegExp(`${place}: .*a pipe, not a regular file`)))
    expect(told).toContainEqual(expect.stringContaining('.mcp.json: it is a pipe'))
  })

  it('files that are too large, and text that is none', async () => {
    const files = {
      '.claude/settings.local.json': garbage,
      '.mcp.json': garbage,
      '.claude/agents/a.md': garbage,
      '.claude/skills/s/SKILL.md': garbage,
      'p/.claude-plugin/plugin.json': garbage,
      '.claude/settings.json': '{}',
    }
    const diagnosis = await look(files, async (path) => {
      await truncate(path('.claude/settings.json'), 100 * 1024 * 1024)
      await writeFile(path('CLAUDE.md'), '')
      await truncate(path('CLAUDE.md'), 100 * 1024 * 1024)
    })
    const told = errors(diagnosis)
    expect(told).toContainEqual(expect.stringMatching(/settings\.json: .*larger than 64 MiB/))
    expect(told).toContainEqual(expect.stringMatching(/settings\.local\.json: .*cannot be read as JSON/))
    expect(told).toContainEqual(expect.stringMatching(/\.mcp\.json: it cannot be read as JSON/))
    expect(told).toContainEqual(expect.stringMatching(/memory CLAUDE\.md: it is larger than 4 MiB/))
  })

  it('values that lie too deep, and names that steer terminals', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const files = {
      '.claude/settings.json': `{"hooks":${deep}}`,
      '.mcp.json': { mcpServers: { '__proto__\u001b[2J': null, constructor: 7 } },
      '.claude/settings.local.json': '{"constructor": 1, "__proto__": {"model": 2}, "toString": []}',
    }
    const diagnosis = await look(files, async () => undefined)
    expect(errors(diagnosis)).toContainEqual(expect.stringMatching(/settings\.json: .*levels/))
    const unknown = diagnosis.findings.filter(({ why }) => why === 'there is no such key').map(({ name }) => name)
    expect(unknown).toEqual(['constructor', '__proto__', 'toString'])
  })

  it('folders that go down for ever', async () => {
    const diagnosis = await look({}, (path) =>
      mkdir(path(`.claude/agents/${'d/'.repeat(600)}`), { recursive: true }).then(() =>
        mkdir(path(`x/${'d/'.repeat(600)}`), { recursive: true }),
      ),
    )
    expect(errors(diagnosis)).toEqual([])
  })
})
