import { SparseSet, type JsonObject, type RaiderEvent, type SessionScope } from '@raider/contracts'
import type { Fire } from '../fire.js'

type MemoryLoad = Extract<RaiderEvent, { type: 'memory-load' }>

/** Fires InstructionsLoaded for every memory file that comes in. Nobody waits for these hooks while the session goes on. */
export class Instructions {
  readonly #fire: Fire
  readonly #session: SessionScope
  readonly #running = new SparseSet<Promise<unknown>>()
  /** Cuts short what still runs at the end; made with the first hook. */
  #closing: AbortController | undefined
  /** Loads of the opening, which SessionStart hooks go before (Claude Code 2.1.332, seen); undefined once it is over. */
  #held: readonly MemoryLoad[] | undefined = []
  #prompt: { readonly promptId?: string; readonly effort?: string } = {}

  constructor(fire: Fire, session: SessionScope) {
    this.#fire = fire
    this.#session = session
  }

  tell(event: RaiderEvent): void {
    if (event.type === 'run-start') {
      this.opened()
      const { promptId, effort } = event
      this.#prompt = { promptId, ...(effort !== undefined && { effort }) }
    }
    if (event.type !== 'memory-load' || event.memory === undefined) return
    const session = this.#session
    // What a subagent starts with was loaded by the main thread (Claude Code 2.1.332, seen).
    if (session.agent !== undefined && event.trigger === undefined) return
    if (this.#held === undefined) this.#tell(event)
    else this.#held = [...this.#held, event]
  }

  /** The session is open: what it began with is told. */
  opened(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const event of held) this.#tell(event)
  }

  #tell(event: MemoryLoad): void {
    const session = this.#session
    this.#closing ??= new AbortController()
    const signal = AbortSignal.any([session.signal, this.#closing.signal])
    const fired = this.#fire('InstructionsLoaded', fieldsOf(event), { ...session, ...this.#prompt, signal })
    this.#running.add(fired)
    void fired.finally(() => this.#running.delete(fired))
  }

  /** Waits for the hooks that still run, and ends them once `limit` aborts. */
  async close(limit: AbortSignal): Promise<void> {
    this.opened()
    const cut = (): void => this.#closing?.abort(limit.reason)
    limit.addEventListener('abort', cut, { once: true })
    if (limit.aborted) cut()
    await Promise.all(this.#running)
    limit.removeEventListener('abort', cut)
  }
}

const fieldsOf = ({ file, memory, reason, globs, trigger, parent }: MemoryLoad): JsonObject => ({
  file_path: file,
  ...(memory !== undefined && { memory_type: memory }),
  load_reason: reason,
  ...(globs !== undefined && { globs }),
  ...(trigger !== undefined && { trigger_file_path: trigger }),
  ...(parent !== undefined && { parent_file_path: parent }),
})
