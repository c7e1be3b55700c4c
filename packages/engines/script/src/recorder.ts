import {
  messageOf,
  RaiderError,
  type Engine,
  type EngineEvent,
  type Fault,
  type ModelRequest,
  type Usage,
} from '@raider/contracts'
import { appendFile } from 'node:fs/promises'
import type { ScriptFault, ScriptReply, ScriptUsage } from './script.js'

/**
 * Writes what an engine answers to a file that `script(file)` plays again: replies with signatures and counts, retries
 * and faults, but nothing of the requests save the head of a subagent's prompt, by which its turns find their way back.
 * Waits are not kept. Each turn is appended in one write, before its end is told; what was in the file stays. A
 * cancelled or abandoned turn is not kept.
 */
export const withRecorder = (engine: Engine, file: string): Engine => {
  return {
    name: engine.name,
    get model() {
      return engine.model
    },
    searchesWeb: engine.searchesWeb === true,
    resolve: (model) => engine.resolve(model),
    price: (model) => engine.price(model),
    contextWindow: (model) => engine.contextWindow?.(model),
    async *stream(request, signal) {
      const retries: ScriptFault[] = []
      for await (const event of engine.stream(request, signal)) {
        if (event.type === 'retry') retries.push(recordFault(event.fault))
        const turn = recordTurn(event, request, retries)
        if (turn !== undefined) await append(file, turn)
        yield event
      }
    },
    async check(signal) {
      await engine.check?.(signal)
      await write(file, '')
    },
  }
}

/** Characters of a subagent's prompt that are kept. */
const promptLength = 120

const recordTurn = (
  event: EngineEvent,
  request: ModelRequest,
  retries: readonly ScriptFault[],
): ScriptReply | undefined => {
  const head: ScriptReply = {
    ...(request.agent === 'main' ? {} : { agent: request.agent, prompt: promptHead(request) }),
    ...(retries.length === 0 ? {} : { retry: retries }),
  }
  if (event.type === 'fault')
    return event.fault.kind === 'cancelled' ? undefined : { ...head, fault: recordFault(event.fault) }
  if (event.type !== 'end') return undefined
  return {
    ...head,
    ...(event.message.id === undefined ? {} : { id: event.message.id }),
    model: event.model,
    content: event.message.content,
    stop: event.stopReason,
    usage: recordUsage(event.usage),
  }
}

const recordFault = ({ kind, status, message }: Fault): ScriptFault => ({
  kind,
  ...(status === undefined ? {} : { status }),
  message,
})

const recordUsage = (usage: Usage): ScriptUsage => ({
  input: usage.inputTokens,
  output: usage.outputTokens,
  cacheRead: usage.cacheReadTokens,
  cacheWrite: usage.cacheWriteTokens,
})

/** The first message may begin with reminders; the prompt is its last text. */
const promptHead = ({ messages }: ModelRequest): string => {
  const prompt = messages[0]?.content.findLast((block) => block.type === 'text')
  return prompt?.type === 'text' ? prompt.text.slice(0, promptLength) : ''
}

const append = async (file: string, turn: ScriptReply): Promise<void> => {
  const { stringify } = await import('yaml')
  await write(file, stringify([turn], { lineWidth: 0, aliasDuplicateObjects: false }))
}

const write = async (file: string, text: string): Promise<void> => {
  try {
    await appendFile(file, text)
  } catch (error) {
    throw new RaiderError(
      'bad-script',
      `${file}: the recording cannot be written: ${messageOf(error)}. Name a writable file.`,
      {
        cause: error,
        data: { file },
      },
    )
  }
}
