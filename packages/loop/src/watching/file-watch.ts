import { unwatchFile, watchFile, type Stats } from 'node:fs'
import { SparseMap } from '@raider/contracts'

/** What became of a watched file. */
export type FileEvent = 'add' | 'change' | 'unlink'

/** Milliseconds between two looks. */
const intervalMs = 400

/**
 * Looks after named files, whether they exist yet or not. It polls: few files are watched, and no notification of the operating
 * system tells of a file that is replaced, removed and made again on every platform. It keeps no process alive.
 */
export class FileWatch {
  readonly #onChange: (path: string, event: FileEvent) => void
  readonly #watched = new SparseMap<string, (now: Stats, before: Stats) => void>()

  constructor(onChange: (path: string, event: FileEvent) => void) {
    this.#onChange = onChange
  }

  /** Watches these absolute paths, and no others. */
  set(paths: readonly string[]): void {
    const wanted = new Set(paths)
    for (const path of this.#watched.keys()) if (!wanted.has(path)) this.#leave(path)
    for (const path of wanted) if (!this.#watched.has(path)) this.#enter(path)
  }

  close(): void {
    this.set([])
  }

  #enter(path: string): void {
    const look = (now: Stats, before: Stats): void => {
      const event = eventOf(now, before)
      if (event !== undefined) this.#onChange(path, event)
    }
    this.#watched.set(path, look)
    // Node looks at each path once for all who watch it: any number of sessions of one process may.
    watchFile(path, { interval: intervalMs, persistent: false }, look).setMaxListeners(0)
  }

  #leave(path: string): void {
    const look = this.#watched.get(path)
    if (look !== undefined) unwatchFile(path, look)
    this.#watched.delete(path)
  }
}

/** A file that is not there has no link. */
function eventOf(now: Stats, before: Stats): FileEvent | undefined {
  if (now.nlink === 0) return before.nlink === 0 ? undefined : 'unlink'
  if (before.nlink === 0) return 'add'
  return now.mtimeMs === before.mtimeMs && now.size === before.size && now.ino === before.ino ? undefined : 'change'
}
