import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../terminal.js'

/** Asks a person on the terminal for lines. */
export interface LineReader {
  /** The line that was typed; undefined once the person left (Ctrl-D) or `signal` aborted. */
  ask(prompt: string, signal: AbortSignal): Promise<string | undefined>
  /** Shows the question again, with what was typed, after something else was printed. */
  redraw(): void
  /** Called at each Ctrl-C. */
  onInterrupt(listener: () => void): void
  close(): void
}

/** Reads from the terminal until `close`; history and line editing are Node's. */
export function createLineReader({ stdin, stdout }: Pick<Terminal, 'stdin' | 'stdout'>): LineReader {
  const lines = createInterface({ input: stdin, output: stdout, historySize: 200, removeHistoryDuplicates: true })
  const closed = new AbortController()
  lines.on('close', () => closed.abort())
  return {
    async ask(prompt, signal) {
      const either = AbortSignal.any([closed.signal, signal])
      if (either.aborted) return undefined
      try {
        return await lines.question(prompt, { signal: either })
      } catch (thrown) {
        if (either.aborted) return undefined
        throw thrown
      }
    },
    redraw: () => lines.prompt(true),
    onInterrupt: (listener) => void lines.on('SIGINT', listener),
    close: () => lines.close(),
  }
}
