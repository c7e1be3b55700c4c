import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a command printed. */
export interface ShellOutput {
  /** The beginning, at most `maxChars` characters. */
  readonly head: string
  /** The last characters where `head` does not hold everything; empty otherwise. */
  readonly tail: string
  /** Bytes printed. */
  readonly bytes: number
  /** True where the output is longer than `head`; the file then holds it. */
  readonly long: boolean
}

/** Takes in what a command prints: short output stays in memory, long output goes to a file. */
export interface OutputCollector {
  add(chunk: Buffer): void
  /** Ends the collection. */
  finish(): ShellOutput
  /** Removes the file, where one was made. */
  discard(): void
}

/** More than this is counted and dropped: a runaway command must not fill the disk. */
const maxFileBytes = 256 * 1024 * 1024
/** Bytes of the end that are shown of a failed command's long output. */
const tailBytes = 6000

/** Collects output; what exceeds `maxChars` characters is kept in `file`, whose folder is made when needed. */
export const createOutputCollector = (file: string, maxChars: number): OutputCollector => {
  // A character is at most four bytes: output that may still be short is not written yet.
  const memoryBytes = maxChars * 4
  let chunks: Buffer[] = []
  let bytes = 0
  let descriptor: number | undefined

  const spill = (): void => {
    if (descriptor !== undefined || chunks.length === 0) return
    mkdirSync(dirname(file), { recursive: true })
    descriptor = openSync(file, 'w+')
    for (const chunk of chunks) writeSync(descriptor, chunk)
    chunks = []
  }
  const readBack = (from: number, length: number): string => {
    if (descriptor === undefined) return ''
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, readSync(descriptor, buffer, 0, length, from)).toString('utf8')
  }

  return {
    add: (chunk) => {
      if (descriptor !== undefined) {
        if (bytes < maxFileBytes) writeSync(descriptor, chunk)
      } else {
        chunks.push(chunk)
        if (bytes + chunk.length > memoryBytes) spill()
      }
      bytes += chunk.length
    },
    finish: () => {
      const whole = descriptor === undefined ? Buffer.concat(chunks).toString('utf8') : undefined
      if (whole !== undefined && whole.length <= maxChars) return { head: whole, tail: '', bytes, long: false }
      spill()
      const head = (whole ?? readBack(0, memoryBytes)).slice(0, maxChars)
      const tail = readBack(Math.max(0, Math.min(bytes, maxFileBytes) - tailBytes), tailBytes)
      if (descriptor !== undefined) closeSync(descriptor)
      return { head, tail, bytes, long: true }
    },
    discard: () => rmSync(file, { force: true }),
  }
}
