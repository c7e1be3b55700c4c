import { createPaint, wantsColour, type Paint } from './paint.js'
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
  /** Aborts when nobody reads the output any more (`raider … | head`); what is written then is lost without a word. */
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
      if (error.code !== 'EPIPE') throw error
      unread.abort()
    })
  return unread.signal
}

/** True where a person sits at both ends. */
export const isInteractive = ({ stdin, stdout }: Terminal): boolean => stdin.isTTY === true && stdout.isTTY === true

/** Colours for one of the streams. */
export const paintFor = (stream: Output, terminal: Terminal): Paint => createPaint(wantsColour(stream, terminal.env))
