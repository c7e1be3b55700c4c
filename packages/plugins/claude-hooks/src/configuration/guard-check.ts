import { join } from 'node:path'
import type { JsonObject } from '@raider/contracts'
import { judge } from '../answer/answer.js'
import { deadlineOf } from '../deadline.js'
import { HookEnvironment, workingFolder } from '../handler/environment.js'
import { rowOf } from '../events.js'
import type { Hook } from './hook.js'
import { createInput } from '../step/input.js'
import type { HookScope } from '../scope.js'

/** What came of a guard that was run with a harmless call. */
export interface GuardTrial {
  readonly hook: Hook
  /** Why it could not speak; absent where it did. */
  readonly problem?: string
  /** It refuses even this call. */
  readonly refuses: boolean
}

/** Kinds of handler that can be tried without a model or a server. */
const triable: ReadonlySet<Hook['handler']['type']> = new Set(['command', 'http', 'function'])

/**
 * Runs every guard once, whatever its `if` says, with a call that does no harm. Shows those that would let everything pass since they
 * cannot be started, crash or print what is no answer.
 */
export const tryGuards = (hooks: readonly Hook[], scope: HookScope): Promise<readonly GuardTrial[]> =>
  Promise.all(
    hooks
      .filter(({ event, handler }) => rowOf(event).guard && triable.has(handler.type) && !handler.background)
      .map((hook) => tryGuard(hook, scope)),
  )

const tryGuard = async (hook: Hook, scope: HookScope): Promise<GuardTrial> => {
  const { event, handler } = hook
  const call = harmlessCall(hook, scope)
  const env = { ...(await new HookEnvironment().of(event, scope, 0)), ...hook.env }
  const ret = await handler.start(
    {
      event,
      name: `${event}:${String(call['tool_name'])}`,
      scope,
      input: createInput(event, call, scope, undefined)(handler.label),
      cwd: workingFolder(scope),
      env,
      timeoutMs: deadlineOf(event, hook, env),
      background: false,
    },
    scope.signal,
  )
  ret.later?.kill?.('cancelled')
  const { problem, outcome, output } = judge(event, hook, ret, false)
  const { permissionDecision, decision } = output.specific
  const refuses = [permissionDecision, decision?.behavior].includes('deny') || output.decision === 'block'
  return { hook, refuses: refuses || outcome === 'blocked', ...(problem !== undefined && { problem }) }
}

/** A call of a tool that the guard wants to see; `Bash` where its matcher names none. */
const harmlessCall = ({ matcher = '' }: Hook, { projectDir }: HookScope): JsonObject => {
  const [, name = 'Bash'] = /^(\w+)(?:[|, ]|$)/.exec(matcher) ?? []
  const input = name === 'Bash' ? { command: 'true' } : { file_path: join(projectDir, 'no-such-file') }
  return { tool_name: name, tool_input: input, tool_use_id: 'toolu_check' }
}
