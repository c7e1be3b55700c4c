import { basename } from 'node:path'
import type { Content, Decision, Source } from 'raider'
import type { Paint } from './paint.js'
import { oneLine } from './measure.js'

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
  if (path === cwd) return basename(path)
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1)
  return path.startsWith(`${homeDir}/`) ? `~${path.slice(homeDir.length)}` : path
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
  return `${source.kind} ${oneLine(source.name, 80)}${where === '' ? '' : ` (${where})`}`
}

const telling = ['command', 'file_path', 'path', 'pattern', 'url', 'prompt', 'description']

/** The one thing of an input that says most, such as the command of Bash. */
export function inputLine(input: unknown, place: Place): string {
  if (typeof input !== 'object' || input === null) return oneLine(String(input), maxWidth)
  const fields = Object.entries(input)
  const best = telling.flatMap((name) => fields.find(([field]) => field === name) ?? [])[1]
  if (typeof best !== 'string') return fields.length === 0 ? '' : oneLine(JSON.stringify(input), maxWidth)
  return oneLine(shortPath(best, place), maxWidth)
}

const reminder = /^<system-reminder>\n?([\s\S]*?)\n?<\/system-reminder>$/

/** A content list taken apart: what the tool gave, and what plugins added as reminders. */
export function partsOf(content: readonly Content[]): {
  readonly text: string
  readonly reminders: readonly string[]
} {
  const texts = content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
  return {
    text: texts.filter((text) => !reminder.test(text)).join('\n'),
    reminders: texts.flatMap((text) => reminder.exec(text)?.[1] ?? []),
  }
}

/** The text as lines behind a bar; a long one is cut in the middle. */
export function quoted(text: string, bar: string, paint: Paint): readonly string[] {
  const lines = text.replace(/\s+$/, '').split('\n')
  const cut = lines.length - maxLines
  const shown = cut <= 1 ? lines : [...lines.slice(0, maxLines - 2), `… ${cut} more lines …`, ...lines.slice(-2)]
  return shown.map(
    (line) => `${bar} ${paint('dim', line.length > maxWidth ? `${line.slice(0, maxWidth - 1)}…` : line)}`,
  )
}

/** Votes that wanted something else than was decided. */
export const overruled = ({ allowed, votes, source }: Decision): Decision['votes'] =>
  votes.filter(
    (vote) => vote.stance !== undefined && (vote.stance === 'allow') !== allowed && vote.source.name !== source?.name,
  )
