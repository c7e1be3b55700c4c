import { exitCodeOfSignal } from './exit-code.js'
import { createPaint, wantsColour, type Paint } from './page/paint.js'
import { UsageError } from './usage-error.js'

/** A stream to read from; `isTTY` where a person types. */
export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean; destroy(): unknown }

/** A stream to write to; `isTTY` where a person reads. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

/** What the command line program has of its process. */
export interface Terminal {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Aborts when output is lost: without a word where nobody reads it any more (`raider … | head`), else told once. */
  readonly unread: AbortSignal
}

/** The terminal this process was started from. */
export const processTerminal = (): Terminal => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  get cwd() {
    return currentFolder()
  },
  unread: unreadSignal([process.stdout, process.stderr]),
})

/** @throws UsageError where somebody removed the folder that the program was started in. */
function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    throw new UsageError('the current folder is gone: go to one that exists, or name one with --cwd')
  }
}

function unreadSignal(streams: readonly NodeJS.WriteStream[]): AbortSignal {
  const unread = new AbortController()
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && !unread.signal.aborted)
        process.stderr.write(`raider: the output cannot be written: ${error.message}\n`)
      unread.abort()
    })
  return unread.signal
}

/** Ends the process with this code once all output is out, or with another one where it was lost. */
export function leave(code: number): void {
  process.stdout.write('', (error: NodeJS.ErrnoException | null | undefined) => {
    const lost = error?.code === 'EPIPE' ? code || exitCodeOfSignal('SIGPIPE') : 1
    // The stream tells its listeners of the error after this callback.
    setImmediate(() => process.exit(error ? lost : code))
  })
}

/** True where a person sits at both ends. */
export const isInteractive = ({ stdin, stdout }: Terminal): boolean => stdin.isTTY === true && stdout.isTTY === true

/** Colours for one of the streams. */
export const paintFor = (stream: Output, terminal: Terminal): Paint => createPaint(wantsColour(stream, terminal.env))
