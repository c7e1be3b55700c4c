import {
  isRaiderError,
  openHookReport,
  openProjectTrust,
  Raider,
  type RaiderEvent,
  type RaiderOptions,
  type Session,
} from 'raider'
import { catchInterrupts } from '../interrupt.js'
import { CtrlC } from './ctrl-c.js'
import { createAsk } from './question.js'
import { createLineReader, type LineReader } from './line-reader.js'
import { createElicit } from './server-question.js'
import { createStatus, type Status } from './status.js'
import { createTrace } from '../page/trace.js'
import { exitCodeOfSignal } from '../exit-code.js'
import { findChatCommand } from '../chat-command.js'
import { hookLine } from '../page/hook-line.js'
import { paintFor, type Terminal } from '../terminal.js'
import { plain } from '../page/plain.js'
import { setupOf } from '../setup.js'
import type { CommandLine } from '../flag/command-line.js'
import type { Paint } from '../page/paint.js'
import type { Place } from '../page/trace-line.js'

/** Everything a chat is made of. */
interface Chat {
  readonly reader: LineReader
  readonly raider: Raider
  /** The one that goes on; another one takes its place where the person clears it. */
  session: Session
  readonly status: Status
  readonly paint: Paint
  readonly write: (text: string) => void
  /** Aborts when the person wants to leave. */
  readonly leaving: AbortController
}

/** Bare `raider` on a terminal: a conversation over several runs. Resolves with the exit code. */
export async function chat(line: CommandLine, version: string, terminal: Terminal): Promise<number> {
  const paint = paintFor(terminal.stdout, terminal)
  const write = (text: string): void => void terminal.stdout.write(text)
  const { options, events, homeDir, cwd } = setupOf(line.flags, terminal)
  const detail = line.flags.verbose ? 'full' : 'brief'
  const trace = createTrace({ write, paint, homeDir, detail, live: true })
  const status = createStatus()
  events.on('*', (event: RaiderEvent) => {
    trace.event(event)
    status.event(event)
  })
  const reader = createLineReader(terminal)
  const leaving = new AbortController()
  const interrupts = catchInterrupts(terminal.unread, () => leaving.abort())
  try {
    write(
      `${paint('strong', `raider ${version}`)} ${paint('dim', `in ${cwd} · /help · Ctrl-C cancels, /exit leaves`)}\n`,
    )
    const asking: RaiderOptions = {
      ...options,
      elicit: createElicit(reader, paint, write),
      ...(options.permissionPromptTool === undefined && { canUseTool: createAsk(reader, paint, write) }),
    }
    const raider = new Raider(asking)
    const session = await openTrusted(raider, asking, { reader, paint, write, homeDir, cwd }, leaving.signal)
    if (session === undefined) return 3
    const chat: Chat = { reader, raider, session, status, paint, write, leaving }
    try {
      await converse(chat, line.prompt)
    } finally {
      await chat.session.close('prompt_input_exit')
    }
    return interrupts.received === undefined ? 0 : exitCodeOfSignal(interrupts.received)
  } finally {
    interrupts.off()
    reader.close()
  }
}

/** Opens the session; asks for trust where the project needs it. Undefined where the person does not give it. */
async function openTrusted(
  raider: Raider,
  options: RaiderOptions,
  { reader, paint, write, ...place }: Pick<Chat, 'reader' | 'paint' | 'write'> & Place,
  signal: AbortSignal,
): Promise<Session | undefined> {
  try {
    return await raider.open()
  } catch (thrown) {
    if (!isRaiderError(thrown) || thrown.code !== 'untrusted-project') throw thrown
    write(
      `\n${paint('warn', 'This project is not trusted as it is now.')} Its allow rules would count, and its hooks run as you:\n`,
    )
    for (const hook of (await openHookReport(options)).hooks)
      if (hook.state === 'not trusted') write(`  ${hookLine({ ...hook, state: 'active' }, place, paint)}\n`)
    if (!(await agrees(reader, 'Trust this project as it is now? [y]es · [n]o: ', signal))) {
      write(
        'Nothing starts without its guards. `raider --no-project-hooks` goes on without the hooks of the project.\n',
      )
      return undefined
    }
    await (await openProjectTrust(options)).grant()
    return raider.open()
  }
}

/** Asks until the answer is yes or no; who leaves has said no. */
async function agrees(reader: LineReader, question: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const answer = (await reader.ask(question, signal))?.trim() ?? 'no'
    if (/^y(es)?$/i.test(answer)) return true
    if (/^no?$/i.test(answer)) return false
  }
}

/** How long the person may say nothing before Notification hooks hear of it. */
const idleMs = 60_000

async function converse(chat: Chat, first?: string): Promise<void> {
  const { reader, raider, status, paint, write, leaving } = chat
  const ctrlC = new CtrlC({
    warn: () => {
      write('\nCtrl-C again leaves.\n')
      reader.redraw()
    },
    leave: () => leaving.abort(),
    quit: () => process.exit(exitCodeOfSignal('SIGINT')),
  })
  reader.onInterrupt(() => ctrlC.press())
  const next = async (): Promise<string | undefined> => {
    write(`\n${paint('dim', status.line(chat.session.mode()))}\n`)
    ctrlC.watch(undefined)
    const idle = setTimeout(() => void chat.session.notify('idle_prompt', 'Raider is waiting for your input'), idleMs)
    try {
      return await reader.next(paint('strong', '› '), leaving.signal)
    } finally {
      clearTimeout(idle)
    }
  }
  for (let line = first ?? (await next()); line !== undefined; line = await next()) {
    const named = findChatCommand(line)
    const said = (await named?.command.run(named.argument, chat.session)) ?? 'prompt'
    if (said === 'leave') return
    if (said === 'clear') chat.session = await raider.clear(chat.session)
    else if (said !== 'prompt') write(`${plain(said.text)}\n`)
    else if (line.trim() !== '') await runOnce(chat.session, line, ctrlC, leaving.signal)
  }
}

async function runOnce(session: Session, prompt: string, ctrlC: CtrlC, leaving: AbortSignal): Promise<void> {
  const run = session.run(prompt)
  const cancel = (): void => run.cancel({ by: 'shutdown', reason: 'the chat ends' })
  leaving.addEventListener('abort', cancel)
  ctrlC.watch(run)
  try {
    await run.result
  } finally {
    leaving.removeEventListener('abort', cancel)
  }
}
