import { join } from 'node:path'
import { readText } from '@raider/disk'
import { parseMemory } from './document.js'
import { isTelling, type MemoryFile } from './memory.js'

/** What of MEMORY.md is shown (Claude Code 2.1.332, seen). */
const limits = { lines: 200, characters: 25_000 }

/** The index of what a model noted in earlier sessions: the start of a folder's MEMORY.md. Undefined where it says nothing. */
export async function readIndex(dir: string): Promise<MemoryFile | undefined> {
  const path = join(dir, 'MEMORY.md')
  const reading = await readText(path)
  if (reading.is !== 'text') return undefined
  const { text } = await parseMemory(reading.text)
  const file: MemoryFile = { path, kind: 'Auto', text: headOf(text.trim()), bytes: Buffer.byteLength(reading.text) }
  return isTelling(file) ? file : undefined
}

/** Whole lines within the limits, a first one that is longer in part, and word of what is left out. */
function headOf(text: string): string {
  const lines = text.split('\n')
  let left = limits.characters
  const over = lines.slice(0, limits.lines).findIndex((line) => (left -= line.length + 1) < -1)
  const count = over === -1 ? Math.min(lines.length, limits.lines) : over
  const next = lines[count]
  if (next === undefined) return text
  const shown = count === 0 ? next.slice(0, limits.characters) : lines.slice(0, count).join('\n')
  const rest = count === 0 ? 'the rest of its first line' : `line ${count + 1} on, "${startOf(next)}"`
  return `${shown}\n\nThe file has ${lines.length} lines; what is left out here begins with ${rest}. ${advice}`
}

const startOf = (line: string): string => (line.length <= 60 ? line : `${line.slice(0, 60)}…`)

const advice = 'Keep it an index of one short line a note, and move the notes into files of their own.'
