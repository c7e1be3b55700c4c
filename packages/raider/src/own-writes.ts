import { readFileSync } from 'node:fs'

/** What a session itself wrote into settings files. It is in force already, and no news to hooks (Claude Code 2.1.332, seen). */
export class OwnWrites {
  readonly #texts = new Map<string, string>()

  note(file: string, text: string): void {
    this.#texts.set(file, text)
  }

  /** Does the file hold just what was written? */
  has(file: string): boolean {
    const text = this.#texts.get(file)
    return text !== undefined && text === readText(file)
  }
}

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined // Gone meanwhile: somebody else's change.
  }
}
