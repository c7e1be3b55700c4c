import { describe, expect, it } from 'vitest'
import { commandRuns } from './command-condition.js'

const rules = ['git *', 'git push *', 'rm *', 'ls', '* push', 'gi*', 'ls*']
const held = (command: string): string => rules.filter((rule) => commandRuns(rule, command, '/home/u')).join(', ')

const all = rules.join(', ')
/** Conditions that name more than the command. */
const some = 'git push *, ls, * push'
const git = 'git *, git push *, * push, gi*'

describe('a condition on commands', () => {
  it.each([
    ['git push', git],
    ['git push # rm x', git],
    ['git push > out', git],
    ['git push 2>&1', git],
    ['git push &', git],
    ['git -C x push', 'git *, * push, gi*'],
    ['A=$HOME git push', git],
    ['rm', 'rm *'],
    ['\\rm x', 'rm *'],
    ["'rm' x", 'rm *'],
    ['rm x \\\n y', 'rm *'],
    ['  ls', 'ls, ls*'],
    ['ls -l', 'ls*'],
    ['npm test && ls', 'ls, ls*'],
    ['ls; rm x | cat', 'rm *, ls, ls*'],
    ['(cd x && git push now)', 'git *, git push *, gi*'],
    ['sleep 1 & rm x', 'rm *'],
    ['! rm x', 'rm *'],
    ['if true; then rm x; fi', 'rm *'],
    ['for i in a; do rm x; done', 'rm *'],
    ['[[ -e x ]] && rm x', 'rm *'],
    ['time rm x', 'rm *'],
  ])('looks at each command: %s', (command, expected) => expect(held(command)).toBe(expected))

  it.each(['for i in a; do echo $i; done', 'for ((;;)); do ls; done', 'select i in a; do ls; done'])(
    'does not know what a loop gives to its variable: %s',
    (command) => expect(held(command)).toBe(all),
  )

  it('finds the keyword before a command too', () =>
    expect(commandRuns('time *', 'time -p rm x', '/home/u')).toBe(true))

  it.each([
    'echo "git push now"',
    "echo 'rm x'",
    'echo git pus',
    '/bin/rm x',
    'sudo rm x',
    'timeout 5 rm x',
    'env rm x',
    'bash -c "rm x"',
    'eval "rm x"',
    'xargs -n1 rm < x',
    'cat a | cat b',
    'cat <<"EOF"\n$X\nEOF',
    `echo '$X'`,
  ])('does not look through quotes, paths and wrappers: %s', (command) => expect(held(command)).toBe(''))

  it.each(['echo $HOME/x', 'echo "$HOME"', 'X=1; echo $X', 'X=1; echo "$X"', 'X=$(date)', 'echo ~/x *.txt $((1+2))'])(
    'is sure of what the line itself tells: %s',
    (command) => expect(held(command)).toBe(''),
  )

  it.each([
    ['echo $PWD', some],
    ['echo $?', some],
    ['echo $@', some],
    ['echo "$(date)"', some],
    ['echo "`date`"', some],
    ['echo $(rm -rf x)', 'git push *, rm *, ls, * push'],
    ['echo $(echo $(rm x))', 'git push *, rm *, ls, * push'],
  ])('holds beyond the name of the command when an argument is unknown: %s', (command, expected) =>
    expect(held(command)).toBe(expected),
  )

  it('examines a substitution inside a longer quoted text', () =>
    expect(held('echo "a $(git push now) b"')).toBe('git *, git push *, gi*'))

  it('looks through a plain xargs', () => expect(held('xargs rm < x')).toBe('rm *'))

  it.each([
    'git push; (((',
    '$CMD x',
    'echo "$X"',
    'echo ${HOME}',
    'echo a$X',
    'echo x | cat $Y',
    'git push > $X',
    'FOO=$X git push',
    'X=$(date); echo $X',
    'git push $(date) | cat',
    'cat <(ls)',
    'cat <<EOF\n$X\nEOF',
    'cat <<< "$X"',
    'case a in a) rm x;; esac',
    'f() { rm x; }; f',
    '{ rm x; }',
    '((1+2))',
    'a=(1 2)',
    'rm{,x} y',
    "echo $'a'",
    'echo $((X+1))',
    'while read l; do rm $l; done',
  ])('always holds when the line cannot be known: %s', (command) => expect(held(command)).toBe(all))

  it('never holds for a call without a command', () => expect(commandRuns('git *', undefined, '/')).toBe(false))
})
