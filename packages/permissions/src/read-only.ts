import { pathWords, type PathShape } from './path-word.js'
import type { ShellWord } from './shell-word.js'

/** A command that only reads: which forms of it, and which of its arguments are paths. */
export interface Reader {
  /** Absent where no argument is a path. */
  readonly paths?: PathShape
  /** Forms that write or run something. Held against the arguments joined by blanks. */
  readonly refuses?: RegExp
  /** Forms that read; all where absent. */
  readonly accepts?: RegExp
  /** A glob could become an option that writes. */
  readonly noGlob?: boolean
}

const readers = (names: string, reader: Reader = {}): readonly (readonly [string, Reader])[] =>
  names.split(' ').map((name) => [name, reader])

const files: PathShape = { skip: 0 }
const afterPattern: PathShape = { skip: 1, unskipped: /^(-\w*[ef]|--(regexp|file|files|search-path|base-directory)\b)/ }

/** Commands that run without a rule (Claude Code 2.1.332, seen), less the forms that write, run or send something after all. */
const table: ReadonlyMap<string, Reader> = new Map([
  ...readers('cat tail head tac rev tsort strings od base64 ls df md5sum sha1sum sha256sum realpath readlink', {
    paths: files,
  }),
  ...readers('wc du', { paths: files, refuses: /--files0-from/ }),
  ...readers('stat diff comm', { paths: files }),
  ...readers('cut paste', { paths: { skip: 0, valued: ['-d'] } }),
  ...readers('nl column', { paths: { skip: 0, valued: ['-s'] } }),
  ...readers('tree', { paths: files, refuses: /(^| )-\w*[oR]/ }),
  ...readers('file', { paths: files, refuses: /(^| )(-\w*[Cfm]|--compile|--files-from|--magic-file)/ }),
  ...readers('sort', {
    paths: { skip: 0, valued: ['-t'] },
    refuses: /(^| )(-\w*[oT]|--output|--compress-program|--temporary|--files0-from)/,
  }),
  ...readers('sed', { paths: { skip: 1 }, accepts: /^-n(?: -?E)? \d*(?:,(?:\d+|\$))?p(?: |$)/ }),
  ...readers('grep egrep fgrep', { paths: afterPattern }),
  ...readers('rg', { paths: afterPattern, refuses: /--(pre|hostname-bin|search-zip)|(^| )-\w*z/ }),
  ...readers('fd', { paths: afterPattern, refuses: /(^| )(-\w*[xX]|--exec|--exec-batch)( |=|$)/ }),
  ...readers('find', {
    paths: files,
    refuses: /(^| )-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)\b/,
    noGlob: true,
  }),
  ...readers('test [', { paths: files }),
  ...readers('jq', {
    paths: { skip: 1 },
    refuses: /(^| )(-\w*[fL]|--from-file|--rawfile|--slurpfile|--argfile)|\benv\b|\$ENV|input_filename/,
  }),
  ...readers(
    'tr basename dirname echo seq cal true false : sleep whoami id groups uname arch nproc locale uptime expr',
  ),
  ...readers('free ps pgrep lsof netstat which type help pwd'),
  ...readers('printf', { refuses: /^-v/ }),
  ...readers('ss', { refuses: /(^| )(-\w*K|--kill)/ }),
  ...readers('man', { accepts: /^[\w.:+ -]+$/, refuses: /(^| )-/ }),
  ...readers('history', { accepts: /^\d*$/ }),
  ...readers('date', { refuses: /(^| )(-\w*[srf]|--set|--reference|--file)|(^| )\d{8,}/ }),
  ...readers('hostname', { accepts: /^(-[a-zA-Z]+)?$/, refuses: /-(F|b)/ }),
  ...readers('ifconfig', { accepts: /^\w*$/ }),
  ...readers('ip', { accepts: /^addr( show)?$/ }),
  ...readers('node python3', { accepts: /^(-v|--version)$/ }),
  ...readers('docker', { accepts: /^ps( -[a-z]+)*$/ }),
])

/** Subcommands of git that only read, with the forms of them that do. */
const gitTable: ReadonlyMap<string, Reader> = new Map([
  ...readers('status log show blame rev-parse ls-files describe cat-file shortlog reflog', {
    refuses: /(^| )(--output|--ext-diff|--textconv|--filters|expire|delete)/,
    noGlob: true,
  }),
  ...readers('diff', { refuses: /(^| )(--output|--ext-diff|--no-index|--textconv)/, noGlob: true }),
  ...readers('grep', { refuses: /(^| )(-\w*O|--open-files-in-pager|--no-index)/, noGlob: true }),
  ...readers('branch', {
    accepts: /^(-a|-r|-v|-vv|--all|--remotes|--show-current)?$|^(-l|--list|--merged|--no-merged|--contains)( |$)/,
    refuses: /(^| )-[dDmMcCfu]/,
    noGlob: true,
  }),
  ...readers('tag', { accepts: /^$|^(-l|--list|-n\d*)( |$)/, refuses: /(^| )-[dasufmF]/, noGlob: true }),
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
export const pathArguments = (words: readonly ShellWord[], { paths }: Reader): readonly ShellWord[] =>
  paths === undefined ? [] : pathWords(words.slice(1), paths)
