import { createReadStream } from 'node:fs'
import { failure } from './failure.js'
import { parseLine, type JournalLine } from './line.js'

/**
 * The lines of a journal, in order, read as they are asked for: memory holds one line and one chunk. Torn lines and
 * lines of an unknown version are passed over. Rejects with `journal-failed` where the file cannot be read.
 */
export async function* readJournal(file: string): AsyncGenerator<JournalLine> {
  for await (const bytes of readLines(file)) {
    const line = parseLine(bytes)
    if (line) yield line
  }
}

/** Raw lines without their line feeds; a last one may be torn. */
export async function* readLines(file: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(file)
  let held: Buffer[] = []
  try {
    // Split by hand: readline also breaks at U+2028, which JSON strings may hold.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0
      for (let feed = chunk.indexOf(0x0a); feed !== -1; feed = chunk.indexOf(0x0a, start)) {
        yield Buffer.concat([...held, chunk.subarray(start, feed)])
        held = []
        start = feed + 1
      }
      if (start < chunk.length) held.push(chunk.subarray(start))
    }
  } catch (thrown) {
    throw failure('read', file, thrown)
  } finally {
    stream.destroy()
  }
  if (held.length > 0) yield Buffer.concat(held)
}
