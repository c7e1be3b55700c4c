import { describe, expect, it } from 'vitest'
import { judgeShell } from './testbed.js'

const allow = ['Bash(./mk *)']

describe('allow rules on commands', () => {
  it.each([
    './mk',
    './mk a b',
    './mk  1',
    './mk\t1',
    '"./mk" 1',
    './m\\k 1',
    '# note\n./mk 11',
    './mk 1 # note',
    'timeout 5 ./mk 1',
    'timeout -s KILL -k 1 5 ./mk 1',
    'time ./mk 2',
    'nice ./mk 3',
    'nice -n 5 ./mk 11',
    'nohup ./mk 4',
    'command ./mk 5',
    'command -p ./mk 5',
    'stdbuf -o0 ./mk 9',
    'timeout 5 nice ./mk 1',
    'echo 7 | xargs ./mk',
    'xargs ./mk < f.txt',
    'NODE_ENV=test ./mk 2',
    'RUST_LOG=debug NO_COLOR=1 ./mk 6',
    'A=1; ./mk 4',
    './mk $HOME',
    './mk "$HOME"',
    './mk ~/x',
    './mk "a && b"',
    "./mk 'x\ny'",
    './mk $((1+1))',
    './mk *.txt',
    './mk 5 > /dev/null 2>&1',
    './mk <<< hi',
    "./mk <<'E'\nhi\nE",
    './mk && ./mk a; ls | ./mk 1',
    'if ls; then ./mk 1; else ./mk 2; fi',
    'while false; do ./mk 1; done',
    '! ./mk 3',
    '[[ -f f.txt ]] && ./mk 1',
    'cd sub; ./mk 1',
  ])('%j is covered by Bash(./mk *)', (command) => {
    expect(judgeShell({ allow }, command)).toMatchObject({ behavior: 'allow', source: { name: 'Bash(./mk *)' } })
  })

  it.each([
    './mkx a',
    '/w/project/mk a',
    'FOO=bar ./mk 1',
    'PATH=/x ./mk 4',
    'NODE_ENV=$(touch sneaky) ./mk 5',
    'export FOO=1 && ./mk 7',
    'PATH=/x; ./mk 1',
    'env ./mk 6',
    'sudo ./mk 6',
    'setsid ./mk 10',
    'echo 8 | xargs -n1 ./mk',
    'command -v ./mk',
    'nice --weird ./mk 3',
    '(./mk 1)',
    '{ ./mk 2; }',
    './mk $(./no 3)',
    './mk `./no 4`',
    './mk $(./mk 5)',
    'for i in 1 2; do ./mk 6; done',
    "bash -c './mk 8'",
    'eval ./mk 14',
    './mk <(echo 12)',
    './mk <<E\nhi\nE',
    './mk a{b,c}',
    './mk ${HOME}',
    './mk $FOO',
    './mk "$FOO"',
    'A=1; ./mk $A',
    '((1)); ./mk 2',
    './mk 1 &',
    './mk 1 > out',
    './mk;./mkx',
    './mk push && touch other',
    "'./mk 1'",
    './mk a\u00A0b',
    `./mk ${'x'.repeat(10_000)}`,
    './mk (((',
  ])('%j is not', (command) => {
    expect(judgeShell({ allow }, command).behavior).toBe('ask')
  })

  it.each([
    ['Bash(touch a)', 'touch a', 'allow'],
    ['Bash(touch a)', ' touch a ', 'allow'],
    ['Bash(touch a)', 'touch  a', 'ask'],
    ['Bash(touch a)', 'touch a b', 'ask'],
    ['Bash(./mk $(./no))', './mk $(./no)', 'allow'],
    ['Bash(find *)', 'find . -name x -print', 'allow'],
    ['Bash(find *)', 'find . -exec ls {} +', 'ask'],
    ['Bash(find . -delete)', 'find . -delete', 'allow'],
    ['Bash(env *)', 'env ls', 'allow'],
    ['Bash(bash *)', 'bash -c ls', 'allow'],
    ['Bash(git *)', 'git -C .. status', 'allow'],
    ['Bash(git *)', 'git log > out', 'ask'],
    ['Bash(touch *)', 'touch /etc/x', 'ask'],
    ['Bash(touch *)', 'touch .bashrc', 'ask'],
    ['Bash(cat *)', 'cat ~/x', 'ask'],
    ['Bash(touch *)', 'cd sub && touch z', 'ask'],
    ['Bash', 'touch a && (touch b) && echo $(touch c) > /tmp/x', 'allow'],
    ['Bash(*)', "bash -c 'touch g' &", 'allow'],
    ['Bash', 'echo x > .claude/y', 'ask'],
    ['Bash', 'echo a\u00A0b', 'allow'],
    ['Bash', 'echo (((', 'ask'],
  ] as const)('%s lets %j: %s', (rule, command, behavior) => {
    expect(judgeShell({ allow: [rule] }, command).behavior).toBe(behavior)
  })

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
