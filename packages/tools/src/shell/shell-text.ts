import type { ChildExit } from '@raider/process'
import { cancelReason } from '@raider/contracts'
import type { ShellOutput } from './shell-output.js'

/** Characters of a failure that the model gets. */
const failureChars = 10_000
/** Characters of long output that the model gets beside the name of the file. */
const previewChars = 2048

/** Output without blank lines before it and white space after it. */
export const trimOutput = (output: string): string => output.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()

/** `42.9KB` and the like. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${size.toFixed(1).replace(/\.0$/, '')}${unit}`
}

/** What the model gets of output that was put into a file. */
export const persistedText = (output: string, bytes: number, file: string): string =>
  `<persisted-output>\nOutput too large (${sizeText(bytes)}). All of it is in: ${file}\n\n` +
  `Preview (first 2KB):\n${previewOf(output)}\n...\n</persisted-output>`

/** Whole lines as far as they go. */
const previewOf = (output: string): string => {
  const cut = output.slice(0, previewChars)
  const lastBreak = cut.lastIndexOf('\n')
  return lastBreak > previewChars / 2 ? cut.slice(0, lastBreak) : cut
}

/** The text of a command that failed: exit code, why it was ended, output. */
export const failureText = (exit: ChildExit, output: ShellOutput, timeoutMs: number, signal: AbortSignal): string => {
  if (exit.ended === 'spawn-failed') return `The shell could not be started: ${exit.error ?? 'no reason was given'}`
  const lines = [`Exit code ${exitCode(exit)}`]
  if (exit.ended === 'timeout') lines.push(`Command timed out after ${Math.floor(timeoutMs / 1000)}s`)
  if (exit.ended === 'cancelled') lines.push(`Command was stopped: ${cancelReason(signal).reason}`)
  const head = trimOutput(output.head)
  if (head !== '') lines.push(head)
  return excerpt(lines.join('\n'), output)
}

/** The code of a shell that a signal ended is what Claude Code 2.1.332 was seen to tell; a timeout counts as SIGTERM. */
const exitCode = ({ code, killedBy, ended }: ChildExit): number => {
  if (ended === 'timeout') return 143
  return code ?? (killedBy === 'SIGTERM' ? 144 : 1)
}

/** A time limit, as the model reads it. */
export const seconds = (ms: number): string => (ms < 1000 ? `${(ms / 1000).toFixed(1)}s` : `${Math.floor(ms / 1000)}s`)

/** Head and tail of a text that is too long; the output's `tail` is the true end where `whole` does not reach it. */
const excerpt = (whole: string, { head, tail, bytes }: ShellOutput): string => {
  if (whole.length <= failureChars && tail === '') return whole
  const half = failureChars / 2
  const end = trimOutput(tail === '' ? whole : tail).slice(-half)
  const length = tail === '' ? whole.length : whole.length - head.length + bytes
  return `${whole.slice(0, half)}\n\n... [${length - failureChars} characters truncated] ...\n\n${end}`
}
