import { encodes } from './json.js'
import { digest, firstPrev, lineVersion, parseLine, textOf, type JournalLine } from './line.js'
import { readLines } from './lines.js'

/** What a journal's chain says. */
export interface Verification {
  /** True where no line was changed, removed or put in, as far as the file can tell. */
  readonly ok: boolean
  /**
   * The last line tells that the session was closed. False for a session that still runs, that was killed, or whose last lines
   * were cut off: which of them, only a head can tell that was kept elsewhere.
   */
  readonly complete: boolean
  /** Whole lines that were checked. */
  readonly lines: number
  /** Torn lines: what a crash or a full disk left of a line that was being written. */
  readonly torn: number
  /** Digest of the last line. Keep it elsewhere to notice later that lines were cut off at the end, or all written anew. */
  readonly head: string
  readonly firstBad?: { readonly line: number; readonly problem: string }
}

/** What a journal is held against. */
export interface VerifyOptions {
  /** A head of an earlier verification: the line it was taken of must still be there, whatever was written after it. */
  readonly head?: string
}

/**
 * Checks that no line was changed, removed or put in between: each carries the digest of the one before, and stands exactly as the
 * journal writes it. The digests are no signatures: whoever may write the file can cut its end off, or write all of it anew, and
 * that only shows against a `head` kept elsewhere. Rejects with `journal-failed` where the file cannot be read.
 *
 * A torn line is no damage: the line after it carries the digest of what was left, so the chain covers it.
 */
export async function verifyJournal(file: string, options: VerifyOptions = {}): Promise<Verification> {
  const state: State = { head: firstPrev, lines: 0, torn: 0, complete: false }
  let known = options.head === undefined
  let number = 0
  const bad = (problem: string): Verification => ({ ok: false, ...state, firstBad: { line: number, problem } })
  for await (const bytes of readLines(file)) {
    number += 1
    const problem = follow(state, bytes)
    if (problem !== undefined) return bad(problem)
    known ||= state.head === options.head
  }
  number += 1
  if (state.lines === 0) return bad('is missing: there is not one whole line')
  return known
    ? { ok: true, ...state }
    : bad('is missing: lines that the given head stands for were cut off or changed')
}

type State = { -readonly [Name in 'head' | 'lines' | 'torn' | 'complete']: Verification[Name] }

/** Takes the next line into account. Returns what is wrong with it. */
function follow(state: State, bytes: Uint8Array): string | undefined {
  const line = parseLine(bytes)
  const problem = line === undefined ? tearProblem(bytes, state) : problemOf(line, bytes, state)
  if (problem !== undefined) return problem
  if (line === undefined) state.torn += 1
  else state.lines += 1
  state.complete = line?.type === 'session-close'
  state.head = digest(bytes)
  return undefined
}

function problemOf(line: JournalLine, bytes: Uint8Array, { head, lines }: State): string | undefined {
  if (line.prev !== head) return 'does not follow from the line before: one of the two was changed, removed or put in'
  if (line.seq !== lines) return 'has a wrong number'
  return encodes(line, bytes) ? undefined : 'was changed: it does not stand as the journal writes it'
}

const isJson = (bytes: Uint8Array): boolean => {
  try {
    JSON.parse(textOf(bytes))
    return true
  } catch {
    return false
  }
}

/** A torn line is the beginning of the one that would have come next; anything else is foreign. */
function tearProblem(bytes: Uint8Array, { lines }: State): string | undefined {
  const due = `{"v":${lineVersion},"seq":${lines},"time":"`
  const begins = due.startsWith(textOf(bytes.subarray(0, due.length)))
  return begins && !isJson(bytes) ? undefined : 'is no line of a journal of this version'
}
