import { posix } from 'node:path'
import { baseName, plainText } from './command-words.js'
import { everyText, optionValues, plainWords } from '../reader/option-value.js'
import { isPlainSed } from '../reader/sed-script.js'
import { hole, type ShellWord } from './shell-word.js'

type Row = (args: readonly ShellWord[]) => readonly string[]

const unknown: readonly string[] = [hole]
const when = (condition: boolean): readonly string[] => (condition ? unknown : [])

/**
 * The texts that a command has run as commands, as of `bash -c '…'`, `trap` and `git -c alias.x='!…'`; a hole for what is not known
 * before it runs, such as what a shell reads from its input. What stands in a named file is not looked at.
 */
export const handedTexts = (words: readonly ShellWord[]): readonly string[] => {
  const name = baseName(words[0]?.value ?? '')
  const row = shellName.test(name) ? shellTexts : Object.hasOwn(table, name) ? table[name] : undefined
  return row?.(words.slice(1)) ?? []
}

const shellName = /^r?(ba|da|z|k|mk|pdk|a|ya|po|fi|c|tc)?sh[\d.-]*$/

/** The command of a shell, whose options may stand on either side of its `-c`; what it reads from its input is not known. */
const shellTexts: Row = (args) => {
  let at = 0
  let commands = false
  for (; /^[-+]./.test(args[at]?.value ?? ''); at++) {
    const option = args[at]?.value ?? ''
    if (option === '--') break
    if (/^--(version|help)$/.test(option)) return []
    const attached = /^--(?:init-)?command=([^]*)/.exec(option)
    if (attached?.[1] !== undefined) return [attached[1]]
    if (/^--(command|init-command)$/.test(option)) commands = true
    if (/^--(rcfile|init-file)$/.test(option)) at++
    if (/^--|\0/.test(option)) continue
    commands ||= option.startsWith('-') && option.includes('c')
    // Each `o` and `O` takes a word of its own.
    at += option.match(/o/gi)?.length ?? 0
  }
  if (/^--?$/.test(args[at]?.value ?? '')) at++
  const operand = args[at]
  if (args.slice(0, at).some(isUncertain)) return unknown
  if (commands) return operand === undefined ? [] : [operand.value]
  return operand === undefined || args.some(({ value }) => /^-[a-z]*s$/.test(value)) ? unknown : fileTexts([operand])
}

/** A file of commands: known where it is a file with a name, which is not looked into. */
const fileTexts: Row = ([file]) => when(file !== undefined && (isUncertain(file) || isInput(file.value)))

const isUncertain = ({ open }: ShellWord): boolean => open.includes(hole)

