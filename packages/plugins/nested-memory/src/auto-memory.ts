import { join } from 'node:path'
import { readText } from './disk.js'
import { parseMemory } from './document.js'
import { isTelling, type MemoryFile } from './memory.js'

/** What of MEMORY.md is shown (Claude Code 2.1.332, seen). */
const limits = { lines: 200, bytes: 25_000 }

const cutNote =
  'The file goes on, but only its start is shown. Keep it an index of one line a note, and move the notes into files of their own.'

/** The index of what a model noted in earlier sessions: the start of a folder's MEMORY.md. Undefined where it says nothing. */
export async function readIndex(dir: string): Promise<MemoryFile | undefined> {
  const path = join(dir, 'MEMORY.md')
  const reading = await readText(path)
  if (reading.is !== 'text') return undefined
  const { text } = await parseMemory(reading.text)
  const file: MemoryFile = { path, kind: 'Auto', text: headOf(text.trim()), bytes: reading.bytes }
  return isTelling(file) ? file : undefined
}

/** Whole lines within the limits. */
function headOf(text: string): string {
  const lines: string[] = []
  let bytes = 0
  for (const line of text.split('\n')) {
    bytes += Buffer.byteLength(line) + 1
    if (lines.length === limits.lines || bytes > limits.bytes) return [...lines, '', cutNote].join('\n')
    lines.push(line)
  }
  return text
}
