import { UsageError } from './usage-error.js'
import type { Input, Terminal } from './terminal.js'

/** Most bytes of a prompt on stdin. */
const maxBytes = 10 * 1024 * 1024

/** How long stdin may stay silent beside a prompt argument: some callers leave a pipe open that nobody writes to. */
const silenceMs = 3000

/**
 * The prompt of `-p`: the argument, stdin, or both with a line feed between them; undefined where there is neither.
 * @throws UsageError for more than 10 MB on stdin.
 */
export async function readPrompt(argument: string | undefined, terminal: Terminal): Promise<string | undefined> {
  const piped = await readInput(terminal, argument === undefined)
  const prompt = [argument, piped].filter((part) => part !== undefined && part.trim() !== '').join('\n')
  return prompt === '' ? undefined : prompt
}

async function readInput({ stdin, stderr }: Terminal, patient: boolean): Promise<string | undefined> {
  if (stdin.isTTY) return undefined
  if (!patient && (await isSilent(stdin))) {
    stderr.write('raider: nothing came on stdin; going on without it (add < /dev/null to skip the wait)\n')
    stdin.destroy()
    return undefined
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new UsageError('the prompt on stdin is longer than 10 MB: put it into a file and name it')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function isSilent(stdin: Input): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (silent: boolean): void => {
      clearTimeout(timer)
      for (const event of ['readable', 'end', 'error'] as const) stdin.off(event, heard)
      resolve(silent)
    }
    const heard = (): void => settle(false)
    const timer = setTimeout(settle, silenceMs, true)
    for (const event of ['readable', 'end', 'error'] as const) stdin.once(event, heard)
  })
}
