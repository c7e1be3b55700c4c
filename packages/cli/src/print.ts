import {
  createWire,
  isClearCommand,
  isRaiderError,
  profiles,
  Raider,
  type CancelRequest,
  type RaiderEvent,
  type Run,
  type RunOutcome,
  type Session,
} from 'raider'
import { catchInterrupts, type EndSignal } from './interrupt.js'
import { createReport, type Report } from './report.js'
import { exitCodeOf, exitCodeOfSignal } from './exit-code.js'
import { readPrompt } from './prompt.js'
import { setupOf } from './setup.js'
import { UsageError } from './usage-error.js'
import type { CommandLine } from './command-line.js'
import type { Terminal } from './terminal.js'

/** `raider -p`: one session, its prompt and what goes before it. Resolves with the exit code. */
export async function print(
  { flags, prompt: argument }: CommandLine,
  version: string,
  terminal: Terminal,
): Promise<number> {
  const prompt = flags.initOnly ? undefined : await readPrompt(argument, terminal)
  const { options, events, engine, homeDir } = setupOf(flags, terminal)
  const wire = createWire({
    version,
    apiKeySource: keySource(terminal.env),
    hookFrames: flags.includeHookEvents ?? false,
    subagentText: flags.forwardSubagentText ?? false,
    maxRetries: Number(terminal.env['CLAUDE_CODE_MAX_RETRIES'] ?? 10),
    price: (model) => engine.price(model),
  })
  const report = createReport(flags, wire, terminal, homeDir)
  events.on('*', (event: RaiderEvent) => report.event(event))

  const raider = new Raider(options)
  const leaving: Leaving = { abort: new AbortController(), run: undefined }
  const interrupts = catchInterrupts(terminal.unread, (signal) => {
    if (leaving.run === undefined) raider.shutdown(signal)
    else leaving.run.cancel(cancelOf(signal))
    leaving.abort.abort()
  })
  try {
    let session = await openReported(raider, report)
    try {
      if (prompt !== undefined && isClearCommand(prompt)) session = await raider.clear(session)
      const outcome = flags.initOnly ? undefined : await follow(session, prompt, leaving, report)
      if (interrupts.received !== undefined) return codeOfInterrupt(interrupts.received, options.profile)
      if (outcome === undefined && !flags.initOnly) throw new UsageError(promptless(flags.resume !== undefined))
      return outcome === undefined ? 0 : exitCodeOf(outcome)
    } finally {
      await session.close()
      report.close()
    }
  } finally {
    interrupts.off()
  }
}

/** What a signal has to end. */
interface Leaving {
  readonly abort: AbortController
  run: Run | undefined
}

/**
 * Runs what waits, the prompt, and what background tasks have to tell until none is left. Resolves with the last outcome,
 * undefined where there was nothing to do.
 */
async function follow(
  session: Session,
  prompt: string | undefined,
  leaving: Leaving,
  report: Report,
): Promise<RunOutcome | undefined> {
  const { signal } = leaving.abort
  let outcome: RunOutcome | undefined
  for await (const run of session.runs(prompt, signal)) {
    leaving.run = run
    outcome = await run.result
    report.end(outcome)
    if (signal.aborted) break
  }
  return outcome
}

/** Opens the session. Where the one to go on with is not there, the output says so as well. */
async function openReported(raider: Raider, report: Report): Promise<Session> {
  try {
    return await raider.open()
  } catch (thrown) {
    if (isRaiderError(thrown) && thrown.code === 'unknown-session') {
      report.refuse(thrown.message)
      report.close()
    }
    throw thrown
  }
}

const promptless = (resumes: boolean): string =>
  resumes
    ? 'no call of this session waits for a decision: give a prompt to go on with it (raider -p --resume ID "…")'
    : 'there is no prompt: give one as an argument (raider -p "…") or on stdin'

const cancelOf = (signal: EndSignal): CancelRequest =>
  signal === 'SIGINT' ? { by: 'user', reason: 'Ctrl-C' } : { by: 'shutdown', reason: signal }

const codeOfInterrupt = (signal: EndSignal, profile: 'raider' | 'claude' = 'raider'): number =>
  signal === 'SIGINT' ? Number(profiles[profile].interruptExit) : exitCodeOfSignal(signal)

const keySource = (env: NodeJS.ProcessEnv): string =>
  ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].find((name) => env[name]) ?? 'none'
