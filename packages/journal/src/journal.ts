import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { RaiderError, type EventType, type RaiderEvent } from '@raider/contracts'
import { makeFolderSync } from '@raider/disk'
import { findEnd, type JournalEnd } from './end.js'
import { failure } from './failure.js'
import { encode } from './json.js'
import { digest, lineVersion } from './line.js'
import { releaseLock, takeLock } from './lock.js'
import { createRedaction, type Redaction } from './redaction.js'

/** When written lines are forced to the disk: never, at the end of each run and of the session, or after each line. */
export type Fsync = 'never' | 'end' | 'always'

/** Where a journal lies and how it is written. */
export interface JournalOptions {
  /** Absolute path; missing folders are made, readable by the user alone. */
  readonly file: string
  /** What is hidden; default the known credential patterns. */
  readonly redaction?: Redaction
  /** Default `end`. */
  readonly fsync?: Fsync
}

const transient: ReadonlySet<EventType> = new Set(['text-delta', 'thinking-delta', 'block', 'tool-progress'])

/** True for pieces of something that a later event tells whole. */
export const isTransient = (type: EventType): boolean => transient.has(type)

const knownPatterns = createRedaction()

/**
 * Opens a journal for appending. Throws `journal-locked` where another process writes it, `journal-failed` where it
 * cannot be opened. A line has no upper size: the journal is the audit record and keeps what the model got.
 */
export const openJournal = ({ file, redaction = knownPatterns, fsync = 'end' }: JournalOptions): Journal =>
  new Journal(file, redaction, fsync, open(file))

/** The writing end of a journal. */
class Journal {
  readonly file: string
  readonly #redaction: Redaction
  readonly #fsync: Fsync
  readonly #fd: number
  #end: JournalEnd | undefined
  #closed = false

  constructor(file: string, redaction: Redaction, fsync: Fsync, fd: number) {
    this.file = file
    this.#redaction = redaction
    this.#fsync = fsync
    this.#fd = fd
  }

  /**
   * Writes one event and returns once the operating system has it; streamed pieces (`isTransient`) are left out.
   * Throws `journal-failed` where the file system refuses; the next call starts a new line and goes on.
   */
  append(event: RaiderEvent): void {
    const { file } = this
    if (isTransient(event.type)) return
    if (this.#closed) throw new RaiderError('session-closed', `The journal ${file} is closed.`, { data: { file } })
    attempt('written', file, () => {
      this.#write(event)
      if (this.#fsync === 'always' || (this.#fsync === 'end' && event.type === 'run-end')) fsyncSync(this.#fd)
    })
  }

  #write(event: RaiderEvent): void {
    const end = this.#end ?? findEnd(this.#fd)
    const line = format(event, end, this.#redaction)
    const bytes = Buffer.from(`${end.torn ? '\n' : ''}${line}\n`)
    // Until all bytes are out the end is unknown: a failure halfway leaves a torn line, to be found anew.
    this.#end = undefined
    for (let done = 0; done < bytes.length;) done += writeSync(this.#fd, bytes, done)
    this.#end = { seq: end.seq + 1, prev: digest(line), torn: false }
  }

  /** Flushes and releases the lock. May be called twice. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    attempt('written', this.file, () => {
      try {
        if (this.#fsync !== 'never') fsyncSync(this.#fd)
      } finally {
        closeSync(this.#fd)
        releaseLock(this.file)
      }
    })
  }
}

export type { Journal }

const open = (file: string): number =>
  attempt('opened', file, () => {
    makeFolderSync(dirname(file), 0o700)
    takeLock(file)
    try {
      return openSync(file, 'a+', 0o600)
    } catch (thrown) {
      releaseLock(file)
      throw thrown
    }
  })

function format(event: RaiderEvent, end: JournalEnd, redaction: Redaction): string {
  const { time, type, ...rest } = event
  const head = JSON.stringify({ v: lineVersion, seq: end.seq, time, type, prev: end.prev })
  return `${head.slice(0, -1)},${encode(rest, redaction).slice(1)}`
}

function attempt<T>(doing: 'written' | 'opened', file: string, act: () => T): T {
  try {
    return act()
  } catch (thrown) {
    throw thrown instanceof RaiderError ? thrown : failure(doing, file, thrown)
  }
}
