import { hole, unknownWord, type ShellWord } from './shell-word.js'

/** How a wrapper's own arguments are told from the command behind them. */
interface Wrapper {
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[]
  /** Shape of options that stand alone. */
  readonly flag?: RegExp
  /** Words before the command, such as a duration. */
  readonly leading?: number
}

/** Wrappers that an allow rule sees through (Claude Code 2.1.332, seen). */
const transparent: Readonly<Record<string, Wrapper>> = {
  nice: { valued: ['-n'], flag: /^(-\d+|-n-?\d+|--adjustment=-?\d+)$/ },
  nohup: {},
  time: { flag: /^-p$/ },
  timeout: {
    valued: ['-k', '-s', '--kill-after', '--signal'],
    flag: /^(--(preserve-status|foreground|verbose|kill-after=\S+|signal=\w+)|-v)$/,
    leading: 1,
  },
  stdbuf: { valued: ['-i', '-o', '-e'], flag: /^(-[ioe]\w+|--(input|output|error)=\w+)$/ },
  command: { flag: /^-p$/ },
  builtin: {},
  noglob: {},
  xargs: {},
}

/** The command behind the wrappers, for allow rules; undefined where a wrapper's arguments are not understood. */
export const unwrap = (words: readonly ShellWord[]): readonly ShellWord[] | undefined => {
  const [name, ...rest] = words
  const wrapper = name === undefined || name.dynamic ? undefined : ownWrapper(name.value)
  if (wrapper === undefined) return words
  const inner = skipOptions(rest, wrapper)
  return inner === undefined || inner.length === 0 ? undefined : unwrap(inner)
}

const ownWrapper = (name: string): Wrapper | undefined =>
  Object.hasOwn(transparent, name) ? transparent[name] : undefined

const skipOptions = (words: readonly ShellWord[], wrapper: Wrapper): readonly ShellWord[] | undefined => {
  let at = 0
  for (; words[at]?.value.startsWith('-'); at++) {
    const option = words[at]?.value ?? ''
    if (wrapper.valued?.includes(option)) at++
    else if (wrapper.flag?.test(option) !== true) return undefined
  }
  return words.slice(at + (wrapper.leading ?? 0))
}

/** Commands that run another one which they are given as arguments. */
const runners = new Set(
  (
    'nice nohup time timeout stdbuf command builtin noglob env sudo doas watch exec setsid ionice flock nocorrect ' +
    'chrt taskset'
  ).split(' '),
)
/** Further ones that the reference program's deny rules do not look behind (seen), at least not behind options. */
const furtherRunners = new Set(
  'xargs find fd eval busybox toybox parallel strace ltrace chroot unshare script entr su runuser caffeinate'.split(
    ' ',
  ),
)

/** How far deny and ask rules look for a command behind others. */
export interface DenyReach {
  /** Behind any runner and behind options that come before a subcommand, or only where the reference program looks. */
  readonly anyWrapper: boolean
}

/** Readings of one command that are looked at; a longer list ends in a command that may be anything. */
const maxReadings = 200

/**
 * Every sequence of words in a command that may be run as a command. Where the arguments of a runner end is not worked out: each
 * of its words is taken for the start of a command, since a rule that denies one too many is the lesser harm.
 */
export const commandsWithin = (words: readonly ShellWord[], reach: DenyReach): readonly (readonly ShellWord[])[] => {
  const [first, second] = words
  if (first === undefined) return []
  const last = isRunner(first, second, reach) ? words.length : 1
  const found: (readonly ShellWord[])[] = []
  for (let at = 0; at < last && found.length <= maxReadings; at++) found.push(...readings(words.slice(at), reach))
  return found.length > maxReadings ? [...found.slice(0, maxReadings), [unknownWord]] : found
}

/** One command by its name, by its name without the path, and without the options before a subcommand. */
const readings = (words: readonly ShellWord[], reach: DenyReach): readonly (readonly ShellWord[])[] => {
  const [first, ...args] = words
  if (first === undefined) return []
  const name = baseName(first.value)
  const found: (readonly ShellWord[])[] = [words]
  if (name !== first.value) found.push([{ ...first, value: name, open: baseName(first.open) }, ...args])
  if (!reach.anyWrapper) return found
  // An option may have the next word for its value, so that the subcommand is up to two words behind it.
  const isOption = (at: number): boolean => args[at]?.value.startsWith('-') === true
  for (let at = 1; at < args.length && at <= maxReadings && (isOption(at - 1) || isOption(at - 2)); at++) {
    found.push([first, ...args.slice(at)])
  }
  return found
}

const isRunner = (first: ShellWord, second: ShellWord | undefined, reach: DenyReach): boolean => {
  const name = baseName(first.value)
  return runners.has(name) || (reach.anyWrapper ? furtherRunners.has(name) : isPlainXargs(name, second))
}

const isPlainXargs = (name: string, next: ShellWord | undefined): boolean =>
  name === 'xargs' && next?.value.startsWith('-') !== true

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'su', 'runuser'])

/**
 * Text that a command hands to a shell to be run, as of `bash -c '…'` and `eval`; a hole where the shell reads it from its input;
 * undefined where there is none.
 */
export const scriptOf = (words: readonly ShellWord[]): string | undefined => {
  const [first, ...rest] = words
  if (first === undefined) return undefined
  const name = baseName(first.value)
  if (name === 'eval' || name === 'watch') return plainText(rest)
  if (!shells.has(name)) return undefined
  const at = rest.findIndex((word) => /^-[a-zA-Z]*c$/.test(word.value) || word.value === '--command')
  if (at >= 0) return rest[at + 1]?.value
  return rest.every((word) => /^-(?!-(version|help)$)/.test(word.value)) ? hole : undefined
}

/** The words of a command as one text with single blanks, the form that rules are held against. */
export const plainText = (words: readonly ShellWord[]): string => words.map((word) => word.value).join(' ')

/** The same with holes for all that is not certain; undefined where everything is. */
export const openText = (words: readonly ShellWord[]): string | undefined => {
  const text = words.map((word) => word.open).join(' ')
  return text.includes(hole) ? text : undefined
}
