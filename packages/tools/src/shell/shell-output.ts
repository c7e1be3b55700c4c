import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync } from '@raider/disk'

/** What a command printed. */
export interface ShellOutput {
  /** The beginning, at most `maxChars` characters. */
  readonly head: string
  /** The last characters where `head` does not hold everything; empty otherwise. */
  readonly tail: string
  /** Bytes printed. */
  readonly bytes: number
  /** File with all of it, where `head` does not hold everything; absent too where it could not be written. */
  readonly file?: string
}

/** Takes in what a command prints: the ends stay in memory, and all of it goes to a file where it is long. */
interface OutputCollector {
  add(chunk: Buffer): void
  /** Has all of the output in the file from now on, short or not; what there is of it. */
  spill(): ShellOutput
  /** Ends the collection. */
  finish(): ShellOutput
}

/** The file takes no more than this: a runaway command must not fill the disk. */
const maxFileBytes = 256 * 1024 * 1024
/** Bytes of the end that are kept. */
const tailBytes = 6000

/** Collects output; what exceeds `maxChars` characters is kept in `file`, whose folder is made when needed. */
export const createOutputCollector = (file: string, maxChars: number): OutputCollector => {
  // A character is at most four bytes: output that may still be short is not written yet.
  const headBytes = maxChars * 4
  const sink = createSink(file)
  const head: Buffer[] = []
  let tail = Buffer.alloc(0)
  let bytes = 0
  let spilled = false
  const spill = (): void => {
    if (!spilled) sink.write(Buffer.concat(head))
    spilled = true
  }
  const ends = (): ShellOutput => {
    const text = Buffer.concat(head).toString('utf8')
    const isWhole = bytes <= headBytes && text.length <= maxChars
    if (isWhole && !spilled) return { head: text, tail: '', bytes }
    spill()
    const kept = { head: text.slice(0, maxChars), tail: isWhole ? '' : tail.toString('utf8'), bytes }
    return sink.failed() ? kept : { ...kept, file }
  }
  return {
    add: (chunk) => {
      if (bytes + chunk.length > headBytes) spill()
      if (spilled) sink.write(chunk)
      if (bytes < headBytes) head.push(chunk.subarray(0, headBytes - bytes))
      tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes)
      bytes += chunk.length
    },
    spill: () => {
      spill()
      return ends()
    },
    finish: () => {
      const output = ends()
      sink.close()
      return output
    },
  }
}

/** Writes synchronously, so that a fast command waits for the disk and memory stays small. */
const createSink = (file: string) => {
  let descriptor: number | undefined
  let bytes = 0
  let failed = false
  const writeAll = (chunk: Buffer): void => {
    if (descriptor === undefined) {
      makeFolderSync(dirname(file), 0o700)
      descriptor = openSync(file, 'wx', 0o600)
    }
    for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at)
  }
  return {
    write: (chunk: Buffer): void => {
      if (failed || bytes >= maxFileBytes) return
      bytes += chunk.length
      try {
        writeAll(chunk)
      } catch {
        failed = true // A full disk costs the file, not the command: `close` tells.
      }
    },
    /** True where the file does not hold what was written. */
    failed: (): boolean => failed,
    close: (): void => {
      if (descriptor === undefined) return
      closeSync(descriptor)
      if (failed) rmSync(file)
    },
  }
}
