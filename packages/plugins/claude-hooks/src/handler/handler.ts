import { isObject, type JsonObject } from '@raider/contracts'
import { parseCommand } from './command.js'
import { parseAgent, parsePrompt } from './evaluator.js'
import { handlerTypes, type HandlerType } from '../events.js'
import { fault, isFault, type Fault } from '../configuration/fault.js'
import { aBoolean, aString, oneOf, type Field } from '../answer/field.js'
import type { Handler, Runner } from '../configuration/hook.js'
import { parseHttp, type HttpRules } from './http.js'
import { parseMcpTool } from './mcp-tool.js'

/** Each type of handler is one file with one such function: it checks the fields of its type and knows how to run them. */
type ParseRunner = (entry: JsonObject, rules: HttpRules) => Runner | Fault

const parsers: Readonly<Record<HandlerType, ParseRunner>> = {
  command: parseCommand,
  http: parseHttp,
  mcp_tool: parseMcpTool,
  prompt: parsePrompt,
  agent: parseAgent,
}

const isHandlerType = (value: unknown): value is HandlerType => (handlerTypes as readonly unknown[]).includes(value)

/** Milliseconds, some 24 days: a timer set for longer would go off at once, and the hook would never run. */
const longestMs = 2 ** 31 - 1

/** Reads one handler of a settings file. Unknown keys are ignored. */
export const parseHandler = (entry: unknown, rules: HttpRules): Handler | Fault => {
  if (!isObject(entry)) return fault('must be an object')
  const { type, if: condition, timeout } = entry
  if (!isHandlerType(type)) return fault(`must be one of ${handlerTypes.join(', ')}`, 'type')
  const wrong = sharedFault(entry, type)
  if (wrong !== undefined) return wrong
  const runner = parsers[type](entry, rules)
  if (isFault(runner)) return runner
  return {
    ...runner,
    type,
    ...(typeof condition === 'string' && condition !== '' && { condition }),
    ...(typeof timeout === 'number' && { timeoutMs: Math.min(timeout * 1000, longestMs) }),
    failClosed: entry['failClosed'] === true || entry['onFailure'] === 'block',
    once: entry['once'] === true,
    // `asyncRewake` alone runs in the foreground: nobody could be woken once a single prompt has been answered (seen).
    wakes: entry['asyncRewake'] === true,
    background: type === 'command' && entry['async'] === true,
  }
}

/** Fields of several types: what they must be, and where they are looked at (Claude Code 2.1.332, seen). */
const sharedFields: Readonly<Record<string, Field & { readonly of?: readonly HandlerType[] }>> = {
  if: aString,
  timeout: {
    must: 'be a number of seconds above 0',
    holds: (value) => typeof value === 'number' && value > 0,
  },
  statusMessage: aString,
  once: aBoolean,
  failClosed: aBoolean,
  onFailure: { ...oneOf('continue', 'block'), of: ['command', 'http'] },
  async: { ...aBoolean, of: ['command'] },
  asyncRewake: { ...aBoolean, of: ['command'] },
}

const sharedFault = (entry: JsonObject, type: HandlerType): Fault | undefined => {
  const wrong = Object.entries(sharedFields).find(
    ([name, { holds, of }]) => name in entry && (of?.includes(type) ?? true) && !holds(entry[name]),
  )
  return wrong === undefined ? undefined : fault(`must ${wrong[1].must}`, wrong[0])
}
