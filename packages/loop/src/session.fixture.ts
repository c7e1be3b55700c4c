import {
  profiles,
  text,
  type AssistantBlock,
  type Engine,
  type EngineEvent,
  type ModelRequest,
  type Permissions,
  type Plugin,
  type PluginSteps,
  type StopReason,
  type Tool,
  type Usage,
} from '@raider/contracts'
import { allowAll, createCallScope, createSessionScope } from '@raider/testing'
import type { SessionParts } from './parts.js'
import { Session } from './session.js'

/** A turn of a model that says what it is told to. */
export interface Turn {
  readonly content: readonly AssistantBlock[]
  readonly stopReason?: StopReason
  readonly usage?: Usage
}

export const says = (words: string): Turn => ({ content: [text(words)] })

export const calls = (...ids: readonly string[]): Turn => ({
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'Echo', input: { word: id } })),
})

/** An engine that plays turns and keeps the requests; a function is called in place of a turn. */
export function playing(...turns: readonly (Turn | ((signal: AbortSignal) => Promise<Turn>))[]): Engine & {
  readonly requests: ModelRequest[]
} {
  const requests: ModelRequest[] = []
  return {
    name: 'playing',
    model: 'model-1',
    resolve: (model) => model,
    price: (model) => (model === 'model-1' ? { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 } : undefined),
    requests,
    async *stream(request, signal): AsyncGenerator<EngineEvent> {
      requests.push({ ...request, messages: [...request.messages] })
      const next = turns[requests.length - 1] ?? says('done')
      const turn = typeof next === 'function' ? await next(signal) : next
      if (signal.aborted) {
        yield { type: 'fault', fault: { kind: 'cancelled', message: 'cancelled', attempts: 1 } }
        return
      }
      const { content, usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 } } = turn
      const stopReason = turn.stopReason ?? (content.some((block) => block.type === 'tool_use') ? 'tool-use' : 'end')
      yield {
        type: 'end',
        message: { role: 'assistant', content },
        stopReason,
        usage,
        model: request.model ?? 'model-1',
      }
    },
  }
}

/** A tool that gives its word back. */
export const echo = (overrides: Partial<Tool> = {}): Tool => ({
  name: 'Echo',
  description: 'Gives back a word.',
  origin: 'code',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  run: (input) => Promise.resolve(input.word),
  ...overrides,
})

export const plugin = (name: string, steps: PluginSteps): Plugin => ({ name, create: () => steps })

/** Rules that allow everything. */
export const allowingAll: Permissions = {
  permit: allowAll,
  mode: () => 'default',
  setMode: () => undefined,
  apply: () => undefined,
  directories: () => [],
  lend: () => () => undefined,
  isOffered: () => true,
  isFound: () => true,
  fork: () => allowingAll,
}

/** A session in which everything is allowed. */
export function openSession(engine: Engine, parts: Partial<SessionParts> = {}): Promise<Session> {
  const scope = createSessionScope()
  return Session.open({
    facts: { ...scope, profile: profiles.raider },
    engine,
    plugins: [],
    tools: [echo()],
    permissions: allowingAll,
    state: createCallScope().state,
    notices: [],
    transcript: false,
    system: ['be good'],
    limits: {},
    strict: true,
    stopBlockCap: 8,
    signal: new AbortController().signal,
    ...parts,
  })
}
