import { hash } from 'node:crypto'
import { isObject, type RaiderEvent } from '@raider/contracts'

/** Version of the line format; readers pass over lines of any other. */
export const lineVersion = 1

/** One line of a journal: an event, its number, and the link to the line before. */
export type JournalLine = RaiderEvent & {
  readonly v: typeof lineVersion
  /** Position among the whole lines of the file, from 0. */
  readonly seq: number
  /** SHA-256, hex, of the bytes of the line before without its line feed; `firstPrev` in the first line. */
  readonly prev: string
}

/** The `prev` of a first line. */
export const firstPrev = '0'.repeat(64)

/** The link that the next line carries. */
export const digest = (line: string | Uint8Array): string => hash('sha256', line, 'hex')

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes of a line as text. */
export const textOf = (bytes: Uint8Array): string => utf8.decode(bytes)

/** The line in these bytes; undefined where they are torn, foreign or of another version. */
export function parseLine(bytes: Uint8Array): JournalLine | undefined {
  let value: unknown
  try {
    value = JSON.parse(textOf(bytes))
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
  return isJournalLine(value) ? value : undefined
}

const isJournalLine = (value: unknown): value is JournalLine =>
  isObject(value) &&
  value['v'] === lineVersion &&
  typeof value['seq'] === 'number' &&
  typeof value['prev'] === 'string' &&
  typeof value['type'] === 'string' &&
  typeof value['session'] === 'string'
