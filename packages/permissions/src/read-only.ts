import type { ShellWord } from './shell-word.js'

/** A command that only reads: which forms of it, and which of its arguments are paths. */
export interface Reader {
  /** Index of the first argument that is a path, options aside; none where absent. */
  readonly pathsFrom?: number
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[]
  /** Forms that write or run something. */
  readonly refuses?: RegExp
  /** Forms that read; all where absent. Held against the arguments joined by blanks. */
  readonly accepts?: RegExp
  /** Globs could become options that write: refused. */
  readonly noGlob?: boolean
}

const readers = (names: string, reader: Reader = {}): readonly (readonly [string, Reader])[] =>
  names.split(' ').map((name) => [name, reader])

/** Commands that run without a rule, as seen of Claude Code 2.1.332. */
const table: ReadonlyMap<string, Reader> = new Map([
  ...readers(
    'cat tail nl rev tsort strings od wc stat file du cut paste column comm md5sum sha256sum sha1sum realpath readlink',
    {
      pathsFrom: 0,
      valued: ['-n', '-c', '-d', '-f', '-s', '-t', '-A', '-j', '-N', '-w', '-S'],
    },
  ),
  ...readers('ls tree head base64 df diff', { pathsFrom: 0, valued: ['-n', '-c', '-I', '-L', '-P', '-w'] }),
  ...readers('sort', {
    pathsFrom: 0,
    valued: ['-k', '-t', '-S', '-T'],
    refuses: /(^| )(-\w*o|--output|--compress-program|-T|--temporary)/,
  }),
  ...readers('sed', { pathsFrom: 1, accepts: /^-n(?: -?E)? '?"?\d*(?:,(?:\d+|\$))?p'?"?(?: |$)/ }),
  ...readers('grep egrep fgrep', {
    pathsFrom: 1,
    valued: ['-e', '-f', '-A', '-B', '-C', '-m', '--include', '--exclude'],
  }),
  ...readers('rg', {
    pathsFrom: 1,
    valued: ['-g', '-t', '-A', '-B', '-C', '-m', '-e'],
    refuses: /--(pre|hostname-bin|search-zip)|(^| )-\w*z/,
  }),
  ...readers('fd', {
    pathsFrom: 1,
    valued: ['-e', '-t', '-d'],
    refuses: /(^| )(-x|-X|--exec|--exec-batch|-\w*[xX])( |=|$)/,
  }),
  ...readers('find', {
    pathsFrom: 0,
    valued: [
      '-name',
      '-iname',
      '-path',
      '-ipath',
      '-regex',
      '-iregex',
      '-type',
      '-maxdepth',
      '-mindepth',
      '-size',
      '-mtime',
      '-mmin',
      '-perm',
      '-user',
      '-group',
      '-printf',
    ],
    refuses: /(^| )-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)\b/,
    noGlob: true,
  }),
  ...readers(
    'tr basename dirname echo printf seq cal true false sleep whoami id groups uname arch nproc locale uptime free ps pgrep lsof netstat ss which type man help pwd : history',
    {},
  ),
  ...readers('test [', { pathsFrom: 0 }),
  ...readers('jq', {
    pathsFrom: 1,
    refuses: /(^| )(-\w*f|--from-file|-L|--rawfile|--slurpfile)|\benv\b|input_filename/,
  }),
  ...readers('date', { refuses: /(^| )(-\w*s|--set)|(^| )\d{8,}/ }),
  ...readers('hostname', { accepts: /^(-[a-zA-Z]+)?$/, refuses: /-(F|b)/ }),
  ...readers('ifconfig', { accepts: /^\w*$/ }),
  ...readers('ip', { accepts: /^addr( show)?$/ }),
  ...readers('node', { accepts: /^(-v|--version)$/ }),
  ...readers('docker', { accepts: /^ps( -[a-z]+)*$/ }),
])

/** Subcommands of git that only read, with the forms of them that do. */
const gitTable: ReadonlyMap<string, Reader> = new Map([
  ...readers('status log show blame rev-parse ls-files describe cat-file shortlog reflog', {
    refuses: /(^| )(--output|--ext-diff|--textconv|--filters|expire|delete)/,
    noGlob: true,
  }),
  ...readers('diff', { refuses: /(^| )(--output|--ext-diff|--no-index|--textconv)/, noGlob: true }),
  ...readers('grep', { refuses: /(^| )(-O|--open-files-in-pager)/, noGlob: true }),
  ...readers('branch', {
    accepts: /^(-a|-r|-v|-vv|-l|--list|--all|--remotes|--show-current|--merged|--no-merged|--contains)?( |$)/,
    refuses: /(^| )-[dDmMcCfu]/,
    noGlob: true,
  }),
  ...readers('tag', { accepts: /^($|-l|--list|-n\d*)/, noGlob: true }),
  ...readers('stash worktree', { accepts: /^list\b/, noGlob: true }),
  ...readers('remote', { accepts: /^(-v|--verbose)?$/ }),
  ...readers('config', { accepts: /^(--get|--get-all|--list|-l)( |$)/ }),
])

/** How a command reads; undefined where it may do more than that. */
export const readerOf = (words: readonly ShellWord[]): Reader | undefined => {
  const [name, ...rest] = words
  if (name === undefined || name.dynamic) return undefined
  const isGit = name.value === 'git'
  const reader = isGit ? gitTable.get(rest[0]?.value ?? '') : table.get(name.value)
  const args = isGit ? rest.slice(1) : rest
  return reader !== undefined && fits(reader, args) ? reader : undefined
}

const fits = (reader: Reader, args: readonly ShellWord[]): boolean => {
  const text = args.map((word) => word.value).join(' ')
  if (reader.noGlob === true && args.some((word) => word.glob)) return false
  return reader.accepts?.test(text) !== false && reader.refuses?.test(text) !== true
}

/** The arguments that are paths. */
export const pathArguments = (words: readonly ShellWord[], reader: Reader): readonly ShellWord[] => {
  if (reader.pathsFrom === undefined) return []
  return plainArguments(words.slice(1), reader.valued ?? []).slice(reader.pathsFrom)
}

/** The arguments that are neither options nor values of options. */
export const plainArguments = (args: readonly ShellWord[], valued: readonly string[]): readonly ShellWord[] => {
  const found: ShellWord[] = []
  let ended = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (word === undefined) break
    if (!ended && word.value === '--') ended = true
    else if (!ended && word.value.startsWith('-') && word.value !== '-') at += valued.includes(word.value) ? 1 : 0
    else found.push(word)
  }
  return found
}
