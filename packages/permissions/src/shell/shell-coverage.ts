import { type Finding } from '../assessment.js'
import { isInside, isReadable, openFolders, type PermissionFacts } from '../facts.js'
import { first } from '../first.js'
import { fileArguments, isPlainEdit } from './file-command.js'
import { matchingPath } from '../file-assessment.js'
import { matchesPattern } from '../rule/pattern.js'
import { pathArguments, readerOf } from '../reader/read-only.js'
import type { RuleSet } from '../rule/ruleset.js'
import { isGlob } from './shell-glob.js'
import { climbsFromName, pathsOf } from './shell-folder.js'
import type { ShellAssignment, ShellPart, ShellRedirect } from './shell-script.js'
import { isNumeric, type ShellExpansion, type ShellWord } from './shell-word.js'
import type { PartView, ShellView } from './shell-view.js'
import { plainText } from './command-words.js'
import { unwrap } from './wrapper.js'

/** Why one part of a command line may run, or why it may not. */
export type Coverage =
  | { readonly by: 'rule' | 'edit-rule'; readonly findings: readonly Finding[] }
  | { readonly by: 'nature' }
  | { readonly by: 'edit'; readonly path?: string }
  | { readonly by: 'nothing'; readonly why?: string; readonly path?: string }

const free: Coverage = { by: 'nature' }
const uncovered = (why?: string, path?: string): Coverage => ({
  by: 'nothing',
  ...(why !== undefined && { why }),
  ...(path !== undefined && { path }),
})

/** What covers one simple command of a line: the command itself, and each of its redirections. */
export const coverPart = (
  { part, folders }: PartView,
  allow: RuleSet,
  { cwd, facts }: Pick<ShellView, 'cwd' | 'facts'>,
): readonly Coverage[] => {
  const place: Place = { allow, cwd, facts, folders }
  return [coverCommand(part, place), ...part.redirects.map((redirect) => coverRedirect(redirect, place))]
}

interface Place {
  readonly allow: RuleSet
  readonly cwd: string
  readonly facts: PermissionFacts
  readonly folders: readonly string[] | undefined
}

const coverCommand = (part: ShellPart, place: Place): Coverage => {
  const evaluated = part.evaluated.find((text) => !isNumeric(text))
  if (evaluated !== undefined) return uncovered(`it evaluates ${evaluated}, which may run commands`)
  if (part.words.length === 0) return coverAssignments(part)
  const doubt = first(part.words, ({ expansions }) => first(expansions, doubtOf))
  if (doubt !== undefined) return uncovered(`it has ${doubt}, whose value is not known before it runs`)
  const odd = part.words.find(({ text }) => oddSpelling.test(text))
  if (odd !== undefined) return uncovered(`${odd.text} is not what it looks like`)
  if (part.words.some(isSecret)) return uncovered('it shows the environment of a process, with the keys in it')
  const strange = part.assignments.find(({ name, value }) => !safeVariables.test(name) || value?.dynamic !== false)
  if (strange !== undefined) return uncovered(`it sets ${strange.name}`)
  const inner = unwrap(part.words)
  const findings = ruleFindings(part, inner, place.allow)
  const outside = forbiddenPath(inner ?? part.words, place)
  if (outside !== undefined) return outside
  if (findings.length > 0 && isPlainlySet(part)) return { by: 'rule', findings }
  return coverByNature(part, place)
}

/**
 * Quotes behind a dollar, blanks behind a backslash, a quoted line that looks like a comment, and a dollar that is none (Claude Code
 * 2.1.332, seen).
 */
const oddSpelling = /^(?:[^"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')*\$(?:['".=/%]|$)|\\[ \t]|\n[ \t]*#/

/** What a process was started with; only a rule on the whole tool lets it be read (Claude Code 2.1.332, seen). */
const isSecret = ({ value }: ShellWord): boolean => /\/proc\/.*\/env/.test(value)

/** Variables that change nothing but the look of the output or a mode of development. */
const safeVariables =
  /^(NODE_ENV|CI|COLUMNS|LANG|LANGUAGE|LC_\w+|CHARSET|TZ|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|LS_COLORS|LSCOLORS|GREP_COLORS?|GCC_COLORS|TIME_STYLE|BLOCK_?SIZE|RUST_LOG|RUST_BACKTRACE|GOOS|GOARCH|CGO_ENABLED|GO111MODULE|GOEXPERIMENT|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)$/
