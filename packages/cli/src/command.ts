import { Command, CommanderError } from 'commander'
import { UsageError } from './usage-error.js'
import type { Terminal } from './terminal.js'

/** A commander command that prints to `terminal` and throws instead of exiting. */
export function createCommand(name: string, about: string, terminal: Terminal): Command {
  const width = { getOutHelpWidth: () => Math.min(terminal.stdout.columns ?? 100, 120) }
  return new Command(name)
    .description(about)
    .helpOption('-h, --help', 'Print this help.')
    .exitOverride()
    .configureOutput({ ...width, writeOut: (text) => void terminal.stdout.write(text), writeErr: () => undefined })
}

/**
 * Parses the arguments. Returns false where all is said, as after `--help`.
 * @throws UsageError with one line that says what is wrong.
 */
export function parse(command: Command, args: readonly string[]): boolean {
  try {
    command.parse(args, { from: 'user' })
    return true
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown
    if (thrown.exitCode === 0) return false
    const problem = thrown.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
    throw new UsageError(`${problem} (see ${command.name()} --help)`)
  }
}
