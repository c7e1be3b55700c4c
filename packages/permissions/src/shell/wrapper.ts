import { baseName } from './command-words.js'
import { filledStarts } from './filled-command.js'
import { unknownWord, type ShellWord } from './shell-word.js'

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
  nice: { valued: ['-n'], flag: /^(-\d+|--adjustment=-?\d+)$/ },
  nohup: {},
  time: {},
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
  const [name] = words
  const wrapper = name === undefined || name.dynamic ? undefined : ownWrapper(name.value)
  if (wrapper === undefined) return words
  const inner = skipOptions(words.slice(1), wrapper)
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
  (
    'xargs find fd fdfind eval busybox toybox parallel strace ltrace chroot unshare script entr su runuser caffeinate setpriv ' +
    'setarch linux32 linux64 i386 x86_64 uname26 choom prlimit nsenter cgexec systemd-run systemd-inhibit dbus-run-session ' +
    'dbus-launch xvfb-run fakeroot fakechroot proot bwrap firejail pkexec run0 gosu su-exec setuidgid chpst softlimit envdir ' +
    'envuidgid faketime eatmydata torsocks torify proxychains proxychains4 tsocks unbuffer rlwrap perf valgrind hyperfine ' +
    'numactl cpulimit dtach abduco screen tmux daemonize start-stop-daemon capsh catchsegv sshpass direnv dotenv dotenvx ' +
    'ssh-agent ssh runcon aa-exec chronic ifne timelimit ccache uv poetry pipenv bundle mise asdf npx bunx pnpx coproc gdb ' +
    'unminimize trap compgen sg flock ip op pipx with-contenv s6-setuidgid uclampset heaptrack'
  ).split(' '),
)

/** How far deny and ask rules look for a command behind others. */
interface DenyReach {
  /** Behind any runner and behind options that come before a subcommand, or only where the reference program looks. */
  readonly anyWrapper: boolean
}

/** Readings of one command that are looked at; a longer list ends in a command that may be anything. */
const maxReadings = 200

/**
 * Every sequence of words in a command that may be run as a command. Where the arguments of a runner end is not worked out: each
 * of its words is taken for the start of a command, since a rule that denies one too many is the lesser harm.
 */
export const startsWithin = (words: readonly ShellWord[], reach: DenyReach): readonly (readonly ShellWord[])[] => {
  const [first, second] = words
  if (first === undefined) return []
  if (!isRunner(first, second, reach)) return [words]
  const given = words.slice(0, maxReadings + 1).map((_, at) => words.slice(at))
  return bounded(reach.anyWrapper ? [...given, ...filledStarts(words)] : given)
}

/** Each of these by its name, by its name without the path, and without the options before a subcommand. */
export const readingsOf = (
  starts: readonly (readonly ShellWord[])[],
  reach: DenyReach,
): readonly (readonly ShellWord[])[] => {
  const found: (readonly ShellWord[])[] = []
  for (const start of starts) {
    found.push(...readings(start, reach))
    if (found.length > maxReadings) break
  }
  return bounded(found)
}

const bounded = (found: readonly (readonly ShellWord[])[]): readonly (readonly ShellWord[])[] =>
  found.length > maxReadings ? [...found.slice(0, maxReadings), [unknownWord]] : found

const readings = (words: readonly ShellWord[], reach: DenyReach): readonly (readonly ShellWord[])[] => {
  const [first] = words
  if (first === undefined) return []
  const name = baseName(first.value)
  const found = [words]
  if (name !== first.value) found.push([{ ...first, value: name, open: baseName(first.open) }, ...words.slice(1)])
  if (!reach.anyWrapper) return found
  // An option may have the next word for its value, so that the subcommand is up to two words behind it.
  const isOption = (at: number): boolean => at > 0 && words[at]?.value.startsWith('-') === true
  for (let at = 2; at < words.length && at <= maxReadings + 1 && (isOption(at - 1) || isOption(at - 2)); at++) {
    found.push([first, ...words.slice(at)])
  }
  return found
}

const isRunner = (first: ShellWord, second: ShellWord | undefined, reach: DenyReach): boolean => {
  const name = baseName(first.value)
  if (reach.anyWrapper && /^ld(-linux|-musl|\.so)/.test(name)) return true
  return runners.has(name) || (reach.anyWrapper ? furtherRunners.has(name) : isPlainXargs(name, second))
}

const isPlainXargs = (name: string, next: ShellWord | undefined): boolean =>
  name === 'xargs' && next?.value.startsWith('-') !== true
