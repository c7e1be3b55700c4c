import { basename } from 'node:path'
import { renderNote, type Content, type Decision, type Note, type Source } from 'raider'
import { oneLine } from './measure.js'
import { plain } from './plain.js'

/** Most lines of one text that a trace shows. */
const maxLines = 8
const maxWidth = 160

/** Where the trace stands: paths below these folders are shortened. */
export interface Place {
  cwd: string
  readonly homeDir: string
}

/** A path as short as it goes: relative to the folder of the session, or with `~`. */
export function shortPath(path: string, { cwd, homeDir }: Place): string {
  if (path === cwd) return plain(basename(path))
  if (path.startsWith(`${cwd}/`)) return plain(path.slice(cwd.length + 1))
  return plain(path.startsWith(`${homeDir}/`) ? `~${path.slice(homeDir.length)}` : path)
}

/** `file:line`, the layer, or nothing. */
export function placeOf(source: Source, place: Place): string {
  if (source.file === undefined) return source.layer ?? ''
  const file = shortPath(source.file, place)
  return source.line === undefined ? file : `${file}:${source.line}`
}

/** `rule Bash(npm test) (.claude/settings.json:4)`. */
export function sourceText(source: Source, place: Place): string {
  const where = placeOf(source, place)
  return `${source.kind} ${plain(oneLine(source.name, 80))}${where === '' ? '' : ` (${where})`}`
}

const telling = ['command', 'file_path', 'path', 'pattern', 'url', 'prompt', 'description']

/** The one thing of an input that says most, such as the command of Bash. */
export function inputLine(input: unknown, place: Place): string {
  if (typeof input !== 'object' || input === null) return plain(oneLine(String(input), maxWidth))
  const fields = Object.entries(input)
  const best = telling.flatMap((name) => fields.find(([field]) => field === name) ?? [])[1]
  if (typeof best === 'string') return oneLine(shortPath(best, place), maxWidth)
  return fields.length === 0 ? '' : plain(oneLine(JSON.stringify(input), maxWidth))
}

/** What the tool itself gave of a result, without the notes of plugins in it. */
export function bareText(content: readonly Content[], notes: readonly Note[]): string {
  const rendered = new Set(notes.map(renderNote))
  const texts = content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
  return texts.filter((text) => !rendered.has(text)).join('\n')
}

/** The lines of a text; a long one is cut in the middle, and blank lines are left out. */
export function quoted(text: string): readonly string[] {
  const lines = plain(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const cut = lines.length - maxLines
  const shown = cut <= 1 ? lines : [...lines.slice(0, maxLines - 2), `… ${cut} more lines …`, ...lines.slice(-2)]
  return shown.map((line) => (line.length > maxWidth ? `${line.slice(0, maxWidth - 1)}…` : line))
}

/** Votes that wanted something else than was decided. */
export const overruled = ({ allowed, votes, source }: Decision): Decision['votes'] =>
  votes.filter(
    (vote) => vote.stance !== undefined && (vote.stance === 'allow') !== allowed && vote.source.name !== source?.name,
  )
