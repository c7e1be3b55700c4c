import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { RaiderError } from '@raider/contracts'
import type { EventType, RaiderEvent } from '@raider/contracts'
import { makeFolderSync } from '@raider/disk'
import { findEnd } from './end.js'
import type { JournalEnd } from './end.js'
import { failure } from './failure.js'
import { encode } from './json.js'
import { digest, lineVersion } from './line.js'
import { takeLock } from './lock.js'
import { createRedaction } from './redaction.js'
import type { Redaction, RedactionOptions } from './redaction.js'

/** When written lines are forced to the disk: never, at the end of each run and of the session, or after each line. */
export type Fsync = 'never' | 'end' | 'always'

/** Where a journal lies and how it is written. */
export interface JournalOptions {
  /** Absolute path; missing folders are made, readable by the user alone. */
  readonly file: string
  /** What is hidden beside the known credential patterns. */
  readonly redact?: RedactionOptions
  /** Default `end`. */
  readonly fsync?: Fsync
}

/** The writing end of a journal. */
export interface Journal {
  readonly file: string
  /**
   * Writes one event and returns once the operating system has it; streamed pieces (`isTransient`) are left out.
   * Throws `journal-failed` where the file system refuses; the next call starts a new line and goes on.
   */
  append(event: RaiderEvent): void
  /** Flushes and releases the lock. May be called twice. */
  close(): void
}

const transient: ReadonlySet<EventType> = new Set(['text-delta', 'thinking-delta', 'block', 'tool-progress'])

/** True for pieces of something that a later event tells whole. */
export const isTransient = (type: EventType): boolean => transient.has(type)

/**
 * Opens a journal for appending. Throws `journal-locked` where another process writes it, `journal-failed` where it
 * cannot be opened. A line has no upper size: the journal is the audit record and keeps what the model got.
 */
export function openJournal(options: JournalOptions): Journal {
  const { file } = options
  const redaction = createRedaction(options.redact)
  const { fd, release } = open(file)
  let end: JournalEnd | undefined
  let closed = false

  const write = (event: RaiderEvent) => {
    end ??= findEnd(fd)
    const line = format(event, end, redaction)
    const bytes = Buffer.from(`${end.torn ? '\n' : ''}${line}\n`)
    const { seq } = end
    // Until all bytes are out the end is unknown: a failure halfway leaves a torn line, to be found anew.
    end = undefined
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
    end = { seq: seq + 1, prev: digest(line), torn: false }
  }

  return {
    file,
    append: (event) => {
      if (isTransient(event.type)) return
      if (closed) throw new RaiderError('session-closed', `The journal ${file} is closed.`, { data: { file } })
      attempt('written', file, () => {
        write(event)
        if (options.fsync === 'always' || (options.fsync !== 'never' && event.type === 'run-end')) fsyncSync(fd)
      })
    },
    close: () => {
      if (closed) return
      closed = true
      attempt('written', file, () => {
        try {
          if (options.fsync !== 'never') fsyncSync(fd)
        } finally {
          closeSync(fd)
          release()
        }
      })
    },
  }
}

function open(file: string): { fd: number; release: () => void } {
  return attempt('opened', file, () => {
    makeFolderSync(dirname(file), 0o700)
    const release = takeLock(file)
    try {
      return { fd: openSync(file, 'a+', 0o600), release }
    } catch (thrown) {
      release()
      throw thrown
    }
  })
}

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
