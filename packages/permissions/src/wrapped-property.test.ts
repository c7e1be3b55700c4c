import { describe, expect, it } from 'vitest'
import { createRandom, judgeShell } from './judge.fixture.js'

type Wrapper = (command: string) => string

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** Wrappers that run whatever line they are given. */
const ofLines: readonly Wrapper[] = [
  (line) => `( ${line} )`,
  (line) => `{ ${line}\n}`,
  (line) => `echo $( ${line} )`,
  (line) => `echo "\`${line.replaceAll(/[\\`$"]/g, String.raw`\$&`)}\`"`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `for i in 1; do ${line}\ndone`,
  (line) => `f() { ${line}\n}; f`,
  (line) => `cat <(${line})`,
  (line) => `true && ${line}`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `sh -ec ${quoted(line)}`,
  (line) => `bash -c -- ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `bash <<< ${quoted(line)}`,
  (line) => `bash -s x <<'E'\n${line}\nE`,
  (line) => `echo ${quoted(line)} | sh`,
  (line) => `. /dev/stdin <<< ${quoted(line)}`,
  (line) => `trap ${quoted(line)} EXIT`,
  (line) => `env -S ${quoted(`bash -c ${quoted(line)}`)}`,
  (line) => `su -c ${quoted(line)}`,
  (line) => `watch ${quoted(line)}`,
  (line) => `flock l -c ${quoted(line)}`,
  (line) => `git -c alias.x=${quoted(`!${line}`)} x`,
  (line) => `git submodule foreach ${quoted(line)}`,
  (line) => `tar cf x --checkpoint-action=exec=${quoted(line)} f`,
  (line) => `x=${quoted(`a[$( ${line} )]`)}; ((x))`,
  (line) => `x=${quoted(`a[$( ${line} )]`)}; y[x]=1`,
  (line) => `x=${quoted(`$( ${line} )`)}; echo "\${x@P}"`,
  (line) => `PS4=${quoted(`$( ${line} )`)} bash -xc ls`,
  (line) => `xargs -I{} sh -c ${quoted(line)}`,
]
/** Wrappers that run the simple command behind them. */
const ofCommands: readonly Wrapper[] = [
  'sudo -u x',
  'env A=1',
  'nice -n 5',
  'timeout -k 1 5',
  'nohup',
  'setsid -w',
  'ionice -c 2',
  'xargs -n1',
  'find . -exec',
  'busybox',
  'command',
  'exec',
  'chroot /',
  'unshare -r',
  'setpriv --no-new-privs',
  'linux64',
  'flock l',
  'stdbuf -oL',
  'A=1',
  '!',
  'time',
].map((words) => (command) => `${words} ${command}`)

describe('a denied command', () => {
  it('is never allowed, however it is wrapped', () => {
    const random = createRandom(7)
    const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
    const rules = { allow: ['Bash'], deny: ['Bash(rm *)'] }
    const lines = Array.from({ length: 1500 }, () => {
      const inner = Array.from({ length: random(3) }).reduce<string>((command) => pick(ofCommands)(command), 'rm v')
      return Array.from({ length: random(4) }).reduce<string>((text) => pick(ofLines)(text), inner)
    })
    expect(lines.filter((line) => judgeShell(rules, line).behavior === 'allow')).toEqual([])
  })
})