/** A rule on a command speaks of it behind variables with plain values (Claude Code 2.1.332, seen). */
const isPlainlySet = ({ assignments }: ShellPart): boolean =>
  assignments.every(({ value }) => /^[\w./:+,@%-]*$/.test(value?.text ?? ''))

/** Variables that change what later commands of the line are or do. */
const steeringVariables =
  /^(PATH|IFS|ENV|BASH_\w+|SHELLOPTS|BASHOPTS|EXECIGNORE|GLOBIGNORE|CDPATH|PS4|PROMPT_COMMAND|LD_\w+|DYLD_\w+|GLIBC_\w+|GCONV_PATH|MALLOC_\w+|GIT_\w+|SSH_\w+|NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|REPL_EXTERNAL_MODULE)|PYTHON\w+|PERL\w*|RUBY\w*|HOME|XDG_\w+|EDITOR|VISUAL|SHELL|BROWSER|\w*PAGER|LESS\w*|MANOPT|MANPATH|RIPGREP_\w+|TMPDIR|DOCKER_\w+)$/

const coverAssignments = ({ assignments }: ShellPart): Coverage => {
  const steering = assignments.find(({ name }) => steeringVariables.test(name))
  if (steering !== undefined) return uncovered(`it sets ${steering.name} for the commands behind it`)
  const isPlain = ({ value, plain }: ShellAssignment): boolean =>
    plain && value?.dynamic === false && !value.text.includes('~')
  // One to a line (Claude Code 2.1.332, seen).
  return assignments.length === 1 && assignments.every(isPlain)
    ? free
    : uncovered('it sets variables in a way that is not known before it runs')
}

/** What an expansion is called in a refusal; undefined for those whose value is certain enough. */
const doubtOf = ({ kind, name, braced, known }: ShellExpansion): string | undefined => {
  switch (kind) {
    case 'variable':
      return name === 'HOME' && !braced ? undefined : `the variable ${name}`
    case 'tilde':
    case 'arithmetic':
      return known ? undefined : `an expansion`
    case 'glob':
      return undefined
    case 'brace':
      return 'a brace expansion'
    case 'parameter':
      return 'a parameter expansion'
    case 'command':
    case 'process':
      return 'the output of another command'
  }
}

const ruleFindings = (part: ShellPart, inner: readonly ShellWord[] | undefined, allow: RuleSet): readonly Finding[] => {
  const name = part.words[0]
  // A blank inside the command's name is no border between two words.
  if (name === undefined || /\s/.test(name.value)) return []
  const exactOnly = [part.command, part.text]
  const texts =
    inner === undefined || inner === part.words ? [plainText(part.words)] : [part.words, inner].map(plainText)
  const runsOthers =
    (inner ?? part.words)[0]?.value === 'find' &&
    /(^| )-(exec|execdir|ok|okdir|delete|fprint\w*|fls)\b/.test(texts.at(-1) ?? '')
  return texts
    .flatMap((text) => allow.commands(text))
    .flatMap(({ rule, pattern }) => {
      const matches =
        pattern.kind === 'exact'
          ? exactOnly.includes(pattern.pieces[0] ?? '')
          : !runsOthers && texts.some((text) => matchesPattern(pattern, text))
      return matches ? [{ rule, about: part.text }] : []
    })
}

/**
 * Programs that write the files they are given. A rule on one of them does not speak of files that nobody named: a glob is asked for,
 * even a quoted one, and not of `chmod` (Claude Code 2.1.332, seen).
 */
const writers: ReadonlySet<string> = new Set(['rm', 'rmdir', 'touch', 'mkdir', 'cp', 'mv', 'tee', 'ln'])

const isSymbolicLink = ([name, ...args]: readonly ShellWord[]): boolean =>
  name?.value === 'ln' && args.some(({ value }) => /^(-\w*s|--symbolic$)/.test(value))

const isInPlace = (words: readonly ShellWord[]): boolean =>
  words[0]?.value === 'sed' && words.some(({ value }) => /^(-\w*i|--in-place)/.test(value))

/** A file argument that lies outside and that no path rule opens, whatever command rule there is. */
const forbiddenPath = (words: readonly ShellWord[], place: Place): Coverage | undefined => {
  if (writers.has(words[0]?.value ?? '') || isInPlace(words)) {
    const glob = words.slice(1).find((word) => isGlob(word.value))
    if (glob !== undefined) return uncovered(`it writes what ${glob.text} stands for`)
  }
  const isLink = isSymbolicLink(words)
  return first(fileArguments(words), ({ word, access }) => {
    // What a link leads to is looked at when somebody follows it.
    const path = isLink && access === 'read' ? undefined : closedPath(word, access, place)
    return path === undefined ? undefined : outsideOf(words, path, access, place.facts)
  })
}

