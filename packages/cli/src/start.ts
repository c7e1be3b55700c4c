import { commands } from './commands.js'
import { ownVersion } from './version.js'
import { parseCommandLine } from './flag/command-line.js'
import { UsageError } from './usage-error.js'
import { isInteractive, type Terminal } from './terminal.js'

/** The whole program: resolves with the exit code. What each part needs is loaded when it is its turn. */
export async function start(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = commands.find(({ name }) => name === args[0])
  if (command !== undefined) return (await command.load())(args.slice(1), terminal)
  const version = ownVersion()
  const line = parseCommandLine(args, version, terminal)
  if (line === undefined) return 0
  if (line.flags.inputFormat === 'stream-json') return (await import('./host/serve.js')).serve(line, version, terminal)
  if (line.flags.print || !isInteractive(terminal)) return (await import('./print.js')).print(line, version, terminal)
  if (line.flags.outputFormat !== undefined) throw new UsageError('--output-format is for -p; add -p')
  return (await import('./chat/chat.js')).chat(line, version, terminal)
}
