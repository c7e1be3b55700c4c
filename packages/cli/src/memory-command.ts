import { homeOf, openMemoryReport, type MemoryEntry, type MemoryLoad } from 'raider'
import { createCommand, parse } from './command.js'
import { addFlags, type Flags } from './flag/flags.js'
import { plain } from './page/plain.js'
import { settingsOptions } from './setup.js'
import { paintFor, type Terminal } from './terminal.js'
import { shortPath } from './page/trace-line.js'
import { UsageError } from './usage-error.js'
import type { Paint } from './page/paint.js'

interface MemoryFlags extends Flags {
  readonly json?: true
}

/** Flags of a session that its memory files depend on. */
const shared: readonly (keyof Flags)[] = ['settings', 'settingSources', 'agentsFile', 'profile', 'trust', 'addDir']

/** `raider memory report [session]`: which memory files a session had, and which it had not. */
export async function memoryCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = createCommand(
    'raider memory',
    'Show which memory files a session had, by which touch, and which it had not, and why.',
    terminal,
  )
    .argument('<report>', 'The report.')
    .argument('[session]', 'Id of the session, or its beginning; default the latest of this folder.')
    .option('--json', 'Print JSON.')
  addFlags(command, shared)
  if (!parse(command, args)) return 0
  const [action, session] = command.args
  if (action !== 'report') throw new UsageError(`raider memory knows report, not ${action}`)
  const flags = command.opts<MemoryFlags>()
  const { cwd, env, stdout } = terminal
  const options = { cwd, env, ...settingsOptions(flags), ...(flags.addDir && { additionalDirectories: flags.addDir }) }
  const report = await openMemoryReport(options, session)
  if (flags.json) {
    stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    return 0
  }
  const paint = paintFor(stdout, terminal)
  const short = (path: string): string => shortPath(path, { cwd, homeDir: homeOf(env) })
  stdout.write(
    `${paint('dim', report.session === undefined ? 'no session was recorded here' : `session ${report.session}`)}\n`,
  )
  for (const entry of report.files) stdout.write(`${linesOf(entry, short, paint).join('\n')}\n`)
  if (report.files.length === 0) stdout.write('no memory files\n')
  return 0
}

function linesOf(
  { file, bytes, loads, why }: MemoryEntry,
  short: (path: string) => string,
  paint: Paint,
): readonly string[] {
  const head = `${paint(loads.length > 0 ? 'strong' : 'dim', short(file))}  ${bytes} bytes`
  if (why !== undefined) return [`${head}  ${paint('warn', `not loaded: ${plain(why)}`)}`]
  return [head, ...loads.map((load) => `  ${paint('dim', loadLine(load, short))}`)]
}

const loadLine = ({ agent, turn, reason, trigger, parent }: MemoryLoad, short: (path: string) => string): string =>
  [
    `turn ${turn}`,
    agent,
    reason,
    ...(trigger === undefined ? [] : [`by ${short(trigger)}`]),
    ...(parent === undefined ? [] : [`imported by ${short(parent)}`]),
  ].join('  ')
