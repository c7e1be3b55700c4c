import { fstatSync, readSync } from 'node:fs'
import { digest, firstPrev, parseLine } from './line.js'

/** Where the next line goes. */
export interface JournalEnd {
  readonly seq: number
  readonly prev: string
  /** True where the file ends inside a line, which must be closed first. */
  readonly torn: boolean
}

/** The end of a journal, found from behind, so that a long file opens as fast as a short one. */
export function findEnd(fd: number): JournalEnd {
  const torn = isTorn(fd)
  let prev: string | undefined
  for (const line of linesFromBehind(fd, torn)) {
    prev ??= digest(line)
    const parsed = parseLine(line)
    if (parsed) return { seq: parsed.seq + 1, prev, torn }
  }
  return { seq: 0, prev: prev ?? firstPrev, torn }
}

function isTorn(fd: number): boolean {
  const { size } = fstatSync(fd)
  return size > 0 && readAt(fd, size - 1, size)[0] !== lineFeed
}

/** Lines without their line feeds, last one first; the first one yielded may be torn. */
function* linesFromBehind(fd: number, torn: boolean): Generator<Buffer> {
  const { size } = fstatSync(fd)
  if (size === 0) return
  let start = torn ? size : size - 1
  let held: Buffer[] = []
  while (start > 0) {
    const from = Math.max(0, start - chunkBytes)
    let chunk = readAt(fd, from, start)
    for (let feed = chunk.lastIndexOf(lineFeed); feed !== -1; feed = chunk.lastIndexOf(lineFeed)) {
      yield Buffer.concat([chunk.subarray(feed + 1), ...held])
      held = []
      chunk = chunk.subarray(0, feed)
    }
    held.unshift(chunk)
    start = from
  }
  yield Buffer.concat(held)
}

const lineFeed = 0x0a
const chunkBytes = 64 * 1024

function readAt(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from)
  let read = 0
  while (read < bytes.length) {
    const count = readSync(fd, bytes, read, bytes.length - read, from + read)
    if (count === 0) break
    read += count
  }
  return bytes.subarray(0, read)
}
