import {
  homeOf,
  journalsDir,
  listJournals,
  readJournal,
  summarizeJournal,
  verifyJournal,
  type SessionSummary,
  type Verification,
} from 'raider'
import { createCommand, parse } from './command.js'
import { wholeNumber } from './flag/flag.js'
import { createTrace } from './page/trace.js'
import { count, oneLine } from './page/measure.js'
import { paintFor, type Terminal } from './terminal.js'
import { plain } from './page/plain.js'
import { UsageError } from './usage-error.js'

interface SessionsFlags {
  readonly json?: true
  readonly limit: number
  readonly dir?: string
}

/** `raider sessions list|show <id>`: what the journals of earlier sessions tell. */
export async function sessionsCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = createCommand('raider sessions', 'Show what earlier sessions did.', terminal)
    .argument('<list|show>', 'The newest sessions, or one of them.')
    .argument('[id]', 'Id of the session, or the beginning of it.')
    .option('--json', 'Print JSON, one object a line.')
    .option('--limit <n>', 'How many to list.', wholeNumber, 20)
    .option('--dir <dir>', 'Folder of the journals; default ~/.raider/journals.')
  if (!parse(command, args)) return 0
  const [action, id] = command.args
  const flags = command.opts<SessionsFlags>()
  const homeDir = homeOf(terminal.env)
  const dir = flags.dir ?? journalsDir(homeDir)
  if (action === 'list') await list(dir, flags, terminal)
  else if (action === 'show') await show(await fileOf(dir, id), flags, terminal, homeDir)
  else throw new UsageError(`raider sessions knows list and show, not ${action}`)
  return 0
}

async function list(dir: string, flags: SessionsFlags, { stdout }: Terminal): Promise<void> {
  const all = await listJournals(dir)
  // Journals of subagents belong to their session: a list of them would hide the others.
  const agents = new Map<string, number>()
  for (const { name } of all) {
    const [session = name, agent] = name.split('.')
    if (agent !== undefined) agents.set(session, (agents.get(session) ?? 0) + 1)
  }
  const files = all.filter(({ name }) => !name.includes('.')).slice(0, flags.limit)
  if (files.length === 0 && !flags.json) stdout.write(`there are no sessions in ${dir}\n`)
  for (const { file, name } of files) {
    const summary = await summarizeJournal(file)
    const subagents = agents.get(name) ?? 0
    if (summary === undefined) continue
    stdout.write(`${flags.json ? JSON.stringify({ ...summary, subagents }) : lineOf(summary, subagents)}\n`)
  }
}

function lineOf({ session, start, runs, cwd }: SessionSummary, subagents: number): string {
  const last = runs.at(-1)
  const facts = [
    session,
    start.slice(0, 16).replace('T', ' '),
    (last?.ending ?? 'empty').padEnd(11),
    count(runs.length, 'run') + (subagents === 0 ? '' : `, ${count(subagents, 'subagent')}`),
    cwd ?? '',
    oneLine(runs[0]?.prompt ?? '', 60),
  ]
  return plain(facts.join('  '))
}

async function fileOf(dir: string, id: string | undefined): Promise<string> {
  if (id === undefined)
    throw new UsageError('raider sessions show needs the id of a session (see raider sessions list)')
  const found = (await listJournals(dir)).filter(({ name }) => name.startsWith(id))
  const [first] = found.toSorted((a, b) => a.name.length - b.name.length)
  const sessions = new Set(found.map(({ name }) => name.split('.')[0]))
  if (first === undefined) throw new UsageError(`no session in ${dir} begins with ${id} (see raider sessions list)`)
  if (sessions.size > 1) throw new UsageError(`${sessions.size} sessions begin with ${id}: give more of the id`)
  return first.file
}

async function show(file: string, flags: SessionsFlags, terminal: Terminal, homeDir: string): Promise<void> {
  const { stdout } = terminal
  const write = (text: string): void => void stdout.write(text)
  const trace = createTrace({ write, paint: paintFor(stdout, terminal), homeDir, detail: 'full', live: false })
  for await (const line of readJournal(file)) {
    if (flags.json) write(`${JSON.stringify(line)}\n`)
    else trace.event(line)
  }
  if (flags.json) return
  write(`\n${file}: ${verdictOn(await verifyJournal(file))}\n`)
}

function verdictOn({ ok, complete, lines, torn, head, firstBad }: Verification): string {
  const extent = `${count(lines, 'line')}${torn === 0 ? '' : `, ${count(torn, 'torn line')}`}`
  if (!ok) return `${extent}, but line ${firstBad?.line} ${firstBad?.problem}`
  const end = complete
    ? 'and nothing in it was changed'
    : 'none was changed, but the close of the session is missing: it still runs, was killed, or lines were cut off'
  return `${extent}, ${end}\nhead ${head} (keep it elsewhere to prove later that nothing was cut off)`
}
