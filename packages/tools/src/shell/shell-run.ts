import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallScope } from '@raider/contracts'
import { readText } from '@raider/disk'
import { behindPrefix, startChild, type Child, type ChildExit } from '@raider/process'
import type { Sandbox } from './sandbox.js'
import { createOutputCollector, type ShellOutput } from './shell-output.js'
import { shellFile, shellScript } from './shell-script.js'

/** One command to run. */
interface ShellOrder {
  readonly command: string
  /** Shell text to run first; empty for none. */
  readonly before: string
  /** Characters of output to keep. */
  readonly maxChars: number
  /** Milliseconds until it is ended; absent: never. */
  readonly timeoutMs?: number
  readonly sandbox: Sandbox
  /** Sees the output as it comes. */
  readonly onOutput?: (chunk: Buffer) => void
}

/** One command that ran. */
export interface ShellRun {
  readonly exit: ChildExit
  readonly output: ShellOutput
  /** The folder it ended in; undefined where it failed or left by `exit`. */
  readonly cwd: string | undefined
}

/** One command that runs. */
export interface ShellProcess {
  /** Names it among background tasks. */
  readonly id: string
  readonly child: Child
  /** Never rejects. */
  readonly done: Promise<ShellRun>
  /** Has all of its output in a file from now on; what there is of it. */
  spill(): ShellOutput
}

/** Milliseconds between two reports of progress. */
const progressMs = 1000

/** Starts one command in a shell of its own, in the session's current folder. It ends with the scope's signal, unless detached. */
export const startShell = (order: ShellOrder, scope: CallScope): ShellProcess => {
  const { command, before, maxChars, timeoutMs, sandbox, onOutput } = order
  const id = `b${randomBytes(5).toString('hex').slice(0, 8)}`
  const cwdFile = join(tmpdir(), `raider-cwd-${id}`)
  const collector = createOutputCollector(join(scope.state.resultsDir, `${id}.output`), maxChars)
  const report = progressReport(scope)
  const script = behindPrefix(shellScript({ command, before, cwdFile }), scope.env)
  const [file, ...args] = [...sandbox.wrapper, shellFile(), '-c', script]
  const child = startChild(
    {
      file,
      args,
      cwd: scope.cwd(),
      env: shellEnvironment(scope),
      maxOutputBytes: 0,
      // What was put into the background with `&` may go on writing.
      leftover: 'drain',
      ...(timeoutMs !== undefined && { timeoutMs }),
      onOutput: (_, chunk) => {
        collector.add(chunk)
        report(chunk)
        onOutput?.(chunk)
      },
    },
    scope.signal,
  )
  const done = child.exit.then(async (exit) => {
    sandbox.leave()
    return { exit, output: collector.finish(), cwd: await takeLine(cwdFile) }
  })
  return { id, child, done, spill: () => collector.spill() }
}

const shellEnvironment = (scope: CallScope): Record<string, string> => ({
  ...scope.env,
  SHELL: shellFile(),
  AI_AGENT: 'raider',
  CLAUDECODE: '1',
  // As hooks and servers get it; scripts look at it.
  CLAUDE_CODE_ENTRYPOINT: scope.env['CLAUDE_CODE_ENTRYPOINT'] ?? 'sdk-cli',
  CLAUDE_PID: String(process.pid),
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

/**
 * The file's text without its last newline; the file is removed. Undefined where it was never written, or where the command, which can
 * see its name, put something else in its place.
 */
const takeLine = async (file: string): Promise<string | undefined> => {
  const found = await readText(file)
  await rm(file, { force: true, recursive: true })
  return found.is !== 'text' || found.text === '' ? undefined : found.text.replace(/\n$/, '')
}
