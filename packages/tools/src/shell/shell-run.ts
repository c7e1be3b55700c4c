import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallScope } from '@raider/contracts'
import { runChild, type ChildExit } from '@raider/process'
import type { BashLimits } from './bash-limits.js'
import { createOutputCollector, type ShellOutput } from './shell-output.js'
import { shellFile, shellScript } from './shell-script.js'

/** One command that ran. */
export interface ShellRun {
  readonly exit: ChildExit
  readonly output: ShellOutput
  /** The folder it ended in; undefined where it failed or left by `exit`. */
  readonly cwd: string | undefined
}

/** Milliseconds between two reports of progress. */
const progressMs = 1000

/** Runs one command in a shell of its own, in the session's current folder. Never rejects. */
export const runShell = async (
  command: string,
  before: string,
  limits: BashLimits,
  scope: CallScope,
): Promise<ShellRun> => {
  const id = randomUUID()
  const cwdFile = join(tmpdir(), `raider-cwd-${id}`)
  const collector = createOutputCollector(join(scope.state.resultsDir, `bash-${id}.txt`), limits.maxChars)
  const report = progressReport(scope)
  const exit = await runChild(
    {
      file: shellFile(),
      args: ['-c', shellScript({ command, before, cwdFile })],
      cwd: scope.cwd(),
      env: shellEnvironment(scope),
      timeoutMs: limits.timeoutMs,
      maxOutputBytes: 0,
      onOutput: (_, chunk) => {
        collector.add(chunk)
        report(chunk)
      },
    },
    scope.signal,
  )
  return { exit, output: collector.finish(), cwd: await takeLine(cwdFile) }
}

const shellEnvironment = (scope: CallScope): Record<string, string> => ({
  ...scope.env,
  SHELL: shellFile(),
  AI_AGENT: 'raider',
  CLAUDECODE: '1',
  CLAUDE_CODE_SESSION_ID: scope.session,
  // A commit without a message must not wait for an editor.
  GIT_EDITOR: 'true',
  ...(scope.effort === undefined ? {} : { CLAUDE_EFFORT: scope.effort }),
})

/** Tells the last line printed, at most once a second. */
const progressReport = (scope: CallScope): ((chunk: Buffer) => void) => {
  let next = performance.now() + progressMs
  return (chunk) => {
    if (performance.now() < next) return
    next = performance.now() + progressMs
    scope.progress(chunk.toString('utf8').trimEnd().split('\n').at(-1) ?? '')
  }
}

/** The file's text without its last newline; the file is removed. Undefined where it was never written. */
const takeLine = async (file: string): Promise<string | undefined> => {
  const line = await readFile(file, 'utf8').catch(() => '')
  await rm(file, { force: true })
  return line === '' ? undefined : line.replace(/\n$/, '')
}
