import { homeOf, openPermissions, type PermissionReport, type RaiderOptions, type RuleFinding } from 'raider'
import { createCommand, parse } from './command.js'
import { explanationLines } from './page/explanation-page.js'
import { addFlags, type Flags } from './flag/flags.js'
import { count } from './page/measure.js'
import { paintFor, type Terminal } from './terminal.js'
import { plain } from './page/plain.js'
import { permissionOptions, settingsOptions } from './setup.js'
import { placeOf, sourceText, type Place } from './page/trace-line.js'
import { UsageError } from './usage-error.js'
import type { Paint } from './page/paint.js'

type PermissionFlags = Flags & { readonly json?: true }

/** Flags of a session that its permissions depend on. */
const shared: readonly (keyof Flags)[] = [
  'permissionMode',
  'allowedTools',
  'disallowedTools',
  'addDir',
  'settings',
  'settingSources',
  'profile',
  'trust',
  'dangerouslySkipPermissions',
]

/** `raider permissions explain CALL` and `raider permissions lint`: what the rules say, and what they fail to say. */
export async function permissionsCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = createCommand(
    'raider permissions',
    'Look at permission rules: who decides, who loses, what leaks.',
    terminal,
  )
    .argument('<explain|lint>', 'One call part by part, or the rules that do not do what they seem to.')
    .argument('[call]', "Such as 'Bash(git push && ls)', 'Read(a.txt)' or 'Agent({\"subagent_type\": \"Explore\"})'.")
    .option('--json', 'Print JSON.')
  addFlags(command, shared)
  if (!parse(command, args)) return 0
  const [action, call] = command.args
  const flags = command.opts<PermissionFlags>()
  const options = optionsOf(flags, terminal)
  // A rule that does nothing is worth knowing of before the project is trusted.
  if (action === 'lint') return lint(await openPermissions({ ...options, trust: true }), flags, terminal)
  if (action !== 'explain') throw new UsageError(`raider permissions knows explain and lint, not ${action}`)
  if (call === undefined) throw new UsageError("raider permissions explain needs a call, such as 'Bash(git push)'")
  explain(await openPermissions(options), call, flags, terminal)
  return 0
}

const optionsOf = (flags: Flags, { cwd, env }: Terminal): RaiderOptions => ({
  cwd,
  env,
  ...permissionOptions(flags),
  ...settingsOptions(flags),
})

const placeOfTerminal = ({ cwd, env }: Terminal): Place => ({ cwd, homeDir: homeOf(env) })

function explain(report: PermissionReport, call: string, flags: PermissionFlags, terminal: Terminal): void {
  const explanation = report.explain(call)
  const { stdout } = terminal
  if (flags.json) {
    stdout.write(`${JSON.stringify(explanation, null, 2)}\n`)
    return
  }
  const page = explanationLines(call, explanation, placeOfTerminal(terminal), paintFor(stdout, terminal))
  for (const line of [...noticeLines(report, paintFor(stdout, terminal)), ...page]) stdout.write(`${line}\n`)
}

/** Resolves with 1 where something was found, as linters do. */
function lint(report: PermissionReport, flags: PermissionFlags, terminal: Terminal): number {
  const findings = report.lint()
  const { stdout } = terminal
  const notices = report.notices.filter(({ level }) => level !== 'info')
  if (flags.json) stdout.write(`${JSON.stringify({ findings: findings.map(jsonOf), notices }, null, 2)}\n`)
  else {
    const paint = paintFor(stdout, terminal)
    const place = placeOfTerminal(terminal)
    const found = findings.flatMap((finding) => findingLines(finding, place, paint))
    const total = findings.length + notices.length
    for (const line of [...noticeLines(report, paint), ...found]) stdout.write(`${line}\n`)
    stdout.write(total === 0 ? 'every rule does what it says\n' : `\n${count(total, 'finding')}\n`)
  }
  return findings.length + notices.length === 0 ? 0 : 1
}

const jsonOf = ({ rule, ...finding }: RuleFinding) => ({ ...finding, behavior: rule.behavior, source: rule.source })

const noticeLines = ({ notices }: PermissionReport, paint: Paint): readonly string[] =>
  notices.flatMap(({ level, text }) => (level === 'info' ? [] : [paint('warn', `! ${plain(text)}`)]))

function findingLines({ kind, rule, text, by, missed = [] }: RuleFinding, place: Place, paint: Paint): string[] {
  const at = placeOf(rule.source, place)
  return [
    `${paint(kind === 'broad' ? 'warn' : 'bad', kind.padEnd(8))} ${rule.behavior} ${paint('strong', plain(rule.source.name))}  ${paint('dim', at)}`,
    `         ${plain(text)}`,
    ...(by === undefined ? [] : [`         by ${sourceText(by, place)}`]),
    ...missed.map((spelling) => `         gets past: ${plain(spelling)}`),
  ]
}
