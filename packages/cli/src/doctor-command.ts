import { diagnose, homeOf, type RaiderOptions } from 'raider'
import { createCommand, parse } from './command.js'
import { diagnosisLines } from './page/diagnosis-page.js'
import { addFlags, type Flags } from './flag/flags.js'
import { agentOptions, permissionOptions, settingsOptions } from './setup.js'
import { paintFor, type Terminal } from './terminal.js'

type DoctorFlags = Flags & { readonly json?: true; readonly all?: true }

/** Flags of a session that its setup depends on. */
const shared: readonly (keyof Flags)[] = [
  'permissionMode',
  'allowedTools',
  'disallowedTools',
  'addDir',
  'dangerouslySkipPermissions',
  'settings',
  'settingSources',
  'profile',
  'trust',
  'pluginDir',
  'mcpConfig',
  'strictMcpConfig',
  'agents',
  'agentsFile',
  'agent',
  'model',
]

/**
 * `raider doctor`: what of the user's setup Raider honours, what not, and why. Runs nothing of it. Resolves with 1 where something is
 * broken, with 0 otherwise.
 */
export async function doctorCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = createCommand(
    'raider doctor',
    'Show what of your setup Raider honours, what not, and why. Runs no hook and starts no server; exits with 1 where something is broken.',
    terminal,
  )
    .option('--all', 'Show what is honoured too, and how the profile differs from Claude Code.')
    .option('--json', 'Print JSON: everything.')
  addFlags(command, shared)
  if (!parse(command, args)) return 0
  const flags = command.opts<DoctorFlags>()
  const diagnosis = await diagnose(optionsOf(flags, terminal))
  const { stdout, cwd, env } = terminal
  if (flags.json) stdout.write(`${JSON.stringify(diagnosis, null, 2)}\n`)
  else {
    const page = { place: { cwd, homeDir: homeOf(env) }, paint: paintFor(stdout, terminal), width: widthOf(terminal) }
    for (const line of diagnosisLines(diagnosis, flags.all === true, page)) stdout.write(`${line}\n`)
  }
  return diagnosis.counts.error === 0 ? 0 : 1
}

const optionsOf = (flags: Flags, { cwd, env }: Terminal): RaiderOptions => ({
  cwd,
  env,
  ...permissionOptions(flags),
  ...settingsOptions(flags),
  ...agentOptions(flags),
  ...(flags.model !== undefined && { model: flags.model }),
})

/** Lines that nobody's terminal breaks are left whole, so that they can be searched. */
const widthOf = ({ stdout }: Terminal): number => (stdout.isTTY ? Math.max(60, stdout.columns ?? 100) : Infinity)
