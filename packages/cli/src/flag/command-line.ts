import { Option, type Command } from 'commander'
import { commands } from '../commands.js'
import { createCommand, parse } from '../command.js'
import { exitCodes } from '../exit-code.js'
import { flagRows, missingFlags, type Flags } from './flags.js'
import { optionOf } from './flag.js'
import { UsageError } from '../usage-error.js'
import type { Terminal } from '../terminal.js'

/** A parsed command line. */
export interface CommandLine {
  readonly flags: Flags
  readonly prompt: string | undefined
}

const after = (): string => {
  const rows = (pairs: readonly (readonly [string, string])[]): string =>
    pairs.map(([left, right]) => `  ${left.padEnd(24)} ${right}`).join('\n')
  return `
Commands:
${rows(commands.map(({ usage, about }) => [usage, about]))}

Exit codes:
${rows(exitCodes.map(({ code, meaning }) => [String(code), meaning]))}

Without -p, on a terminal, raider is a chat. The key is read from ANTHROPIC_API_KEY.`
}

/** The command with every flag; its help is the whole documentation of the command line. */
function raiderCommand(version: string, terminal: Terminal): Command {
  const command = createCommand('raider', 'An agent that runs your Claude Code hooks.', terminal)
    .argument('[prompt]', 'What to do.')
    .usage('[options] [prompt]\n       raider <command> [options]')
    .allowExcessArguments()
    .version(`${version} (Raider)`, '-v, --version', 'Print the version.')
    .addHelpText('after', after)
  for (const row of flagRows) command.addOption(optionOf(row))
  for (const flags of missingFlags) command.addOption(new Option(flags).hideHelp())
  return command
}

/** Several words are a prompt without quotes, or a misspelled command. */
const unquoted = (words: readonly string[]): string =>
  `"${words.join(' ')}" is ${words.length} arguments: put quotes around a prompt, or begin with one of the commands ${commands.map(({ name }) => name).join(', ')}`

/**
 * Reads the command line; undefined where `--help` or `--version` was answered.
 * @throws UsageError where it is wrong.
 */
export function parseCommandLine(
  args: readonly string[],
  version: string,
  terminal: Terminal,
): CommandLine | undefined {
  const command = raiderCommand(version, terminal)
  if (!parse(command, args)) return undefined
  for (const option of missingFlags.map((flags) => new Option(flags))) {
    if (command.getOptionValueSource(option.attributeName()) === 'cli')
      throw new UsageError(`${option.long} of Claude Code is not supported by raider; leave it out`)
  }
  if (command.args.length > 1) throw new UsageError(unquoted(command.args))
  const flags = command.opts<Flags>()
  if (flags.outputFormat === 'stream-json' && flags.verbose === undefined)
    throw new UsageError('--output-format=stream-json requires --verbose')
  if (flags.inputFormat === 'stream-json' && flags.outputFormat !== 'stream-json')
    throw new UsageError('--input-format=stream-json requires --output-format=stream-json')
  return { flags, prompt: command.args[0] }
}
