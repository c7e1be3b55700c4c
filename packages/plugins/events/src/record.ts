import { isRaiderError, messageOf, type RaiderEvent, type SessionScope, type Source } from '@raider/contracts'
import {
  createRedaction,
  isTransient,
  openJournal,
  type Fsync,
  type Journal,
  type JournalOptions,
  type Redaction,
  type RedactionOptions,
} from '@raider/journal'
import { journalFile } from './folder.js'

/** Where and how a session's journal is written. */
export interface RecordOptions {
  /** Folder of the journal; by default that of the project below `~/.raider/journals`. */
  readonly dir?: string
  /** Default `end`: at the end of each run and of the session. */
  readonly fsync?: Fsync
  /** What is hidden beside known credential patterns and the secrets of the session's environment. */
  readonly redact?: RedactionOptions
  /** No call may run that cannot be recorded; without a journal the session does not start. Default false. */
  readonly required?: boolean
}

const source: Source = { kind: 'plugin', name: 'events' }

/** The journal of one session, kept up through failures. */
export class SessionRecord {
  readonly #emit: SessionScope['emit']
  readonly #open: JournalOptions
  #journal: Journal | undefined
  #trouble: string | undefined
  #lost = 0
  /** Has anything been lost since somebody asked? */
  #hasGap = false
  #closed = false

  /**
   * Opens the record of a session.
   * @throws RaiderError `journal-locked`; where it is required, `journal-failed` too.
   */
  constructor(session: SessionScope, options: RecordOptions, redaction: Redaction) {
    this.#emit = session.emit
    const file = journalFile(session, options.dir)
    this.#open = { file, redaction, ...(options.fsync && { fsync: options.fsync }) }
    try {
      this.#journal = openJournal(this.#open)
    } catch (thrown) {
      if (options.required || !isRaiderError(thrown) || thrown.code !== 'journal-failed') throw thrown
    }
  }

  /** Never throws; trouble is told once, and the gap once writing works again. */
  append(event: RaiderEvent): void {
    // What is not written tells nothing of whether writing works again.
    if (this.#closed || isTransient(event.type)) return
    try {
      this.#journal ??= openJournal(this.#open)
      this.#journal.append(event)
    } catch (thrown) {
      this.#fail(thrown)
      return
    }
    if (this.#trouble !== undefined) this.#recover()
  }

  /** What keeps it from writing now. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  /** Why something is missing that happened since this was asked last; undefined where everything is written. */
  takeGap(): string | undefined {
    const gap = this.#hasGap ? (this.#trouble ?? 'Writing failed for a while.') : undefined
    this.#hasGap = false
    return gap
  }

  close(): void {
    this.#closed = true
    this.#journal?.close()
  }

  #fail(thrown: unknown): void {
    this.#lost += 1
    this.#hasGap = true
    const isNew = this.#trouble === undefined
    this.#trouble = messageOf(thrown)
    if (isNew) this.#tell('error', `${this.#trouble} Events are not recorded until it works again.`)
  }

  #recover(): void {
    const gap = this.#lost
    this.#trouble = undefined
    this.#lost = 0
    if (gap > 0) this.#tell('warning', `${gap} events before this one are missing from the journal.`)
  }

  #tell(level: 'warning' | 'error', text: string): void {
    void this.#emit({ type: 'notice', level, text, source })
  }
}

/** Hides known credential patterns, what the options name, and the secrets of an environment; made once for each of these. */
export function createRedactions(options: RecordOptions): (env: SessionScope['env']) => Redaction {
  const made = new WeakMap<SessionScope['env'], Redaction>()
  return (env) => {
    const known = made.get(env)
    if (known !== undefined) return known
    const secrets = [...secretsIn(env), ...(options.redact?.secrets ?? [])]
    const redaction = createRedaction({ ...options.redact, secrets })
    made.set(env, redaction)
    return redaction
  }
}

/** Values of variables such as ANTHROPIC_API_KEY; a path to a key is no secret. */
const secretsIn = (env: SessionScope['env']): readonly string[] =>
  Object.entries(env)
    .filter(([name, value]) => /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)$/i.test(name) && !value.startsWith('/'))
    .map(([, value]) => value)
