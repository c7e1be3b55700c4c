import { listedCommands } from './shell-command.js'

/** A file that a shell command only shows. */
interface ViewedFile {
  /** As it stands in the command. */
  readonly path: string
  /** True where the whole file is shown. */
  readonly whole: boolean
}

/** How a viewer reads its words. An option that is not listed makes it no viewer (Claude Code 2.1.332, seen). */
interface Viewer {
  /** Short options, each by itself or joined. */
  readonly flags: string
  /** Short options that take a number. */
  readonly numbered: string
  /** Long options; their value stands behind `=`. */
  readonly long: readonly string[]
  /** Words before the file that are no file must have this form. */
  readonly leading?: RegExp
  /** An option without which the program shows more than a part. */
  readonly needs?: RegExp
  /** It counts only where nothing else runs. */
  readonly alone?: true
}

const part: Viewer = { flags: '', numbered: 'n', long: ['lines'] }

const search: Viewer = {
  flags: 'niEFPwHh',
  numbered: 'ABC',
  long: ['line-number', 'ignore-case', 'color', 'colour', 'word-regexp', 'extended-regexp', 'fixed-strings'],
  leading: /./,
  alone: true,
}

/** The programs that count as reading when they show one file (Claude Code 2.1.332, seen). */
const viewers: Readonly<Record<string, Viewer>> = {
  cat: { flags: 'n', numbered: '', long: ['number'] },
  nl: { flags: '', numbered: '', long: [] },
  bat: { flags: '', numbered: '', long: [] },
  head: part,
  tail: part,
  sed: {
    flags: 'nEr',
    numbered: '',
    long: ['quiet', 'silent'],
    leading: /^\d+(,\d+)?p$/,
    needs: /^(-[Er]*n[Er]*|--quiet|--silent)$/,
  },
  grep: search,
  egrep: search,
  fgrep: search,
  rg: search,
}

/** Commands that may stand beside viewers. */
const besides: ReadonlySet<string> = new Set(['echo', 'printf', 'true'])

/** The files that a command shows, where it does nothing else; none for pipelines, redirections and the like. */
export const viewedFiles = (source: string): readonly ViewedFile[] => {
  const commands = listedCommands(source) ?? []
  const files: ViewedFile[] = []
  for (const { name, args, isFixed } of commands) {
    const viewer = isFixed && Object.hasOwn(viewers, name) ? viewers[name] : undefined
    const file = viewer?.alone === true && commands.length > 1 ? undefined : viewer && fileOf(args, viewer)
    if (file !== undefined) files.push(file)
    else if (!besides.has(name)) return []
  }
  return files
}

/** The one file that a viewer with these words shows. */
const fileOf = (args: readonly string[], viewer: Viewer): ViewedFile | undefined => {
  const words = sortWords(args, viewer)
  if (words === undefined) return undefined
  const { options, operands } = words
  const { leading, needs } = viewer
  if (needs !== undefined && !options.some((option) => needs.test(option))) return undefined
  if (leading !== undefined && !leading.test(operands.shift() ?? '')) return undefined
  const [path, ...others] = operands
  return path === undefined || path === '-' || others.length > 0
    ? undefined
    : { path, whole: leading === undefined && options.length === 0 }
}

/** Options and other words; undefined where an option is none of the viewer's. */
const sortWords = (
  words: readonly string[],
  { flags, numbered, long }: Viewer,
): { options: string[]; operands: string[] } | undefined => {
  const options: string[] = []
  const operands: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    options.push(word)
    const name = /^--([\w-]+)(?:=|$)/.exec(word)?.[1]
    const isCount = /^-\d+$/.test(word) && numbered !== ''
    if (name === undefined ? isCount || isJoined(word, flags) || isNumbered(word, numbered) : long.includes(name)) {
      // A number may be a word of its own.
      if ((word.length === 2 && numbered.includes(word.charAt(1))) || word === '--lines') {
        at++
        if (!/^\d+$/.test(words[at] ?? '')) return undefined
      }
    } else return undefined
  }
  return { options, operands }
}

const isJoined = (word: string, flags: string): boolean =>
  word.length > 1 && Array.from(word.slice(1)).every((flag) => flags.includes(flag))

const isNumbered = (word: string, numbered: string): boolean =>
  numbered.includes(word.charAt(1)) && /^-.\d*$/.test(word)
