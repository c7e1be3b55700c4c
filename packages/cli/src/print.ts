import { isClearCommand, isRaiderError, Raider, type Run, type RunOutcome, type Session } from 'raider'
import { exitCodeOf } from './exit-code.js'
import { Leaving } from './leaving.js'
import { readPrompt } from './prompt.js'
import { reportingOf } from './reporting.js'
import { UsageError } from './usage-error.js'
import type { CommandLine } from './flag/command-line.js'
import type { Report } from './report.js'
import type { Terminal } from './terminal.js'

/** `raider -p`: one session, its prompt and what goes before it. Resolves with the exit code. */
export async function print(
  { flags, prompt: argument }: CommandLine,
  version: string,
  terminal: Terminal,
): Promise<number> {
  const prompt = flags.initOnly ? undefined : await readPrompt(argument, terminal)
  const { options, report } = reportingOf(flags, version, terminal)
  const raider = new Raider(options)
  const leaving = new Leaving(raider, terminal)
  try {
    let session = await openReported(raider, report)
    try {
      if (prompt !== undefined && isClearCommand(prompt)) session = await raider.clear(session)
      const outcome = flags.initOnly ? undefined : await follow(session.runs(prompt, leaving.signal), leaving, report)
      const code = leaving.code(options.profile)
      if (code !== undefined) return code
      if (outcome === undefined && !flags.initOnly) throw new UsageError(promptless(flags.resume !== undefined))
      return outcome === undefined ? 0 : exitCodeOf(outcome)
    } finally {
      await session.close()
      report.close()
    }
  } finally {
    leaving.off()
  }
}

/**
 * Runs what waits, the prompt, and what background tasks have to tell until none is left. Resolves with the last outcome,
 * undefined where there was nothing to do.
 */
export async function follow(
  runs: AsyncIterable<Run>,
  leaving: Leaving,
  report: Report,
): Promise<RunOutcome | undefined> {
  let outcome: RunOutcome | undefined
  for await (const run of runs) {
    leaving.run = run
    outcome = await run.result
    report.end(outcome)
    if (leaving.signal.aborted) break
  }
  return outcome
}

/** Opens the session. Where the one to go on with is not there, the output says so as well. */
export async function openReported(raider: Raider, report: Report): Promise<Session> {
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
