import { statSync } from 'node:fs'
import { SparseMap } from '@raider/contracts'

/** The memory files that touches brought in, and when they were last changed as the model knows them. */
export class ShownFiles {
  readonly #times = new SparseMap<string, number>()

  /** The model has the file as it is now. */
  keep(path: string): void {
    this.#times.set(path, changeOf(path))
  }

  has(path: string): boolean {
    return this.#times.has(path)
  }

  /** Those that were changed since without a word to the model; from now on it has them. */
  takeChanged(): readonly string[] {
    const changed = [...this.#times].flatMap(([path, time]) => (changeOf(path) === time ? [] : path))
    for (const path of changed) this.keep(path)
    return changed
  }

  clear(): void {
    this.#times.clear()
  }
}

/** Milliseconds since 1970; 0 where nothing is there. */
function changeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    return 0 // What cannot be seen is as good as gone.
  }
}
