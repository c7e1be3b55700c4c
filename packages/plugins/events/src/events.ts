import { messageOf } from '@raider/contracts'
import type { Plugin, PluginSteps, RaiderEvent, SessionScope, Source, Verdict } from '@raider/contracts'
import { createEmitter } from './emitter.js'
import type { Emitter } from './emitter.js'
import { createRecord } from './record.js'
import type { RecordOptions, SessionRecord } from './record.js'

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
  return {
    name: 'events',
    ...listening,
    create: (session) => createSteps(session, tell, options.journal ?? {}),
  }
}

function createSteps(session: SessionScope, tell: Emitter['tell'], journal: RecordOptions | false): PluginSteps {
  const notice = (level: 'warning' | 'error', text: string) =>
    void session.emit({ type: 'notice', level, text, source })
  const record = journal === false ? undefined : createRecord(session, journal, notice)
  /** Closing hooks are still to come: it is written as the last line, so that a journal shows whether its end is there. */
  let ending: RaiderEvent | undefined
  return {
    onEvent: (event) => {
      if (event.type === 'session-close') ending = event
      else record?.append(event)
      tell(event, (thrown) => {
        if (!isOwn(event)) notice('error', `A listener of ${event.type} failed: ${messageOf(thrown)}`)
      })
    },
    close: () => {
      if (ending !== undefined) record?.append(ending)
      record?.close()
    },
    ...(record && journal !== false && journal.required && { beforeTool: () => refusal(record) }),
  }
}

/** A listener that fails on the report of its own failure would be reported forever. */
const isOwn = (event: RaiderEvent): boolean => event.type === 'notice' && event.source?.name === source.name

function refusal(record: SessionRecord): Verdict | undefined {
  const trouble = record.trouble()
  return trouble === undefined
    ? undefined
    : { stance: 'deny', reason: `Refused, since the call could not be recorded. ${trouble}`, source }
}
