import type { JsonObject, RaiderEvent, SessionScope } from '@raider/contracts'
import type { Fire } from './fire.js'

type MemoryLoad = Extract<RaiderEvent, { type: 'memory-load' }>

/** Fires InstructionsLoaded for every memory file that comes in. Nobody waits for these hooks while the session goes on. */
interface Instructions {
  readonly tell: (event: RaiderEvent) => void
  /** Waits for the hooks that still run, and ends them once `signal` aborts. */
  close(signal: AbortSignal): Promise<void>
}

export const createInstructions = (fire: Fire, session: SessionScope): Instructions => {
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  const signal = AbortSignal.any([session.signal, closing.signal])
  let prompt: { readonly promptId?: string; readonly effort?: string } = {}
  return {
    tell(event) {
      if (event.type === 'run-start') {
        const { promptId, effort } = event
        prompt = { promptId, ...(effort !== undefined && { effort }) }
      }
      if (event.type !== 'memory-load' || event.memory === undefined) return
      // What a subagent starts with was loaded by the main thread (Claude Code 2.1.332, seen).
      if (session.agent !== undefined && event.reason === 'session_start') return
      const fired = fire('InstructionsLoaded', fieldsOf(event), { ...session, ...prompt, signal })
      running.add(fired)
      void fired.finally(() => running.delete(fired))
    },
    async close(limit) {
      const cut = (): void => closing.abort(limit.reason)
      limit.addEventListener('abort', cut, { once: true })
      if (limit.aborted) cut()
      await Promise.all(running)
      limit.removeEventListener('abort', cut)
    },
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
