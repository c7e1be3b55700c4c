import { SparseMap, type Coverage, type SealedCall, type ToolEvent } from '@raider/contracts'

interface Entry {
  readonly name: string
  readonly input: unknown
  before: boolean
  executed: boolean
  after: boolean
}

/**
 * The book of one run's calls: opened before a call is looked at, closed when it is sealed. It proves coverage and keeps the
 * complete, id-paired record of tool traffic; it never influences the run.
 */
export class Ledger {
  readonly #entries = new SparseMap<string, Entry>()
  readonly #events: ToolEvent[] = []
  #calls = 0
  #before = 0
  #executed = 0
  #after = 0
  readonly #missing: string[] = []

  open(id: string, name: string, input: unknown): void {
    this.#calls++
    this.#entries.set(id, { name, input, before: false, executed: false, after: false })
    this.#events.push({ phase: 'call', id, name, input, ns: process.hrtime.bigint() })
  }

  /** Marks that a call passed its votes, was executed, or passed its folds. */
  mark(id: string, step: 'before' | 'executed' | 'after'): void {
    const entry = this.#entries.get(id)
    if (entry !== undefined) entry[step] = true
  }

  /** Closes a call; a deferred one stays open for the resume. */
  close(call: SealedCall): void {
    const entry = this.#entries.get(call.id)
    if (entry === undefined || call.status === 'deferred') return
    this.#entries.delete(call.id)
    if (entry.before) this.#before++
    if (entry.executed) this.#executed++
    if (entry.after) this.#after++
    if (entry.executed && !(entry.before && entry.after)) this.#missing.push(call.id)
    this.#events.push(closing(call, entry))
  }

  coverage(): Coverage {
    return {
      calls: this.#calls,
      before: this.#before,
      executed: this.#executed,
      after: this.#after,
      missing: [...this.#missing, ...[...this.#entries].filter(([, entry]) => entry.executed).map(([id]) => id)],
    }
  }

  events(): readonly ToolEvent[] {
    return this.#events
  }
}

function closing(call: SealedCall, entry: Entry): ToolEvent {
  const { id, name, result } = call
  const head = { id, name, input: entry.input, ns: process.hrtime.bigint() }
  if (call.status !== 'ok') return { phase: 'failure', ...head, error: call.error ?? call.status }
  return {
    phase: 'result',
    ...head,
    output: result.content,
    ...(result.structured !== undefined && { structured: result.structured }),
  }
}
