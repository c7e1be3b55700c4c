import { describe, expect, it } from 'vitest'
import { judgeShell } from './testbed.js'

const rules = { allow: ['Bash'], deny: ['Bash(rm *)'] }

describe('deny rules on commands', () => {
  it.each([
    'rm',
    'rm x',
    'rm  x',
    '/bin/rm x',
    '\\rm x',
    "'rm' x",
    '"r"m x',
    'r\\\nm x',
    'FOO=1 BAR=2 rm x',
    'ls; rm x',
    'ls && rm x',
    'ls | rm x',
    'ls & rm x',
    'ls\nrm x',
    '! rm x',
    'time rm x',
    '(rm x)',
    '{ rm x; }',
    'if rm x; then ls; fi',
    'for i in a; do rm x; done',
    'while rm x; do ls; done',
    'case a in a) rm x;; esac',
    'f() { rm x; }',
    'echo $(rm x)',
    'echo "`rm x`"',
    'cat <(rm x)',
    'echo ${X:-$(rm x)}',
    'echo $((1 + $(rm x)))',
    '[[ -n $(rm x) ]]',
    'X=$(rm x)',
    'cat <<E\n$(rm x)\nE',
    'ls > $(rm x)',
    'cat <<< $(rm x)',
    'A=rm; $A x',
    'nice -n 5 rm x',
    'timeout 5 rm x',
    'nohup rm x',
    'command rm x',
    'env -i A=1 rm x',
    'sudo -u bob rm x',
    'doas rm x',
    'watch -n1 rm x',
    'exec rm x',
    'setsid rm x',
    'flock f rm x',
    'ionice -c3 rm x',
    'stdbuf -o0 rm x',
    'nocorrect rm x',
    'xargs rm',
    'sudo env nice rm x',
  ])('%j is refused in both profiles', (command) => {
    expect(judgeShell(rules, command).behavior).toBe('deny')
    expect(judgeShell({ ...rules, profile: 'claude' }, command).behavior).toBe('deny')
  })

  it.each([
    'xargs -n1 rm x',
    'find . -exec rm {} +',
    'eval rm x',
    'eval "rm x"',
    'busybox rm x',
    "bash -c 'rm x'",
    "sh -ec 'ls; rm x'",
    `bash -c "bash -c 'rm x'"`,
  ])('%j is refused in profile raider, which looks behind every wrapper', (command) => {
    expect(judgeShell(rules, command).behavior).toBe('deny')
    expect(judgeShell({ ...rules, profile: 'claude' }, command).behavior).not.toBe('deny')
  })

  it.each([
    '$X x',
    '$(echo rm) x',
    'r${X} x',
    'r* x',
    'eval "$X"',
    'bash -c "$X"',
    'sudo $X',
    'echo (((',
    'echo rm x | sh',
    'bash -s <<E\nrm x\nE',
    "bash -c 'ls ((('",
    'A=ls; read A; $A x',
  ])('%j could turn out to be refused, so it is asked for in spite of the allow rule', (command) => {
    expect(judgeShell(rules, command)).toMatchObject({ behavior: 'ask', reasonType: 'safetyCheck', firm: true })
    expect(judgeShell({ ...rules, mode: 'bypassPermissions' }, command).behavior).toBe('ask')
  })

  it.each([
    'rmdir x',
    'ls rm',
    "echo 'rm x'",
    'git rm x',
    'ls $X',
    'echo "$(date)"',
    '$HOME/bin/tool',
    "cat <<'E'\n$(rm x)\nE",
  ])('%j is not meant', (command) => {
    expect(judgeShell(rules, command).behavior).toBe('allow')
  })

  it.each(['git push', 'git -C . push', 'git --no-pager push origin', 'git -c a=b push'])(
    '%j is a push in profile raider',
    (command) => {
      expect(judgeShell({ allow: ['Bash'], deny: ['Bash(git push *)'] }, command).behavior).toBe('deny')
    },
  )

  it('asks in profile claude for a denied command inside a text for another shell', () => {
    const decision = judgeShell({ ...rules, profile: 'claude' }, "bash -c 'rm x'")
    expect(decision).toMatchObject({ behavior: 'ask', reasonType: 'safetyCheck' })
  })

  it('tells which part the rule spoke about, and which rule lost', () => {
    const { considered, source } = judgeShell(rules, 'ls && rm x')
    expect(source.name).toBe('Bash(rm *)')
    expect(considered).toMatchObject([
      { source: { name: 'Bash(rm *)' }, behavior: 'deny', about: 'rm x', decided: true },
      { source: { name: 'Bash' }, behavior: 'allow', decided: false },
    ])
  })
})

describe('path rules on commands', () => {
  const paths = { allow: ['Bash'], deny: ['Read(hid)', 'Edit(no)'] }

  it.each([
    'cat hid',
    'cat -n hid',
    'cat < hid',
    'head -1 ./hid',
    'cd sub && cat ../hid',
    'cat sub/../hid',
    'cp hid x',
    'mv hid x',
    'grep x hid',
    'grep -e x hid',
    'sort hid',
    'sudo cat hid',
    'xargs cat hid',
    "bash -c 'cat hid'",
    'echo a > no',
    'echo a >> ./no',
    'ls &> no',
    'tee no',
    'touch no',
    'rm no',
    'sed -i s/a/b/ no',
    'cp x no',
    'dd of=no',
    'truncate -s 0 no',
    '{ ls; } > no',
  ])('%j is refused', (command) => {
    expect(judgeShell(paths, command).behavior).toBe('deny')
  })

  it.each(['touch hid', 'cat no', 'python3 hid', 'echo hid', 'grep hid f'])('%j is not', (command) => {
    expect(judgeShell(paths, command).behavior).toBe('allow')
  })
})

describe('removals that delete too much', () => {
  it.each([
    'rm -rf /',
    'rm -rf ~',
    'rm -rf $HOME',
    'rm -rf .',
    'rm -rf ..',
    'rm -rf /usr',
    'rmdir /tmp',
    'rm -rf *',
    'rm -rf ./*',
    'rm "$X"/*',
    'rm -rf $X/',
    'ls $(rm -rf /)',
    'sudo rm -rf /etc',
    'rm -rf /w',
    'rm -rf /home/me/*',
    "bash -c 'rm -rf /'",
  ])('%j is asked for in every mode and under every rule', (command) => {
    for (const mode of ['default', 'acceptEdits', 'plan', 'auto', 'bypassPermissions'] as const) {
      expect(judgeShell({ allow: ['Bash', `Bash(${command})`], mode }, command)).toMatchObject({
        behavior: 'ask',
        firm: true,
        suggestions: [],
      })
    }
  })

  it.each(['rm -rf sub', 'rm -rf ./sub/*', 'rm -rf /etc/x/y', 'rm x'])('%j is not one of them', (command) => {
    expect(judgeShell({ mode: 'bypassPermissions' }, command).behavior).toBe('allow')
  })
})
