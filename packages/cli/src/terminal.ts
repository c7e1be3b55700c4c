import { createPaint, wantsColour, type Paint } from './paint.js'

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
}

/** The terminal this process was started from. */
export const processTerminal = (): Terminal => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
})

/** True where a person sits at both ends. */
export const isInteractive = ({ stdin, stdout }: Terminal): boolean => stdin.isTTY === true && stdout.isTTY === true

/** Colours for one of the streams. */
export const paintFor = (stream: Output, terminal: Terminal): Paint => createPaint(wantsColour(stream, terminal.env))
