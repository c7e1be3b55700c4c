import {
  homeOf,
  hookEvents,
  isHookEvent,
  isRaiderError,
  loadHooks,
  messageOf,
  openHookReport,
  RaiderError,
  type LoadedHooks,
  type LoadHooksOptions,
  type RaiderOptions,
} from 'raider'
import { createCommand, parse } from './command.js'
import { addFlags, type Flags } from './flag/flags.js'
import { hookLine } from './page/hook-line.js'
import { oneLine } from './page/measure.js'
import { plain } from './page/plain.js'
import { settingsOptions } from './setup.js'
import { paintFor, type Terminal } from './terminal.js'
import { placeOf, type Place } from './page/trace-line.js'
import { UsageError } from './usage-error.js'

interface HookFlags extends Flags {
  readonly json?: true
  readonly input?: string
}

interface TrialRow {
  readonly problem?: string
  readonly refuses: boolean
  readonly condition?: string
}

/** Flags of a session that its hooks depend on. */
const shared: readonly (keyof Flags)[] = ['settings', 'settingSources', 'profile', 'trust', 'failClosed']

/** `raider hooks list`, `raider hooks test EVENT` and `raider hooks check`: which hooks there are, and what they say. */
export async function hooksCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = createCommand(
    'raider hooks',
    "Look at the user's hooks: which there are, and what they say.",
    terminal,
  )
    .argument('<list|test|check>', 'Every hook and whether it runs; run those of one event; try every guard.')
    .argument('[event]', 'Event to test, such as PreToolUse.')
    .option('--input <json>', 'Fields of the event, such as {"tool_name": "Bash", "tool_input": {"command": "ls"}}.')
    .option('--json', 'Print JSON.')
  addFlags(command, shared)
  if (!parse(command, args)) return 0
  const [action, event] = command.args
  const flags = command.opts<HookFlags>()
  if (action === 'list') return list(flags, terminal)
  if (action === 'test') return test(event, flags, terminal)
  if (action === 'check') return check(flags, terminal)
  throw new UsageError(`raider hooks knows list, test and check, not ${action}`)
}

const optionsOf = (flags: Flags, { cwd, env }: Terminal): RaiderOptions => ({ cwd, env, ...settingsOptions(flags) })

async function list(flags: HookFlags, terminal: Terminal): Promise<number> {
  const report = await openHookReport(optionsOf(flags, terminal))
  const { stdout } = terminal
  if (flags.json) {
    stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    return 0
  }
  const paint = paintFor(stdout, terminal)
  const place = placeOfTerminal(terminal)
  for (const { text } of report.notices) stdout.write(`${paint('warn', `! ${plain(text)}`)}\n`)
  for (const hook of report.hooks) stdout.write(`${hookLine(hook, place, paint)}\n`)
  if (report.hooks.length === 0) stdout.write('no hooks\n')
  stdout.write(`${paint('dim', `never fire here: ${report.silentEvents.join(', ')}`)}\n`)
  return 0
}

async function test(event: string | undefined, flags: HookFlags, terminal: Terminal): Promise<number> {
  if (event === undefined) throw new UsageError('raider hooks test needs an event, such as PreToolUse')
  if (!isHookEvent(event)) throw new UsageError(`${event} is no hook event. There are: ${hookEvents.join(', ')}`)
  const { stdout } = terminal
  const paint = paintFor(stdout, terminal)
  let ran = false
  const hooks = await openHooks({
    ...loadOptions(flags, terminal),
    onEvent: (told) => {
      if (told.type !== 'hook-run') return
      ran = true
      if (flags.json) return
      const { hook, outcome, exitCode, stance, error } = told
      const rest = [exitCode === undefined ? '' : `exit ${exitCode}`, stance ?? '', error ?? '']
      stdout.write(`${plain(oneLine(hook, 80))}  ${outcome}  ${paint('dim', plain(rest.filter(Boolean).join(', ')))}\n`)
    },
  })
  try {
    const verdict = await hooks.fire(event, inputOf(flags.input))
    if (flags.json) stdout.write(`${JSON.stringify(verdict, null, 2)}\n`)
    else if (!ran) stdout.write(`no hook ran: none of ${event} is for ${flags.input ?? 'an event without --input'}\n`)
    else {
      stdout.write(
        `${paint('strong', verdict.stance ?? 'no stance')}${verdict.reason ? `  ${plain(verdict.reason)}` : ''}\n`,
      )
      for (const note of verdict.notes) stdout.write(`to the model: ${plain(note.text)}\n`)
    }
    return 0
  } finally {
    await hooks.close()
  }
}

/** Resolves with 1 where a guard cannot speak. */
async function check(flags: HookFlags, terminal: Terminal): Promise<number> {
  const { stdout } = terminal
  const paint = paintFor(stdout, terminal)
  const place = placeOfTerminal(terminal)
  const hooks = await openHooks(loadOptions(flags, terminal))
  try {
    const trials = await hooks.check()
    const rows = trials.map(({ hook: { event, handler, source }, ...trial }) => ({
      event,
      label: handler.label,
      ...(handler.condition !== undefined && { condition: handler.condition }),
      source,
      ...trial,
    }))
    if (flags.json) stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    else {
      for (const row of rows) {
        const what = `${row.event}  ${plain(oneLine(row.label, 80))}  ${paint('dim', placeOf(row.source, place))}`
        stdout.write(`${what}  ${paint(row.problem === undefined ? 'good' : 'bad', plain(trialText(row)))}\n`)
      }
      if (rows.length === 0) stdout.write('no guards\n')
    }
    return rows.some(({ problem }) => problem !== undefined) ? 1 : 0
  } finally {
    await hooks.close()
  }
}

/** What came of a trial, which puts a harmless call even to a guard whose `if` would spare it. */
function trialText({ problem, refuses, condition }: TrialRow): string {
  if (problem !== undefined) return `fails: ${problem}`
  if (!refuses) return 'ok'
  return condition === undefined ? 'refuses a harmless call' : `ok: refuses, and is asked only if ${condition}`
}

const placeOfTerminal = ({ cwd, env }: Terminal): Place => ({ cwd, homeDir: homeOf(env) })

/** The library's words on trust are for programs. */
async function openHooks(options: LoadHooksOptions): Promise<LoadedHooks> {
  try {
    return await loadHooks(options)
  } catch (thrown) {
    if (!isRaiderError(thrown) || thrown.code !== 'untrusted-project') throw thrown
    const text = `${options.cwd} is not trusted as it is now, so none of its hooks is run: look at them (raider hooks list), then add --trust or type raider trust`
    throw new RaiderError(thrown.code, text, { cause: thrown })
  }
}

function loadOptions(flags: HookFlags, terminal: Terminal): LoadHooksOptions {
  const { settings, profile, trust, failClosed = false } = optionsOf(flags, terminal)
  return {
    cwd: terminal.cwd,
    env: terminal.env,
    ...settings,
    ...(profile && { profile }),
    ...(trust && { trust }),
    failClosed,
  }
}

function inputOf(text = '{}'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    throw new UsageError(`--input is no JSON (${messageOf(error)}): give an object such as {"tool_name": "Bash"}`)
  }
  throw new UsageError('--input must be a JSON object')
}
