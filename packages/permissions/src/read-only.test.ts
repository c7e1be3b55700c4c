import { describe, expect, it } from 'vitest'
import { judgeShell } from './testbed.js'

/** What runs without a rule in the default mode. The first list and the second were seen of Claude Code 2.1.332. */
describe('commands that only read', () => {
  it.each(
    `
    ls -la sub|cat f.txt sub/g.txt|cat -n f.txt|head -n 1 f.txt|tree sub|od f.txt|file f.txt|ps|cat *.txt|grep -r x *|find . -type f
    find . -name '*.txt'|cut -d: -f1 f.txt|cut -d / -f1 f.txt|git log|git log --oneline|git stash list|git remote -v|git config --get user.name
    git branch|git branch -a|git tag|git show|git reflog|git rev-parse HEAD|git diff --stat|git status --short f.txt|git grep x|git ls-files
    git describe|git cat-file -p HEAD|git worktree list|git shortlog|git blame f.txt|sed -n 1p f.txt|sed -n '1,2p' f.txt|docker ps|jq . f.txt
    jq -n 1|man ls|type ls|seq 3|expr 1|test -f x|[ -f x ]|timeout 5 ls|LANG=C ls|ls 2>/dev/null|ls >/dev/null 2>&1|printf x|printf '%s' MK3
    date|date +%Y > /dev/null|hostname|which -a ls|du -sh|tr a b < f.txt|echo a; echo b|cd sub|cd .|cd sub && ls|md5sum f.txt|rg x|fd x
    diff f.txt sub/g.txt|true && false|sleep 1|history|arch|ip addr|base64 f.txt|strings f.txt|nproc|locale|basename a|realpath f.txt
    cat f.txt \\| head -1 \\| tail -1|ls -l \\| grep x \\| wc -l|cat < f.txt|cat ./f.txt|node -v|python3 --version|echo ~|cat 'a b'|cat f.txt # c
    echo "$HOME" && which sh|echo $HOME|echo "a$((1))b"|A=1|NODE_ENV=test|if true; then ls; fi|if [ -f f.txt ]; then cat f.txt; fi|! ls
    until true; do ls; done|[[ -f f.txt ]] && ls|cat <<< hi|echo a > /dev/null|ls /w/project/sub|cat "f.txt"|\\ls|sort f.txt|comm f.txt f.txt
  `
      .split(/\n|(?<!\\)\|/)
      .map((line) => line.trim().replaceAll('\\|', '|'))
      .filter(Boolean),
  )('%s runs', (command) => {
    expect(judgeShell({}, command).behavior).toBe('allow')
  })

  it.each(
    `
    find . -name f.txt -delete|find . -exec ls {} +|sed -i s/x/y/ f.txt|sort -o f.txt f.txt|echo $(touch a)|echo \`touch a\`|cat f.txt \\| tee a
    find . -name *.txt|python3 -c 1|env|awk 1 f.txt|export A=1|sh f.txt|uniq f.txt|git diff *.txt|sed 's/a/b/' f.txt|sed -n 's/x/y/p' f.txt
    cat /dev/null|command -v ls|yes \\| head|xargs ls|FOO=1 ls|nice ls|time ls|nohup ls|less f.txt|ls > out|date -s x|hostname x|ls ~|ls -la ..
    cd ..|cd|git branch -d x|git branch new|git stash|git remote add a b|git diff --output=x|git config user.name x|git --version|git -C . status
    git -c core.pager=touch status|test $(ls)|cat $PWD/f.txt|env \\| grep x|npm -v|cat ~/.bashrc|ls sub/..|cat sub/../sub/x|find . \\| xargs cat
    xxd f.txt|cat /etc/hosts|cat $HOME/x|grep MK2 /home/me/h.txt|cat < /home/me/h.txt|find /home/me -name h.txt|cd /home/me && ls|ls &|(ls)
    { ls; }|f() { ls; }|case x in x) ls;; esac|cd sub && git status|PATH=/x; ls|IFS=x; ls|LD_PRELOAD=x|ls <(ls)|echo a{b,c}|echo $FOO|echo "$FOO"
    echo \${HOME}|((1)); ls|for ((i=0;i<1;i++)); do ls; done|eval ls|source f.txt|exec ls|bash -c ls|sudo ls|kill 1|touch a
  `
      .split(/\n|(?<!\\)\|/)
      .map((line) => line.trim().replaceAll('\\|', '|').replaceAll('\\`', '`').replaceAll('\\$', '$'))
      .filter(Boolean),
  )('%s is asked for', (command) => {
    expect(judgeShell({}, command).behavior).toBe('ask')
  })

  it.each([
    'cat -n /etc/passwd',
    'du -s /etc',
    'grep -e x /etc/passwd',
    'grep --regexp=x /etc/passwd',
    'grep -f /etc/passwd f.txt',
    'grep --file=/etc/passwd f.txt',
    'rg --files /etc',
    'fd . /etc',
    'wc --files0-from=/etc/x',
    'sort -T /etc f.txt',
    'tree -o out',
    'printf -v PATH /evil',
    'man -P ./evil ls',
    'history -w f.txt',
    'file -C -m f.txt',
    'date -f f.txt',
    'ss -K',
    'rg --pre ./evil x',
    'fd -x ./evil',
    'jq -n env',
    'git grep -O x',
    'git log --ext-diff',
    'git branch -v new',
    'git tag new',
    'diff --from-file=/etc/passwd f.txt',
    'cat -- /etc/passwd',
    'cat "~"/../../x',
    'ls /w/project/../other',
    'cat ~root/x',
    "cat f.txt; 'cat f.txt'",
  ])('%s is asked for, since it reads elsewhere, writes or runs something', (command) => {
    expect(judgeShell({}, command).behavior).toBe('ask')
  })

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
