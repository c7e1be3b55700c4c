import { SparseMap } from '@raider/contracts'
import { readTextSync } from '@raider/disk'

/** What a session itself wrote into settings files. It is in force already, and no news to hooks (Claude Code 2.1.332, seen). */
export class OwnWrites {
  readonly #texts = new SparseMap<string, string>()

  note(file: string, text: string): void {
    this.#texts.set(file, text)
  }

  /** Does the file hold just what was written? */
  has(file: string): boolean {
    const text = this.#texts.get(file)
    return text !== undefined && text === textIn(file)
  }
}

/** Undefined where it is gone meanwhile: somebody else's change. */
const textIn = (file: string): string | undefined => {
  const found = readTextSync(file)
  return found.is === 'text' ? found.text : undefined
}
