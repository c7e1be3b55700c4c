import {
  apiStopReasons,
  noUsage,
  type AssistantBlock,
  type StopReason,
  type ToolUseBlock,
  type Usage,
} from '@raider/contracts'
import { readFault, readRetries, type PlainFault, type ScriptedRetry } from './fault.js'
import { optional, type Field } from './field.js'

/** A checked turn. */
export interface Turn {
  readonly agent: string
  readonly prompt: string | undefined
  readonly times: number
  readonly delayMs: number
  readonly retries: readonly ScriptedRetry[]
  readonly answer: { readonly fault: PlainFault } | Reply
}

/** What is answered. */
export interface Reply {
  readonly content: readonly ScriptedBlock[]
  readonly stop: StopReason | undefined
  readonly usage: Usage
  readonly model: string | undefined
  readonly id: string | undefined
}

/** A block; a call without an id gets one when it is played. */
export type ScriptedBlock =
  | Exclude<AssistantBlock, ToolUseBlock>
  | (Omit<ToolUseBlock, 'id'> & { readonly id: string | undefined })

const stopReasons = Object.keys(apiStopReasons) as StopReason[]

const simpleKeys = ['text', 'thinking', 'calls']
const otherKeys = ['agent', 'prompt', 'times', 'delayMs', 'retry', 'content', 'fault', 'stop', 'usage', 'model', 'id']

/** Reads one turn; `agent` is the one it answers where it names none. */
export const readTurn = (field: Field, agent: string): Turn => {
  if (typeof field.value === 'string') return plainTurn(agent, field.value)
  field.object([...simpleKeys, ...otherKeys])
  return {
    agent: optional(field.at('agent'), (it) => it.text()) ?? agent,
    prompt: optional(field.at('prompt'), (it) => it.text()),
    times: optional(field.at('times'), (it) => it.count()) ?? 1,
    delayMs: optional(field.at('delayMs'), (it) => it.count()) ?? 0,
    retries: optional(field.at('retry'), readRetries) ?? [],
    answer: readAnswer(field),
  }
}

/** A reply of which nothing but the blocks is scripted. */
export const plainReply = (content: Reply['content']): Reply => ({
  content,
  stop: undefined,
  usage: noUsage,
  model: undefined,
  id: undefined,
})

const plainTurn = (agent: string, text: string): Turn => ({
  agent,
  prompt: undefined,
  times: 1,
  delayMs: 0,
  retries: [],
  answer: plainReply([{ type: 'text', text }]),
})

const readAnswer = (field: Field): Turn['answer'] => {
  const given = (keys: readonly string[]): readonly string[] => keys.filter((key) => field.at(key).given)
  const simple = given(simpleKeys)
  const kinds = [...(simple.length > 0 ? [simple.join(' and ')] : []), ...given(['content', 'fault'])]
  if (kinds.length > 1) field.fail(`has ${kinds.join(' beside ')}. Keep one of them`)
  if (field.at('fault').given) return { fault: readFault(field.at('fault')) }
  return {
    content: field.at('content').given ? field.at('content').list().map(readBlock) : readSimple(field),
    stop: optional(field.at('stop'), (it) => it.oneOf(stopReasons)),
    usage: optional(field.at('usage'), readUsage) ?? noUsage,
    model: optional(field.at('model'), (it) => it.text()),
    id: optional(field.at('id'), (it) => it.text()),
  }
}

const readSimple = (field: Field): readonly ScriptedBlock[] => [
  ...(optional(field.at('thinking'), (it) => [readThinking(it)]) ?? []),
  ...(optional(field.at('text'), (it) => [{ type: 'text' as const, text: it.text() }]) ?? []),
  ...(optional(field.at('calls'), (it) => it.list().map(readCall)) ?? []),
]

const readThinking = (field: Field): ScriptedBlock => {
  if (typeof field.value === 'string') return { type: 'thinking', thinking: field.value, signature: 'scripted' }
  field.object(['text', 'signature'])
  return { type: 'thinking', thinking: field.at('text').text(), signature: field.at('signature').text() }
}

const readCall = (field: Field): ScriptedBlock => {
  const [name, ...more] = Object.keys(field.object())
  if (name === undefined) return field.fail('must name a tool')
  if (name !== 'name' && more.length === 0) return call(name, field.at(name), undefined)
  field.object(['name', 'input', 'id'])
  return call(
    field.at('name').text(),
    field.at('input'),
    optional(field.at('id'), (it) => it.text()),
  )
}

/** Any input is taken: scripts also play models that call wrongly. */
const call = (name: string, input: Field, id: string | undefined): ScriptedBlock => ({
  type: 'tool_use',
  id,
  name,
  input: input.given ? input.value : {},
})

const readBlock = (field: Field): ScriptedBlock => {
  const type = field.at('type').oneOf(['text', 'thinking', 'redacted_thinking', 'tool_use', 'opaque'])
  switch (type) {
    case 'text':
      return { type, text: field.at('text').text() }
    case 'thinking':
      return { type, thinking: field.at('thinking').text(), signature: field.at('signature').text() }
    case 'redacted_thinking':
      return { type, data: field.at('data').text() }
    case 'tool_use':
      return call(
        field.at('name').text(),
        field.at('input'),
        optional(field.at('id'), (it) => it.text()),
      )
    case 'opaque':
      return { type, block: field.at('block').object() }
  }
}

const readUsage = (field: Field): Usage => {
  field.object(['input', 'output', 'cacheRead', 'cacheWrite'])
  const tokens = (key: string): number => optional(field.at(key), (it) => it.count()) ?? 0
  return {
    inputTokens: tokens('input'),
    outputTokens: tokens('output'),
    cacheReadTokens: tokens('cacheRead'),
    cacheWriteTokens: tokens('cacheWrite'),
  }
}
