import { constants } from 'node:os'
import type { ErrorCode, RunOutcome } from 'raider'

/** Every code that `raider` exits with. */
export const exitCodes = [
  { code: 0, meaning: 'The run ended in order; a hook that stopped it and refused calls count as order.' },
  {
    code: 1,
    meaning:
      'A limit, a fault, a gap under --strict or a cancel ended the run; or a flag, the prompt or the key is wrong.',
  },
  { code: 2, meaning: 'A settings file could not be used.' },
  { code: 3, meaning: 'The project has hooks that guard calls and was not trusted.' },
  { code: 129, meaning: 'Ended by SIGHUP.' },
  { code: 130, meaning: 'Ended by SIGINT (Ctrl-C).' },
  { code: 141, meaning: 'The reader of the output went away.' },
  { code: 143, meaning: 'Ended by SIGTERM.' },
] as const

const byError: Partial<Record<ErrorCode, number>> = { 'bad-settings': 2, 'untrusted-project': 3 }

/** Exit code of an error that kept the program from its work. */
export const exitCodeOfError = (code: ErrorCode | undefined): number => (code && byError[code]) ?? 1

/** Exit code of a run; cancels by signal are {@link exitCodeOfSignal}'s. */
export function exitCodeOf(outcome: RunOutcome): number {
  if (outcome.kind === 'limit' || outcome.kind === 'failed') return 1
  return outcome.kind === 'cancelled' && outcome.by !== 'hook' ? 1 : 0
}

/** Exit code of a program that a signal ended. */
export const exitCodeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]
