import { describe, expect, it } from 'vitest'
import { judgeShell } from '../judge.fixture.js'

// Which command lines pass stands in corpus/commands.yaml; here is what else a decision says of them.

describe('deny rules on commands', () => {
  const rules = { allow: ['Bash'], deny: ['Bash(rm *)'] }

  it('tell which part they spoke about, and which rule lost', () => {
    const { considered, source } = judgeShell(rules, 'ls && rm x')
    expect(source.name).toBe('Bash(rm *)')
    expect(considered).toMatchObject([
      { source: { name: 'Bash(rm *)' }, behavior: 'deny', about: 'rm x', decided: true },
      { source: { name: 'Bash' }, behavior: 'allow', decided: false },
    ])
  })

  it('have a command that may turn out to be theirs asked for in every mode, whatever a hook says', () => {
    expect(judgeShell(rules, '$X x')).toMatchObject({ behavior: 'ask', reasonType: 'safetyCheck', firm: true })
    expect(judgeShell({ ...rules, mode: 'bypassPermissions' }, '$X x').behavior).toBe('ask')
  })

  it('have their command asked for inside a text for another shell in profile claude', () => {
    const decision = judgeShell({ ...rules, profile: 'claude' }, "bash -c 'rm x'")
    expect(decision).toMatchObject({ behavior: 'ask', reasonType: 'safetyCheck' })
  })
})

describe('removals that delete too much', () => {
  it('are asked for even where a rule allows just them, and no rule is offered', () => {
    for (const mode of ['default', 'acceptEdits', 'plan', 'auto', 'bypassPermissions'] as const) {
      expect(judgeShell({ allow: ['Bash', 'Bash(rm -rf /)'], mode }, 'rm -rf /')).toMatchObject({
        behavior: 'ask',
        firm: true,
        suggestions: [],
      })
    }
  })
})

describe('allow rules on commands', () => {
  it('lets a redirection pass where an Edit rule covers its target', () => {
    const rules = { allow: ['Bash(./mk *)', 'Edit(out/**)'], deny: ['Edit(out/no)'] }
    expect(judgeShell(rules, './mk 1 > out/a').behavior).toBe('allow')
    expect(judgeShell(rules, './mk 2 > out/no').behavior).toBe('deny')
    expect(judgeShell(rules, 'echo 3 > out/c').behavior).toBe('allow')
    expect(judgeShell(rules, './mk 4 > other').behavior).toBe('ask')
    expect(judgeShell(rules, './mk 4 > out/*').behavior).toBe('ask')
    expect(judgeShell({ allow: ['Bash(./mk *)', 'Edit'] }, './mk 5 > other').behavior).toBe('ask')
    expect(judgeShell(rules, 'cd out && echo 6 > no').behavior).toBe('deny')
  })

  it('names the parts that need approval and offers rules for them', () => {
    const decision = judgeShell({}, 'ls && npm run build --x; ./mk')
    expect(decision.reason).toContain('npm run build --x, ./mk')
    expect(decision.reasonType).toBe('subcommandResults')
    expect(decision.suggestions).toEqual([
      {
        type: 'addRules',
        rules: [
          { toolName: 'Bash', ruleContent: 'npm run *' },
          { toolName: 'Bash', ruleContent: './mk' },
        ],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ])
  })
})

describe('commands that only read', () => {
  it('follows links out of the project', () => {
    const links = { '/w/project/link': '/etc' }
    expect(judgeShell({ links }, 'cat link/passwd').behavior).toBe('ask')
    expect(judgeShell({}, 'cat link/passwd').behavior).toBe('allow')
  })

  it('reads in additional folders and where a Read rule allows it', () => {
    expect(judgeShell({ directories: ['/extra'] }, 'cat /extra/f').behavior).toBe('allow')
    expect(judgeShell({ allow: ['Read(//abs/**)'] }, 'cat /abs/a/f').behavior).toBe('allow')
    expect(judgeShell({ allow: ['Read'] }, 'cat /abs/a/f').behavior).toBe('ask')
  })

  it('names the path that it may not read, and offers to open its folder', () => {
    const decision = judgeShell({}, 'cat /etc/hosts')
    expect(decision).toMatchObject({ blockedPath: '/etc/hosts', reasonType: 'workingDir' })
    expect(decision.reason).toContain('/w/project')
    expect(decision.suggestions).toEqual([
      {
        type: 'addRules',
        rules: [{ toolName: 'Read', ruleContent: '//etc/**' }],
        behavior: 'allow',
        destination: 'session',
      },
    ])
  })
})
