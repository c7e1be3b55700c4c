import { describe, expect, it } from 'vitest'
import { until } from '@raider/testing'
import { chat } from './chat.js'
import { cliProject, hookSettings, type CliProject } from '../raider.fixture.js'
import { fakeTerminal } from '../terminal.fixture.js'
import type { Flags } from '../flag/flags.js'

/** A chat with a person who waits for what is printed before the next line is typed. */
function chatIn(project: CliProject, flags: Partial<Flags> = {}) {
  const terminal = fakeTerminal({
    tty: true,
    cwd: project.dir,
    env: { HOME: project.home, TERM: 'dumb', PATH: process.env['PATH'] },
  })
  const code = chat(
    {
      flags: { engine: 'script:script.yaml', projectHooks: true, sessionPersistence: true, ...flags },
      prompt: undefined,
    },
    '1.2.3',
    terminal,
  )
  let seen = 0
  return {
    code,
    terminal,
    type: async (after: string, keys: string) => {
      await until(`"${after}" is printed`, () => terminal.out().includes(after, seen))
      seen = terminal.out().length
      terminal.stdin.write(keys)
    },
  }
}

const touch = { calls: [{ Bash: { command: 'touch made' } }] }

describe('a chat', () => {
  it('goes on over several prompts and counts what they used', async () => {
    await using project = await cliProject([{ text: 'Hello.', usage: { input: 1500, output: 20 } }, 'Again.'])
    const { code, terminal, type } = chatIn(project)
    await type('› ', 'hi\r')
    await type('1 turn · 1.5k tokens in · 20 out', 'more\r')
    await type('2 turns', '/exit\r')
    expect(await code).toBe(0)
    for (const text of ['Hello.', 'Again.']) expect(terminal.out()).toContain(text)
  })

  it('takes what was typed during a run as the next prompt, and not as an answer', async () => {
    await using project = await cliProject([touch, 'One.', 'Two.'])
    const { code, terminal, type } = chatIn(project)
    await type('› ', 'go\rand then\r')
    await type('[y]es', 'y\r')
    await type('Two.', '/exit\r')
    expect(await code).toBe(0)
    expect(terminal.out()).toMatch(/One\.[^]*› and then[^]*Two\./)
  })

  it('asks before a call and tells the model why not', async () => {
    await using project = await cliProject([touch, 'Well.'])
    const { code, terminal, type } = chatIn(project)
    await type('› ', 'go\r')
    await type('[y]es', 'n use a branch\r')
    await type('2 turns', '/exit\r')
    await code
    expect(terminal.out()).toContain('use a branch')
    await expect(project.read('made')).rejects.toThrow()
  })

  it('runs a call that was allowed', async () => {
    await using project = await cliProject([touch, 'Done.'])
    const { code, type } = chatIn(project)
    await type('› ', 'go\r')
    await type('[y]es', 'y\r')
    await type('2 turns', '/exit\r')
    await code
    await expect(project.read('made')).resolves.toBe('')
  })

  it('changes the mode, tells its commands, and begins anew', async () => {
    await using project = await cliProject([], { '.claude/commands/greet.md': 'Say hello.' })
    const { code, terminal, type } = chatIn(project)
    await type('› ', '/mode plan\r')
    await type('plan · ', '/clear\r')
    await type('default · ', '/help\r')
    await type('/exit', '/exit\r')
    await code
    expect(terminal.out()).toMatch(/\/help[^]*Yours:[^\n]* \/greet/)
  })

  it('cancels a run at Ctrl-C and goes on', async () => {
    await using project = await cliProject([{ calls: [{ Bash: { command: 'sleep 60' } }] }, 'Here.'])
    const { code, terminal, type } = chatIn(project, { allowedTools: ['Bash(sleep *)'] })
    await type('› ', 'go\r')
    await type('▸ Bash sleep 60', '\u0003')
    await type('1 turn', 'again\r')
    await type('2 turns', '/exit\r')
    expect(await code).toBe(0)
    expect(terminal.out()).toContain('cancelled by user')
    expect(terminal.out()).toContain('Here.')
  })

  it('asks for trust where the project has guards', async () => {
    await using project = await cliProject(['Hi.'], hookSettings('PreToolUse', 'true'))
    const refused = chatIn(project)
    await refused.type('Trust this project', 'what?\r')
    await refused.type('Trust this project', 'n\r')
    expect(await refused.code).toBe(3)
    expect(refused.terminal.out()).toContain('--no-project-hooks')
    expect(refused.terminal.out()).toMatch(/PreToolUse {2}\* {2}true {2}\.claude\/settings\.json:\d+/)
    const granted = chatIn(project)
    await granted.type('Trust this project', 'y\r')
    await granted.type('0 turns', '/exit\r')
    expect(await granted.code).toBe(0)
    expect((await project.raider(['trust', '--list'])).stdout).toContain(project.dir)
  })
})
