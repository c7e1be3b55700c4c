import {
  messageOf,
  type Plugin,
  type PluginSteps,
  type RaiderEvent,
  type SessionScope,
  type Source,
  type Verdict,
} from '@raider/contracts'
import { createEmitter, type Emitter } from './emitter.js'
import { createRedactions, SessionRecord, type RecordOptions } from './record.js'

/** How the events plugin records. */
export interface EventsOptions {
  /** How sessions are recorded; false for no journal. Default: recorded below `~/.raider/journals`. */
  readonly journal?: RecordOptions | false
}

/** The events plugin: give it to a runtime, and listen on it. Its listeners hear every session that uses it. */
export interface EventsPlugin extends Plugin, Omit<Emitter, 'tell'> {}

const source: Source = { kind: 'plugin', name: 'events' }

/**
 * Typed events and the journal of each session. It belongs last in the chain, so that both see what the model gets.
 *
 * A listener that throws or rejects is reported as a notice and disturbs neither the run nor other listeners.
 *
 * @example
 * const plugin = events()
 * plugin.on('tool-result', (event) => console.log(event.name, event.status))
 */
export function events(options: EventsOptions = {}): EventsPlugin {
  const { tell, ...listening } = createEmitter()
  const { journal = {} } = options
  if (journal === false) return { name: source.name, ...listening, create: (session) => new EventSteps(session, tell) }
  const redactionFor = createRedactions(journal)
  const Steps = journal.required === true ? RequiredRecordSteps : EventSteps
  return {
    name: source.name,
    ...listening,
    create: (session) => new Steps(session, tell, new SessionRecord(session, journal, redactionFor(session.env))),
  }
}

/** Records what happens in one session, and tells it to the listeners. */
class EventSteps implements PluginSteps {
  readonly #emit: SessionScope['emit']
  readonly #tell: Emitter['tell']
  protected readonly record: SessionRecord | undefined
  /** Closing hooks are still to come: it is written as the last line, so that a journal shows whether its end is there. */
  #ending: RaiderEvent | undefined

  constructor({ emit }: SessionScope, tell: Emitter['tell'], record?: SessionRecord) {
    this.#emit = emit
    this.#tell = tell
    this.record = record
  }

  onEvent(event: RaiderEvent): void {
    if (event.type === 'session-close') this.#ending = event
    else this.record?.append(event)
    this.#tell(event, (thrown) => {
      if (isOwn(event)) return
      const text = `A listener of ${event.type} failed: ${messageOf(thrown)}`
      void this.#emit({ type: 'notice', level: 'error', text, source })
    })
  }

  close(): void {
    if (this.#ending !== undefined) this.record?.append(this.#ending)
    this.record?.close()
  }
}

/** The same where no call may run that cannot be recorded, and a run with a gap in its record has failed. */
class RequiredRecordSteps extends EventSteps {
  beforeTool(): Verdict | undefined {
    const trouble = this.record?.trouble
    return trouble === undefined
      ? undefined
      : { stance: 'deny', reason: `Refused, since the call could not be recorded. ${trouble}`, source }
  }

  shortfall(): string | undefined {
    const gap = this.record?.takeGap()
    return gap === undefined ? undefined : `The journal does not have everything that happened. ${gap}`
  }
}

/** A listener that fails on the report of its own failure would be reported forever. */
const isOwn = (event: RaiderEvent): boolean => event.type === 'notice' && event.source?.name === source.name
