import { isRaiderError, messageOf } from '@raider/contracts'
import type { RaiderEvent, SessionScope } from '@raider/contracts'
import { isTransient, openJournal } from '@raider/journal'
import type { Fsync, Journal, RedactionOptions } from '@raider/journal'
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

/** The journal of one session, kept up through failures. */
export interface SessionRecord {
  /** Never throws; trouble is told once, and the gap once writing works again. */
  append(event: RaiderEvent): void
  /** What keeps it from writing now. */
  trouble(): string | undefined
  close(): void
}

type Tell = (level: 'warning' | 'error', text: string) => void

/**
 * Opens the record of a session.
 * @throws RaiderError `journal-locked`; where it is required, `journal-failed` too.
 */
export function createRecord(session: SessionScope, options: RecordOptions, tell: Tell): SessionRecord {
  const file = journalFile(session, options.dir)
  let journal: Journal | undefined
  let trouble: string | undefined
  let lost = 0
  let closed = false

  const secrets = [...secretsIn(session.env), ...(options.redact?.secrets ?? [])]
  const open = () =>
    openJournal({ file, redact: { ...options.redact, secrets }, ...(options.fsync && { fsync: options.fsync }) })

  const fail = (thrown: unknown) => {
    lost += 1
    const isNew = trouble === undefined
    trouble = messageOf(thrown)
    if (isNew) tell('error', `${trouble} Events are not recorded until it works again.`)
  }

  const recover = () => {
    const gap = lost
    trouble = undefined
    lost = 0
    if (gap > 0) tell('warning', `${gap} events before this one are missing from the journal.`)
  }

  try {
    journal = open()
  } catch (thrown) {
    if (options.required || !isRaiderError(thrown) || thrown.code !== 'journal-failed') throw thrown
  }

  return {
    append: (event) => {
      // What is not written tells nothing of whether writing works again.
      if (closed || isTransient(event.type)) return
      try {
        journal ??= open()
        journal.append(event)
      } catch (thrown) {
        fail(thrown)
        return
      }
      if (trouble !== undefined) recover()
    },
    trouble: () => trouble,
    close: () => {
      closed = true
      journal?.close()
    },
  }
}

/** Values of variables such as ANTHROPIC_API_KEY; a path to a key is no secret. */
const secretsIn = (env: SessionScope['env']): readonly string[] =>
  Object.entries(env)
    .filter(([name, value]) => /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)$/i.test(name) && !value.startsWith('/'))
    .map(([, value]) => value)
