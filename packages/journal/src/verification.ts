import { digest, firstPrev, parseLine } from './line.js'
import { readLines } from './lines.js'

/** What a journal's chain says. */
export interface Verification {
  readonly ok: boolean
  /** Whole lines that were checked. */
  readonly lines: number
  /** Torn lines: what a crash left of a line that was being written. */
  readonly torn: number
  /** Digest of the last line. Keep it elsewhere to notice later that lines were cut off at the end. */
  readonly head: string
  readonly firstBad?: { readonly line: number; readonly problem: string }
}

/**
 * Checks that no line was changed, removed or put in between. Whether lines were cut off at the end only shows against
 * a `head` kept elsewhere. Rejects with `journal-failed` where the file cannot be read.
 *
 * A torn line is no damage: the line after it carries the digest of what was left, so the chain covers it.
 */
export async function verifyJournal(file: string): Promise<Verification> {
  let head = firstPrev
  let lines = 0
  let torn = 0
  let number = 0
  for await (const bytes of readLines(file)) {
    number += 1
    const line = parseLine(bytes)
    if (line === undefined) torn += 1
    else {
      const problem = problemOf(line.prev === head, line.seq === lines)
      if (problem) return { ok: false, lines, torn, head, firstBad: { line: number, problem } }
      lines += 1
    }
    head = digest(bytes)
  }
  return { ok: true, lines, torn, head }
}

function problemOf(linked: boolean, counted: boolean): string | undefined {
  if (!linked) return 'does not follow from the line before: one of the two was changed, removed or put in'
  if (!counted) return 'has a wrong number'
  return undefined
}
