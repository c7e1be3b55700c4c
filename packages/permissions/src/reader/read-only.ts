import { gitReaders } from './git-reader.js'
import { hasOnly, knownOptions } from './known-options.js'
import { pathWords, type PathShape } from '../shell/path-word.js'
import { readers, type Reader } from './reader.js'
import type { ShellWord } from '../shell/shell-word.js'

const files: PathShape = { skip: 0 }
const afterPattern: PathShape = {
  skip: 1,
  unskipped: /^(-\w*[ef]|--(regexp|file|files|search-path|base-directory)\b)/,
  attached: /^-\w*f(?!ile)([^]+)$/,
}

const predicates =
  '[HLP]|O\\d|[aco]|and|or|not|[acm](min|time)|[ac]?newer|newer[aBcm][aBcmt]|daystart|depth|empty|executable|false|follow|fstype|gid|group|' +
  'i?lname|i?name|inum|i?path|i?regex|i?wholename|links|ls|maxdepth|mindepth|mount|no(group|leaf|user|warn)|warn|perm|print[0f]?|' +
  'prune|quit|readable|regextype|samefile|size|true|type|uid|used|user|writable|xdev|xtype|[dEsx]|\\d\\S*'

/** Scripts of sed that print lines of files, and one that replaces text on its way through a pipe. */
const printing = String.raw`-n(?: -E)? \d*(?:,\d+)?p(?:;\d*(?:,\d+)?p)*(?: (?!-)\S+)*`
const replacing = String.raw`(?:-E )?s([/|#,])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI\d]*`

/**
 * Commands that run without a rule (Claude Code 2.1.332, seen), as long as they are given nothing but what is known to read: an option
 * that is not listed here is asked for, whatever it is short for.
 */
