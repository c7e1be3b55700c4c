import { runChild } from '@raider/process'

/** Milliseconds that a key helper may take. */
const timeoutMs = 60_000

/** Runs the command of the setting `apiKeyHelper` in the user's shell and resolves with its standard output; rejects where it fails. */
export async function runHelper(
  command: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
  signal: AbortSignal,
): Promise<string> {
  const exit = await runChild({ file: '/bin/sh', args: ['-c', command], cwd, env, timeoutMs }, signal)
  if (exit.code === 0) return exit.stdout
  throw new Error(
    `apiKeyHelper ended with ${exit.code ?? exit.killedBy ?? exit.ended}: ${exit.stderr.trim().split('\n', 1)[0] ?? ''}`,
  )
}
