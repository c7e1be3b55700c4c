import { isObject, RaiderError, type JsonObject } from '@raider/contracts'
import { bounded } from './bounded.js'
import { hookEvents, isHookEvent, type HookEvent } from '../events.js'
import { cannotRun } from './failure.js'
import type { Hook, Start } from '../configuration/hook.js'
import { compileMatcher } from '../configuration/matcher.js'

/**
 * A hook that is a function of the program Raider is part of. It gets what a command gets on stdin, and gives what a command prints:
 * an object with the same fields, or nothing. A throw is a failed run, as an answer with wrong fields is.
 */
export type HookFunction = (
  input: JsonObject,
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal },
) => JsonObject | undefined | void | Promise<JsonObject | undefined | void>

/** Functions of one event that share a matcher. */
export interface HookFunctionGroup {
  /** As in settings files; absent: every value of the event. */
  readonly matcher?: string
  readonly hooks: readonly HookFunction[]
  /** Seconds; default that of commands. A prompt or tool call whose function is late is refused. */
  readonly timeout?: number
  /** `block`: a failure counts as a refusal. Default `continue`. */
  readonly onFailure?: 'continue' | 'block'
}

/** Functions by the event they run on. */
export type HookFunctions = { readonly [event in HookEvent]?: readonly HookFunctionGroup[] }

/**
 * Makes hooks of functions. None of them is ever taken for another.
 * @throws RaiderError `bad-option` for an event that does not exist.
 */
export const readFunctions = (functions: HookFunctions): readonly Hook[] =>
  Object.entries(functions).flatMap(([event, groups]) => {
    if (!isHookEvent(event)) {
      const known = hookEvents.join(', ')
      throw new RaiderError('bad-option', `hooks: "${event}" is no hook event. There are: ${known}.`)
    }
    return groups.flatMap((group, index) =>
      group.hooks.map((run, position) => hookOf(event, group, run, `${index}.${position}`)),
    )
  })

const hookOf = (event: HookEvent, group: HookFunctionGroup, run: HookFunction, place: string): Hook => {
  const { matcher, timeout, onFailure } = group
  const label = run.name === '' ? 'function' : run.name
  return {
    event,
    ...(matcher !== undefined && { matcher }),
    matches: compileMatcher(matcher, event),
    handler: {
      type: 'function',
      label,
      identity: place,
      start: call(run),
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
      failClosed: onFailure === 'block',
      background: false,
      wakes: false,
      once: false,
    },
    source: { kind: 'hook', name: label, layer: 'code' },
    identity: `function\0${event}\0${place}`,
    once: false,
  }
}

const call =
  (run: HookFunction): Start =>
  (shot, signal) =>
    bounded(shot, signal, async (bound) => {
      const input: unknown = JSON.parse(shot.input)
      if (!isObject(input)) return cannotRun('the hook input is no object')
      const id = input['tool_use_id']
      const answer = await run(input, typeof id === 'string' ? id : undefined, { signal: bound })
      if (answer !== undefined && !isObject(answer)) return cannotRun('the function gave neither an object nor nothing')
      return { ended: 'done', exitCode: 0, stdout: answer === undefined ? '' : JSON.stringify(answer), stderr: '' }
    })