/** A name for the input of the command itself. */
const isInput = (path: string): boolean =>
  path === '-' ||
  (/^\/(dev|proc)\//.test(posix.normalize(path)) && path !== '/dev/null') ||
  /(^|\/)(stdin|fd\/\d+)$/.test(path)

/** A shell of another user or root, which reads its input unless it is given a command. */
const otherShell: Row = (args) => {
  const texts = optionValues(args, 'c', ['command', 'session-command'])
  return texts.length > 0 ? texts : when(!args.some(({ value }) => /^-u$|^--user/.test(value)))
}

/** It runs a shell where no command is named behind so many arguments of its own. */
const shellWithout =
  (own: number): Row =>
  (args) =>
    when(plainWords(args).filter(({ value }) => !/^\d+$/.test(value)).length <= own)

const rootShell: Row = (args) => when(args.some(({ value }) => /^-\w*[si]$|^--(shell|login)$/.test(value)))

/** Files whose content is a program of commands or options: `-f x`. */
const make: Row = (args) => [
  ...settingTexts(args),
  ...when(
    args.some(({ value }) => /\$\(shell|\$\{shell|`|^--ev|^-E/.test(value)) ||
      optionValues(args, 'f', ['file', 'makefile']).some(isInput),
  ),
]

/** A program that has pipes or calls `system` may run anything. */
const awk: Row = (args) =>
  when(
    args.some(({ value }) => /\bsystem\b|\||@\s*\w|\bgetline\b/.test(value.replaceAll('||', ''))) ||
      plainWords(args, 'Fv').slice(0, 1).some(isUncertain) ||
      optionValues(args, 'fiEl', ['file', 'include', 'exec', 'load']).some(
        (file) => isInput(file) || file.includes(hole),
      ),
  )

const sed: Row = (args) => when(!isPlainSed(args))

const git: Row = (args) => {
  const at = args.findIndex(
    ({ value }, index) => !value.startsWith('-') && !/^(-c|-C|--\w[\w-]*)$/.test(args[index - 1]?.value ?? ''),
  )
  const [subcommand, ...rest] = at < 0 ? [] : args.slice(at)
  const settings = args.flatMap(({ value }, index) =>
    args[index - 1]?.value === '-c' ? [value.slice(value.indexOf('=') + 1)] : [],
  )
  const outside = args.some(({ value }) => /^--(exec-path=|config-env)/.test(value))
  return [...settings.flatMap(gitSetting), ...when(outside), ...gitSubcommand(subcommand?.value ?? '', rest)]
}

/** The value of a setting may be a command, or one of git itself. */
const gitSetting = (value: string): readonly string[] => [value.replace(/^!/, ''), `git ${value}`]

const gitSubcommand = (name: string, args: readonly ShellWord[]): readonly string[] => {
  const [first, ...rest] = plainWords(args)
  switch (name) {
    case 'config':
      return rest.flatMap(({ value }) => gitSetting(value))
    case 'rebase':
      return optionValues(args, 'x', ['exec'])
    case 'bisect':
    case 'submodule':
      return first?.value === 'run' || first?.value === 'foreach' ? [plainText(rest)] : []
    case 'filter-branch':
      return everyText(args)
    case 'difftool':
      return optionValues(args, 'x', ['extcmd'])
    case 'grep':
      return args.flatMap(({ value }) => /^(?:-O|--op[a-z-]*=)([^]+)/.exec(value)?.[1] ?? [])
    case 'clone':
    case 'fetch':
    case 'pull':
    case 'push':
    case 'ls-remote':
    case 'archive':
      return [
        ...optionValues(args, 'u', ['upload-pack', 'receive-pack', 'exec']),
        ...args.flatMap(({ value }) => (value.startsWith('ext::') ? [value.slice('ext::'.length)] : [])),
      ]
    default:
      return []
  }
}

/** `npm exec x` runs the program x, of a package or not. */
const packagePrograms: Row = ([first, ...rest]) =>
  first !== undefined && /^(exec|x|dlx)$/.test(first.value) ? [plainText(rest)] : []

const rows = (names: string, row: Row): Readonly<Record<string, Row>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, row]))

const table: Readonly<Record<string, Row>> = {
  ...rows('eval watch', (args) => [plainText(args)]),
  ...rows('su runuser', otherShell),
  ...rows('newgrp login at batch fc', () => unknown),
  ...rows('script', (args) => {
    const texts = optionValues(args, 'c', ['command'])
    return texts.length > 0 ? texts : when(!args.some(({ value }) => value === '--'))
  }),
  ...rows('chroot', shellWithout(1)),
  ...rows('unshare nsenter setarch linux32 linux64 i386 x86_64 uname26 fakeroot', shellWithout(0)),
  ...rows('sudo doas', rootShell),
  ...rows('env', (args) => [...optionValues(args, 'S', ['split-string']), ...settingTexts(args)]),
  ...rows('export declare typeset local readonly', (args) => settingTexts(args)),
  ...rows('. source', (args) => fileTexts(plainWords(args))),
  ...rows('mapfile readarray', (args) => optionValues(args, 'C', []).map((text) => `${text} ${hole}`)),
  ...rows('alias', (args) => when(args.some(({ value }) => value.includes('=')))),
  ...rows('hash', (args) => when(args.some(({ value }) => /^-\w*p/.test(value)))),
  ...rows('enable', (args) => when(args.some(({ value }) => /^-\w*f/.test(value)))),
  ...rows('bind', (args) => when(args.some(({ value }) => /^-\w*[xf]/.test(value)))),
  ...rows('crontab', (args) => when(args.length === 0 || args.some(({ value }) => isInput(value)))),
  ...rows('trap compgen complete sg flock entr hyperfine tmux screen tar ssh scp sftp rsync zip nix-shell', everyText),
  ...rows('parallel', (args) => [...everyText(args), ...when(plainWords(args).length === 0)]),
  ...rows('fd fdfind', (args) => optionValues(args, 'xX', ['exec', 'exec-batch']).map((text) => `${text} ${hole}`)),
  ...rows('npm npx pnpm yarn', (args) => [...optionValues(args, 'c', ['call']), ...packagePrograms(plainWords(args))]),
  ...rows('sort', (args) => optionValues(args, '', ['compress-program']).map((text) => `${text} ${hole}`)),
  ...rows('split', (args) => optionValues(args, '', ['filter'])),
  ...rows('man', (args) => optionValues(args, 'PH', ['pager', 'html'])),
  ...rows('dpkg', (args) => optionValues(args, '', ['pre-invoke', 'post-invoke'])),
  ...rows('less more', (args) => args.flatMap(({ value }) => /^\+[^]*?!([^]+)/.exec(value)?.[1] ?? [])),
  ...rows('sqlite3 psql mysql mariadb', (args) => when(args.some(({ value }) => /\.(shell|system)\b|\\!/.test(value)))),
  ...rows('awk gawk mawk nawk original-awk', awk),
  ...rows('sed gsed', sed),
  ...rows('make gmake', make),
  ...rows('git', git),
  ...rows('nc ncat', (args) => when(args.some(({ value }) => /^-\w*[ec]|^--(sh-)?exec/.test(value)))),
  ...rows('ed ex vi vim nvim view emacs gdb lldb expect socat dc gnuplot m4', () => unknown),
}

/** Variables whose value is run, or holds options that may say what is run. */
const commandVariables =
  /^(PROMPT_COMMAND|PS[0-4]|\w*PAGER|\w*EDITOR|VISUAL|FCEDIT|BROWSER|SHELL|\w+_ASKPASS|GIT_(SSH\w*|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG_\w+)|LESSOPEN|LESSCLOSE|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|MAKEFLAGS|BASH_FUNC_.*)$/
/** Variables that name a file of commands. */
const fileVariables = /^(ENV|BASH_ENV)$/

/** The texts that a value is run as, once it is in the environment. */
export const variableTexts = (name: string, value: ShellWord): readonly string[] => {
  if (fileVariables.test(name)) return fileTexts([value])
  return commandVariables.test(name) ? [value.value] : []
}

const settingTexts: Row = (args) =>
  args.flatMap((word) => {
    const [, name, value] = /^([\w%]+)=([^]*)$/.exec(word.value) ?? []
    return name === undefined || value === undefined ? [] : variableTexts(name, { ...word, value, open: value })
  })
