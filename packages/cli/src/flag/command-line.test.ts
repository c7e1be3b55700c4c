import { describe, expect, it } from 'vitest'
import { fakeTerminal } from '../terminal.fixture.js'
import { flagRows } from './flags.js'
import { parseCommandLine } from './command-line.js'

const parsed = (...args: string[]) => parseCommandLine(args, '1.2.3', fakeTerminal())

describe('a command line', () => {
  it('reads a prompt and flags in any order and spelling', () => {
    expect(parsed('--output-format=json', '-p', 'hello', '--max-turns', '3', '--no-project-hooks')).toMatchObject({
      flags: { outputFormat: 'json', print: true, maxTurns: 3, projectHooks: false },
      prompt: 'hello',
    })
  })

  it('takes lists as several values, under both names', () => {
    expect(
      parsed('hello', '--allowed-tools', 'Bash(git log *)', 'Read', '--disallowedTools', 'Edit,Write')?.flags,
    ).toMatchObject({
      allowedTools: ['Bash(git log *)', 'Read'],
      disallowedTools: ['Edit,Write'],
    })
  })

  it('ends a list at two dashes', () => {
    expect(parsed('-p', '--tools', 'Bash', '--', 'hello')?.prompt).toBe('hello')
  })

  it('takes one folder with each --plugin-dir', () => {
    const line = parsed('-p', '--plugin-dir', 'a', '--plugin-dir', 'b', 'hello')
    expect([line?.flags.pluginDir, line?.prompt]).toEqual([['a', 'b'], 'hello'])
  })

  it('reads a prompt that is the name of a subcommand', () => {
    expect(parsed('-p', 'demo')?.prompt).toBe('demo')
  })

  it.each([
    [['--outputformat', 'json'], /unknown option '--outputformat'.*--output-format/],
    [['--output-format', 'xml'], /'xml' is invalid.*text, json, stream-json/],
    [['--output-format', 'stream-json'], /requires --verbose/],
    [['--permission-mode', 'foo'], /'foo' is invalid.*acceptEdits/],
    [['--max-turns', '-1'], /'-1' is invalid.*whole number/],
    [['--max-budget-usd', 'x'], /'x' is invalid/],
    [['--session-id', 'abc'], /UUID/],
    [['--setting-sources', 'user,foo'], /"foo" is none of user, project, local/],
    [['--setting-sources', 'user,'], /"" is none of user, project, local/],
    [['--model'], /argument missing/],
    [['one', 'two'], /put quotes around a prompt/],
    [['--betas', 'x'], /--betas of Claude Code is not supported/],
    [['-w'], /--worktree of Claude Code is not supported/],
  ])('refuses %j in one line', (args, message) => {
    const problem = attempt(() => parsed('-p', ...args))
    expect(problem).toMatch(message)
    expect(problem).not.toContain('\n')
  })

  it('documents every flag and exit code in its help', () => {
    const terminal = fakeTerminal()
    expect(parseCommandLine(['--help'], '1.2.3', terminal)).toBeUndefined()
    for (const { flags } of flagRows) expect(terminal.out()).toContain(flags.split(' ')[0])
    for (const word of ['130', 'raider', 'sessions list', 'trust [dir]']) expect(terminal.out()).toContain(word)
    expect(terminal.out()).not.toContain('--worktree')
  })

  it('prints its version', () => {
    const terminal = fakeTerminal()
    expect(parseCommandLine(['--version'], '1.2.3', terminal)).toBeUndefined()
    expect(terminal.out()).toBe('1.2.3 (Raider)\n')
  })
})

function attempt(act: () => unknown): string {
  try {
    act()
    return 'nothing was thrown'
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
