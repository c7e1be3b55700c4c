import { simpleCommand } from './shell-command.js'

/** A file that a shell command only shows. */
export interface ViewedFile {
  /** As it stands in the command. */
  readonly path: string
  /** True where the whole file is shown. */
  readonly whole: boolean
}

/** How a viewer reads its words. */
interface Viewer {
  /** Short options that take the next word. */
  readonly valued: string
  /** Words before the file that are no file: a pattern or a script. */
  readonly leading: 0 | 1
  readonly whole: boolean
  /** An option without which the program is no viewer. */
  readonly needs?: string
}

const plain: Viewer = { valued: '', leading: 0, whole: true }
const part: Viewer = { valued: 'nc', leading: 0, whole: false }
const search: Viewer = { valued: 'ABCmegt', leading: 1, whole: false }

/** The programs that count as reading when they show one file (Claude Code 2.1.332, seen). */
const viewers: Readonly<Record<string, Viewer>> = {
  cat: plain,
  nl: plain,
  bat: plain,
  head: part,
  tail: part,
  sed: { valued: '', leading: 1, whole: false, needs: 'n' },
  grep: search,
  egrep: search,
  fgrep: search,
  rg: search,
}

/** The one file that a command shows, where it does nothing else; undefined for pipelines, redirections and the like. */
export const viewedFile = (command: string): ViewedFile | undefined => {
  const simple = simpleCommand(command)
  const viewer = simple && Object.hasOwn(viewers, simple.name) ? viewers[simple.name] : undefined
  if (simple === undefined || viewer === undefined) return undefined
  const { options, operands } = sortWords(simple.args, viewer.valued)
  if (simple.name === 'sed' && options.some((option) => /^-[^-]*[iew]|^--in-place|^--expression/.test(option)))
    return undefined
  if (viewer.needs !== undefined && !options.includes(`-${viewer.needs}`)) return undefined
  const leading = simple.name !== 'sed' && options.some((option) => option === '-e') ? 0 : viewer.leading
  const [path, ...others] = operands.slice(leading)
  return path === undefined || path === '-' || others.length > 0
    ? undefined
    : { path, whole: viewer.whole && options.length === 0 }
}

const sortWords = (words: readonly string[], valued: string): { options: string[]; operands: string[] } => {
  const options: string[] = []
  const operands: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { options, operands: [...operands, ...words.slice(at + 1)] }
    if (!word.startsWith('-') || word === '-') operands.push(word)
    else {
      options.push(word)
      if (word.length === 2 && valued.includes(word.charAt(1))) at++
    }
  }
  return { options, operands }
}
