import { exitCodeOfError } from './exit-code.js'
import { plain } from './page/plain.js'
import { UsageError } from './usage-error.js'
import type { Terminal } from './terminal.js'

/** Tells in one line why nothing came of the command; resolves with the exit code. */
export async function tellFailure(thrown: unknown, { stderr }: Terminal): Promise<number> {
  const { isRaiderError, messageOf } = await import('raider')
  const known = thrown instanceof UsageError || isRaiderError(thrown)
  const text = plain(messageOf(thrown))
    .trim()
    .replace(/\s*\n\s*/g, ' ')
  stderr.write(`raider: ${known ? '' : 'internal error: '}${text}\n`)
  return exitCodeOfError(isRaiderError(thrown) ? thrown.code : undefined)
}
