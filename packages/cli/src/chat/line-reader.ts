import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../terminal.js'

/** Puts questions to a person. */
export interface Asker {
  /** The line that was typed; undefined once the person left (Ctrl-D) or `signal` aborted. */
  ask(prompt: string, signal: AbortSignal): Promise<string | undefined>
}

/** Asks a person on the terminal for lines. */
export interface LineReader extends Asker {
  /** The same for a prompt, which may have been typed while a run went on: up to ten such lines are kept, no answers to questions. */
  next(prompt: string, signal: AbortSignal): Promise<string | undefined>
  /** Shows the question again, with what was typed, after something else was printed. */
  redraw(): void
  /** Called at each Ctrl-C. */
  onInterrupt(listener: () => void): void
  close(): void
}

const maxEarly = 10

/** Reads from the terminal until `close`; history and line editing are Node's. */
export function createLineReader({ stdin, stdout }: Pick<Terminal, 'stdin' | 'stdout'>): LineReader {
  const lines = createInterface({ input: stdin, output: stdout, historySize: 200, removeHistoryDuplicates: true })
  const closed = new AbortController()
  lines.on('close', () => closed.abort())
  /** Lines that answered no question. */
  const early: string[] = []
  lines.on('line', (line) => {
    if (line.trim() !== '' && early.length < maxEarly) early.push(line)
  })
  const ask: LineReader['ask'] = async (prompt, signal) => {
    const either = AbortSignal.any([closed.signal, signal])
    if (either.aborted) return undefined
    try {
      return await lines.question(prompt, { signal: either })
    } catch (thrown) {
      if (either.aborted) return undefined
      throw thrown
    }
  }
  return {
    ask,
    async next(prompt, signal) {
      const line = early.shift()
      if (line === undefined || signal.aborted) return ask(prompt, signal)
      stdout.write(`${prompt}${line}\n`)
      return line
    },
    redraw: () => lines.prompt(true),
    onInterrupt: (listener) => void lines.on('SIGINT', listener),
    close: () => lines.close(),
  }
}