/** The path of a word that is not open to this access; undefined where all paths that the word may mean are. */
const closedPath = (
  word: ShellWord,
  access: 'read' | 'write',
  { allow, cwd, facts, folders }: Place,
): string | undefined => {
  if (climbsFromName(word)) return word.text
  const paths = pathsOf(word, folders, facts)
  if (paths === undefined) return word.text
  const isOpen = access === 'read' ? isReadable : isInside
  return paths.find(
    (path) =>
      !isOpen(path, facts) &&
      matchingPath(allow.paths(access === 'read' ? 'Read' : 'Edit'), path, cwd, facts, 'every').length === 0,
  )
}

const outsideOf = (
  words: readonly ShellWord[],
  path: string,
  access: 'read' | 'write',
  facts: PermissionFacts,
): Coverage => {
  const verb = access === 'read' ? 'reads' : 'writes'
  return uncovered(
    `${words[0]?.value ?? 'it'} ${verb} ${path}, and open to this session are only ${openFolders(facts).join(', ')}`,
    path,
  )
}

/** Wrappers behind which a reader stays one (Claude Code 2.1.332, seen: not `nice`, `time` or `nohup`). */
const plainWrappers: ReadonlySet<string> = new Set(['timeout', 'command', 'builtin'])

/** With options a wrapper may do more than run the command (seen). */
const isPlainlyWrapped = ([name, next]: readonly ShellWord[]): boolean =>
  plainWrappers.has(name?.value ?? '') && next?.value.startsWith('-') !== true

const coverByNature = (part: ShellPart, place: Place): Coverage => {
  const words = isPlainlyWrapped(part.words) ? (unwrap(part.words) ?? part.words) : part.words
  if (words[0]?.value === 'cd') return coverFolderChange(words, place)
  const reader = readerOf(words)
  if (reader !== undefined) {
    const closed = first(pathArguments(words, reader), (word) => closedPath(word, 'read', place))
    if (closed !== undefined) return outsideOf(words, closed, 'read', place.facts)
    return words[0]?.value === 'git' && !inStartFolder(place)
      ? uncovered('git would take its configuration from another folder')
      : free
  }
  return isPlainEdit(words) && part.assignments.length === 0 && words === part.words ? { by: 'edit' } : uncovered()
}

/** A repository in another folder may bring configuration that runs programs. */
const inStartFolder = ({ folders, cwd, facts }: Place): boolean =>
  folders?.every((folder) => folder === cwd || folder === facts.projectDir) === true

const coverFolderChange = (words: readonly ShellWord[], place: Place): Coverage => {
  const target = words.find((word, at) => at > 0 && !/^-[LPe@]*$/.test(word.value))
  if (target === undefined && words.at(-1)?.value === '-') return uncovered()
  const path = target === undefined ? place.facts.homeDir : closedPath(target, 'read', place)
  return path === undefined ? free : outsideOf(words, path, 'read', place.facts)
}

const coverRedirect = ({ access, target, expands }: ShellRedirect, place: Place): Coverage => {
  if (access === 'descriptor') return free
  if (access === 'text') {
    const doubt = target?.expansions.some((expansion) => doubtOf(expansion) !== undefined)
    return expands || doubt === true ? uncovered('the shell expands the text given to it') : free
  }
  if (target === undefined) return uncovered('a redirection has no target')
  if (access === 'write' && target.value === '/dev/null') return free
  if (target.expansions.length > 0) return uncovered(`a redirection goes to ${target.text}, which the shell expands`)
  if (isSecret(target)) return uncovered('it shows the environment of a process, with the keys in it')
  const closed = closedPath(target, access, place)
  if (closed !== undefined)
    return uncovered(`a redirection goes to ${closed}, which is not open to this session`, closed)
  return access === 'read' ? free : coverWrite(target, place)
}

/** A rule on the whole `Edit` tool covers no redirection, only one with a path does (seen). */
const coverWrite = (target: ShellWord, { allow, cwd, facts, folders }: Place): Coverage => {
  const paths = pathsOf(target, folders, facts) ?? []
  const findings = paths.map((path) => matchingPath(allow.paths('Edit'), path, cwd, facts, 'every'))
  if (findings.every((found) => found.length > 0)) return { by: 'edit-rule', findings: findings.flat() }
  return { by: 'edit', ...(paths[0] !== undefined && { path: paths[0] }) }
}
