import {
  HostLine,
  messageOf,
  Raider,
  readHostMessage,
  type HostMessage,
  type RunOutcome,
  type Session,
  type UserBlock,
} from 'raider'
import { exitCodeOf } from '../exit-code.js'
import { control, SessionFacts, type Control } from './host-control.js'
import { askingHost, hostOptions, hostServers } from './host-options.js'
import { HostServer } from './host-server.js'
import { inputLines } from './input-line.js'
import { Leaving } from '../leaving.js'
import { follow, openReported } from '../print.js'
import { reportingOf, type Reporting } from '../reporting.js'
import { UsageError } from '../usage-error.js'
import type { CommandLine } from '../flag/command-line.js'
import type { Terminal } from '../terminal.js'

/**
 * `raider --input-format stream-json`: a host such as the Agent SDK writes prompts and requests, line by line, and is asked in turn. The first line says
 * what the session is to be like; it ends with stdin. Resolves with the exit code.
 */
export async function serve({ flags }: CommandLine, version: string, terminal: Terminal): Promise<number> {
  const { permissionPromptTool, ...rest } = flags
  const asksHost = permissionPromptTool === 'stdio'
  const reporting = reportingOf(asksHost ? rest : flags, version, terminal)
  const line = new HostLine((text) => void terminal.stdout.write(`${text}\n`))
  const over = new AbortController()
  const messages = hostMessages(terminal)
  const first = await messages.next()
  const request = first.value?.kind === 'request' && first.value.subtype === 'initialize' ? first.value.request : {}
  const servers = new Map(
    hostServers(request, flags.mcpConfig).map((name) => [name, new HostServer(name, line, over.signal)]),
  )
  const raider = new Raider({
    ...reporting.options,
    ...hostOptions(request, line, servers, reporting.options),
    ...(asksHost && { canUseTool: askingHost(line) }),
  })
  const leaving = new Leaving(raider, terminal)
  try {
    return await new Service({ raider, reporting, line, servers, leaving }).run(first.value, messages)
  } finally {
    over.abort()
    leaving.off()
  }
}

/** @throws UsageError for a line that is no message. */
async function* hostMessages({ stdin }: Terminal): AsyncGenerator<HostMessage, undefined, undefined> {
  for await (const text of inputLines(stdin)) {
    const message = readHostMessage(text)
    if (typeof message === 'string')
      throw new UsageError(`a line on stdin cannot be used: ${message}: ${text.slice(0, 80)}`)
    if (message !== undefined) yield message
  }
  return undefined
}

interface ServiceParts {
  readonly raider: Raider
  readonly reporting: Reporting
  readonly line: HostLine
  readonly servers: ReadonlyMap<string, HostServer>
  readonly leaving: Leaving
}

/** A prompt whose turn is still to come. */
interface Waiting {
  readonly content: readonly UserBlock[]
  /** Settles once the requests before it are answered: a model or mode that the host asked for counts for it. */
  readonly after: Promise<void>
}

/** A session at the service of a host. Lines are read while it runs: prompts wait for their turn, everything else does not. */
class Service {
  readonly #parts: ServiceParts
  readonly #prompts: Waiting[] = []
  /** Resolves the wait for the next prompt. */
  #wake: (() => void) | undefined
  #closed = false
  /** Settles once the requests so far are answered. */
  #control: Promise<void> = Promise.resolve()
  #trouble: unknown

  constructor(parts: ServiceParts) {
    this.#parts = parts
    parts.leaving.signal.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  async run(first: HostMessage | undefined, messages: AsyncIterable<HostMessage>): Promise<number> {
    const { raider, reporting, line, servers, leaving } = this.#parts
    const facts = new SessionFacts()
    // The answer to the first request tells of a session that is not open before its servers and skills are known. The host's servers
    // are asked while it opens, so its lines are read by then.
    let open: ((control: Control) => void) | undefined
    const opened = new Promise<Control>((resolve) => (open = resolve))
    const reading = this.#read(first, messages, opened)
    reporting.events.on('*', (event) => facts.hear(event))
    const session = await openReported(raider, reporting.report)
    try {
      open?.({ line, session, servers, facts, run: () => leaving.run })
      const outcome = await this.#answer(session)
      // A host that is told to leave need not close its side first.
      if (!leaving.signal.aborted) {
        await reading
        await this.#control
      }
      if (this.#trouble !== undefined) throw this.#trouble
      return leaving.code(reporting.options.profile) ?? (outcome === undefined ? 0 : exitCodeOf(outcome))
    } finally {
      await session.close()
      reporting.report.close()
    }
  }

  /** Runs prompt after prompt until the host has no more. */
  async #answer(session: Session): Promise<RunOutcome | undefined> {
    const { leaving, reporting } = this.#parts
    let outcome: RunOutcome | undefined
    while (!leaving.signal.aborted) {
      const prompt = this.#prompts.shift()
      if (prompt === undefined) {
        if (this.#closed) return outcome
        await new Promise<void>((resolve) => (this.#wake = resolve))
      } else {
        await prompt.after
        outcome = (await follow(session.runs(prompt.content, leaving.signal), leaving, reporting.report)) ?? outcome
      }
    }
    return outcome
  }

  async #read(
    first: HostMessage | undefined,
    messages: AsyncIterable<HostMessage>,
    opened: Promise<Control>,
  ): Promise<void> {
    try {
      if (first !== undefined) this.#take(first, opened)
      for await (const message of messages) this.#take(message, opened)
    } catch (thrown) {
      this.#trouble = thrown
    }
    this.#closed = true
    this.#parts.line.close()
    this.#wake?.()
  }

  /** Requests are answered in their order. */
  async #controlled(request: Extract<HostMessage, { kind: 'request' }>, opened: Promise<Control>): Promise<void> {
    const before = this.#control
    const parts = await opened
    await before
    try {
      await control(request, parts)
    } catch (thrown) {
      parts.line.refuse(request.id, messageOf(thrown), 'request_failed')
    }
  }

  #take(message: HostMessage, opened: Promise<Control>): void {
    if (message.kind === 'prompt') this.#prompts.push({ content: message.content, after: this.#control })
    else if (message.kind === 'request') this.#control = this.#controlled(message, opened)
    else this.#parts.line.settle(message)
    this.#wake?.()
  }
}
