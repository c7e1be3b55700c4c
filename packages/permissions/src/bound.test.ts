import { describe, expect, it } from 'vitest'
import { judgeShell } from './judge.fixture.js'

/** Command lines made to be expensive. Each would take hours if the work grew with more than a small power of the length. */
describe('a hostile command line', () => {
  const rules = { allow: ['Bash'], deny: ['Bash(rm *)', 'Bash(* x)', 'Read(secret)'] }

  it.each([
    'sudo '.repeat(1900),
    `${'sudo '.repeat(1000)}$X`,
    `sudo ${'-a '.repeat(3000)}`,
    `git ${'-a '.repeat(3000)}`,
    'eval '.repeat(1900),
    `${'eval "eval '.repeat(5)}$X`,
    `${'bash -c '.repeat(1000)}ls`,
    `sudo ${'cat '.repeat(2400)}`,
    'cd a; '.repeat(1600),
    'nice '.repeat(1900),
    `${'('.repeat(4000)}ls${')'.repeat(4000)}`,
    `${'$('.repeat(3000)}ls${')'.repeat(3000)}`,
    `${'A=1 '.repeat(2400)}ls`,
    `echo ${'*'.repeat(9000)}`,
    `ls ${'../'.repeat(3000)}`,
  ])('%# is decided', (command) => {
    for (const profile of ['raider', 'claude'] as const) {
      expect(['allow', 'ask', 'deny']).toContain(judgeShell({ ...rules, profile }, command).behavior)
    }
  })

  it('is not allowed where it has more commands than are looked at', () => {
    expect(judgeShell(rules, `sudo ${'a '.repeat(300)}rm y`).behavior).toBe('ask')
  })
})

describe('any number of rules', () => {
  it('is prepared in time linear in it, though each has another first word', () => {
    const rule = (at: number): string => (at % 10 === 0 ? `Bash(*${at})` : `Bash(tool${at} *)`)
    const deny = Array.from(Array(50_000).keys(), rule)
    expect(judgeShell({ allow: ['Bash'], deny }, 'ls && tool7 x').behavior).toBe('deny')
    expect(judgeShell({ allow: ['Bash'], deny }, 'tool10 x').behavior).toBe('allow')
  })
})