const table: ReadonlyMap<string, Reader> = new Map([
  ...readers('cat tail head tac rev tsort od hexdump ls md5sum sha1sum sha256sum readlink stat diff comm', {
    paths: files,
  }),
  ...readers('fold fmt expand unexpand pr', { paths: files }),
  ...readers('strings', { paths: files, refuses: /(^| )@/ }),
  ...readers('base64', { paths: files, options: knownOptions('diD wb', 'decode ignore-garbage wrap') }),
  ...readers('wc', {
    paths: files,
    options: knownOptions('clmLw', 'bytes chars lines words max-line-length total'),
    globs: 'all',
  }),
  ...readers('cut paste', { paths: { skip: 0, valued: ['-d'] } }),
  ...readers('nl column', { paths: { skip: 0, valued: ['-s'] } }),
  ...readers('tree', {
    paths: files,
    options: knownOptions(
      'adfilpsugDFqNQhnCASJXxrtUvc LPI',
      'dirsfirst filesfirst gitignore noreport inodes device du si prune matchdirs ignore-case charset filelimit sort',
    ),
  }),
  ...readers('file', {
    paths: files,
    options: knownOptions(
      'bhiLNnprsvz0kEd FPe',
      'brief mime mime-type mime-encoding dereference no-dereference keep-going separator print0 raw extension',
    ),
  }),
  ...readers('sort', {
    paths: { skip: 0, valued: ['-t'] },
    options: knownOptions(
      'bdfghiMnRrVcCmsuz kSt',
      `ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort month-sort numeric-sort
       random-sort reverse version-sort check key merge stable unique zero-terminated field-separator buffer-size sort parallel`,
    ),
    // With a value in the same word (seen).
    refuses: /(^| )-\w*[kt][^ ]/,
  }),
  // Any option behind the script may bring another script.
  ...readers('sed', {
    paths: { skip: 1 },
    accepts: new RegExp(`^(?:${printing}|${replacing})$`),
    globs: 'none',
  }),
  // A dollar in the pattern is asked for, even a quoted one (seen).
  ...readers('grep egrep fgrep', { paths: afterPattern, refuses: /\$/, globs: 'all' }),
  ...readers('rg', {
    paths: afterPattern,
    options: knownOptions(
      'ailnNowxvcFsSupPHhUbL0qI. eAgtTBCmjrdMfE',
      `ignore-case smart-case case-sensitive line-number no-line-number files files-with-matches files-without-match count
       count-matches only-matching word-regexp line-regexp invert-match fixed-strings hidden no-ignore no-ignore-vcs
       no-ignore-parent unrestricted glob iglob type type-not type-list after-context before-context context max-count max-depth
       max-filesize threads sort sortr heading no-heading color colors column json multiline multiline-dotall pcre2 regexp file
       replace trim null null-data passthru pretty quiet stats text vimgrep with-filename no-filename follow no-messages no-config
       encoding engine crlf binary path-separator max-columns max-columns-preview one-file-system line-buffered version`,
    ),
  }),
  ...readers('fd', {
    paths: afterPattern,
    options: knownOptions(
      'HIuisgFaLp0q1 tednEcjS',
      `hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob regex fixed-strings absolute-path follow
       full-path type extension max-depth min-depth exact-depth exclude color threads size changed-within changed-before owner
       max-results print0 search-path base-directory prune show-errors one-file-system and quiet version`,
    ),
  }),
  ...readers('find', {
    paths: files,
    globs: 'none',
    accepts: new RegExp(`^(?:(?:-(?:${predicates})|[^-]\\S*|-)(?: |$))*$`),
  }),
  ...readers('[[', { paths: files }),
  ...readers('jq', {
    paths: { skip: 1 },
    options: knownOptions(
      'ncrajSCMesR',
      `null-input compact-output raw-output raw-output0 join-output ascii-output sort-keys color-output monochrome-output tab
       indent unbuffered exit-status slurp raw-input arg argjson args jsonargs seq stream`,
    ),
    refuses: /\benv\b|\$ENV|input_filename|\b(import|include)\b/,
  }),
  ...readers('tr basename dirname echo seq cal true false sleep id groups uname arch nproc locale uptime expr'),
  // What is there, but nothing of what it holds: their paths are not looked at (seen).
  ...readers('test [ df realpath numfmt'),
  ...readers('du', {
    options: knownOptions(
      'abchklmsSxHLPD0 dtB',
      `all apparent-size bytes total dereference human-readable si summarize max-depth threshold time time-style exclude
       one-file-system separate-dirs block-size inodes null count-links`,
    ),
    globs: 'all',
  }),
  ...readers('free ps pgrep netstat which type help'),
  ...readers('pwd whoami', { accepts: /^$/ }),
  ...readers('lsof', { options: knownOptions('abChlnNOPRtUvVwX cdgipusFTSLo') }),
  ...readers('printf', { refuses: /^-v/ }),
  ...readers('ss', {
    options: knownOptions(
      'hVnraloempiTsbZzHOtudwx046MW fA',
      `numeric resolve all listening options extended memory processes info tos threads summary bpf context contexts no-header
       oneline ipv4 ipv6 tcp udp dccp raw unix sctp packet vsock xdp mptcp family query`,
    ),
  }),
  ...readers('man', { accepts: /^[\w.:+ -]+$/, refuses: /(^| )-/ }),
  ...readers('history', { accepts: /^\d*$/ }),
  ...readers('date', {
    options: knownOptions('uRj Id', 'utc universal date iso-8601 rfc-email rfc-3339 debug'),
    refuses: /^(?!.*-(d |-date ))(.* )?[^-+]/,
  }),
  ...readers('hostname', { accepts: /^(-[adfiIsyA]+)?$/ }),
  ...readers('ifconfig', { accepts: /^\w*$/ }),
  ...readers('ip', { accepts: /^addr( show)?$/ }),
  ...readers('node', { accepts: /^(-v|--version)$/ }),
  ...readers('python python3', { accepts: /^--version$/ }),
  ...readers('docker', { accepts: /^ps( -[a-z]+)*$/ }),
])

/** How a command reads; undefined where it may do more than that. */
export const readerOf = (words: readonly ShellWord[]): Reader | undefined => {
  const [name, second] = words
  if (name === undefined || name.dynamic) return undefined
  const isGit = name.value === 'git'
  const reader = isGit ? gitReaders.get(second?.value ?? '') : table.get(name.value)
  return reader !== undefined && fits(reader, words.slice(isGit ? 2 : 1)) ? reader : undefined
}

const fits = (reader: Reader, args: readonly ShellWord[]): boolean => {
  const { options, accepts, refuses } = reader
  const text = args.map((word) => word.value).join(' ')
  return (
    !args.some((word) => word.glob && mayHarm(reader, word)) &&
    (options === undefined || hasOnly(options, args)) &&
    accepts?.test(text) !== false &&
    refuses?.test(text) !== true
  )
}

/** A glob with a star in front may become an option, where there is a file of that name. */
const mayHarm = ({ globs, options, accepts, refuses }: Reader, { value }: ShellWord): boolean => {
  if (globs !== undefined) return globs === 'none'
  return (options ?? accepts ?? refuses) !== undefined && /^[-*?[]/.test(value)
}

/** The arguments that are paths. */
export const pathArguments = (words: readonly ShellWord[], { paths }: Reader): readonly ShellWord[] =>
  paths === undefined ? [] : pathWords(words.slice(1), paths)

/** The paths that a command of the table reads, whatever else it may do. */
export const readArguments = (words: readonly ShellWord[]): readonly ShellWord[] => {
  const reader = words[0] === undefined ? undefined : table.get(words[0].value)
  return reader === undefined ? [] : pathArguments(words, reader)
}
