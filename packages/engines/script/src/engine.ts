import {
  cancelReason,
  plainText,
  type AssistantBlock,
  type Engine,
  type EngineEvent,
  type Message,
  type ModelRequest,
} from '@raider/contracts'
import { setTimeout as delay } from 'node:timers/promises'
import { loadScript, type ScriptDocument, type Values } from './document.js'
import type { Script } from './script.js'
import { plainReply, type Reply, type ScriptedBlock, type Turn } from './turn.js'

/** Options of `script()`. */
export interface ScriptOptions {
  /** Replaces `{{name}}` in all text of the script, such as the path of a folder that is made for the run. */
  readonly values?: Values
}

/** What is answered when no turn is left. */
const scriptEnd = '(script ended)'

/**
 * An engine that plays a script in place of a model, from a YAML file or an object (see `Script` for the format). It
 * costs nothing unless the script says otherwise. It searches the web where it has turns for the agent `web-search`. When no turn is left for a request, it answers `(script ended)`.
 *
 * The file is read with the first request or `check()`; both reject with `RaiderError` (`bad-script`) where it cannot
 * be used.
 *
 * @example
 * const engine = script({ turns: [{ calls: [{ Bash: { command: 'ls' } }] }, 'Done.'] })
 */
export const script = (source: string | Script, { values = {} }: ScriptOptions = {}): Engine => {
  let loading: Promise<Play> | undefined
  let play: Play | undefined
  const load = (): Promise<Play> =>
    (loading ??= loadScript(source, values).then((document) => (play = createPlay(document))))
  const given = typeof source === 'string' ? undefined : source.model

  return {
    name: 'script',
    get model() {
      return play?.document.model ?? given ?? 'script'
    },
    get searchesWeb() {
      return play?.document.turns.some(({ agent }) => agent === 'web-search') ?? false
    },
    resolve: (model) => model,
    price: () => play?.document.price ?? (typeof source === 'string' ? free : { ...free, ...source.price }),
    async check() {
      await load()
    },
    async *stream(request, signal) {
      yield* perform(await load(), request, signal)
    },
  }
}

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** A script while it is played. */
interface Play {
  readonly document: ScriptDocument
  /** Takes the next turn for a request. */
  next(request: ModelRequest): Turn | undefined
  /** A new id for a call. */
  callId(): string
}

const createPlay = (document: ScriptDocument): Play => {
  const left = document.turns.filter((turn) => turn.times > 0).map((turn) => ({ turn, times: turn.times }))
  let calls = 0
  return {
    document,
    next(request) {
      const index = left.findIndex(({ turn }) => fits(turn, request))
      const entry = left[index]
      if (entry === undefined) return undefined
      if (--entry.times === 0) left.splice(index, 1)
      return entry.turn
    },
    callId: () => `toolu_script_${++calls}`,
  }
}

const fits = (turn: Turn, { agent, messages }: ModelRequest): boolean =>
  turn.agent === agent && (turn.prompt === undefined || firstText(messages).includes(turn.prompt))

const firstText = (messages: readonly Message[]): string => plainText(messages[0]?.content ?? [])

async function* perform(
  play: Play,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent, void, undefined> {
  const turn = signal.aborted ? undefined : play.next(request)
  const { delayMs = 0, retries = [], answer = plainReply([{ type: 'text', text: scriptEnd }]) } = turn ?? {}
  let attempts = 1
  for (const retry of retries) {
    if (signal.aborted) break
    yield { type: 'retry', attempt: attempts, delayMs: retry.delayMs, fault: { ...retry.fault, attempts } }
    await pause(retry.delayMs, signal)
    attempts++
  }
  await pause(delayMs, signal)
  const events: readonly EngineEvent[] =
    'fault' in answer ? [{ type: 'fault', fault: { ...answer.fault, attempts } }] : replyEvents(answer, play, request)
  for (const event of events) {
    if (signal.aborted) return yield cancelled(signal, attempts)
    yield event
  }
}

const replyEvents = (reply: Reply, play: Play, request: ModelRequest): readonly EngineEvent[] => {
  const content = reply.content.map((block) => identified(block, play))
  const called = content.some((block) => block.type === 'tool_use')
  const end: EngineEvent = {
    type: 'end',
    message: { role: 'assistant', content, ...(reply.id === undefined ? {} : { id: reply.id }) },
    stopReason: reply.stop ?? (called ? 'tool-use' : 'end'),
    usage: reply.usage,
    model: reply.model ?? play.document.model ?? request.model ?? 'script',
  }
  return [...content.flatMap(blockEvents), end]
}

const identified = (block: ScriptedBlock, play: Play): AssistantBlock =>
  block.type === 'tool_use' ? { ...block, id: block.id ?? play.callId() } : block

/** A block as a model streams it: word by word, then whole. */
const blockEvents = (block: AssistantBlock): readonly EngineEvent[] => {
  const end: EngineEvent = { type: 'block', block }
  if (block.type === 'text') return [...words(block.text).map((text) => ({ type: 'text-delta' as const, text })), end]
  if (block.type === 'thinking') {
    return [...words(block.thinking).map((text) => ({ type: 'thinking-delta' as const, text })), end]
  }
  return [end]
}

const words = (text: string): readonly string[] => text.match(/\s*\S+|\s+/g) ?? []

const cancelled = (signal: AbortSignal, attempts: number): EngineEvent => ({
  type: 'fault',
  fault: { kind: 'cancelled', message: cancelReason(signal).reason, attempts },
})

/** Waits, no longer than until `signal` aborts. */
const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms === 0) return
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
