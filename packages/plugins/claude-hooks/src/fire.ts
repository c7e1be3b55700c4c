import { randomUUID } from 'node:crypto'
import type { JsonObject, Profile } from '@raider/contracts'
import { judge, type Answer } from './answer/answer.js'
import type { Background } from './handler/background.js'
import { deadlineOf } from './deadline.js'
import { workingFolder, type HookEnvironment } from './handler/environment.js'
import { rowOf, type HookEvent } from './events.js'
import { fold, type Folded } from './answer/fold.js'
import type { Shot, Hook, HookReturn, Later } from './configuration/hook.js'
import { createInput, type ExtraInput } from './step/input.js'
import type { Reporter } from './answer/report.js'
import type { Lineup } from './configuration/lineup.js'
import type { HookScope } from './scope.js'
import type { Firing } from './firing.js'
import { capAnswer, type Spill } from './answer/spill.js'

/** What the firing of hooks is made of. */
interface FireParts {
  readonly lineup: Lineup
  readonly background: Background
  readonly spill: Spill
  readonly environment: HookEnvironment
  readonly reporter: Reporter
  readonly extra?: ExtraInput
  /** Every failure of a guard counts as a block. */
  readonly failClosed: boolean
}

/**
 * Runs all hooks of one event in parallel, each to its end, and merges what they say; undefined where no hook wants the event.
 * Whatever a hook does, it never rejects.
 */
export type Fire = (
  event: HookEvent,
  fields: JsonObject,
  scope: HookScope,
  callId?: string,
) => Promise<Folded | undefined>

export const createFire =
  (parts: FireParts): Fire =>
  async (event, fields, scope, callId) => {
    const wanted = parts.lineup.take(event, fields, placeOf(scope)).filter((hook) => isHeard(hook, scope))
    const hooks = scope.agent?.judges === true ? forJudge(event, wanted) : wanted
    if (hooks.length === 0) return undefined
    const firing: Firing = {
      event,
      hooks,
      scope,
      ...(callId !== undefined && { callId }),
      cwd: workingFolder(scope),
      name: event === 'SessionStart' ? `${event}:${String(fields['source'])}` : nameOf(event, fields),
      input: createInput(event, fields, scope, parts.extra),
    }
    const completed: Answer[] = []
    const asked = hooks.map(async (hook, position) => {
      const answer = await ask(parts, firing, hook, position)
      completed.push(answer)
      return answer
    })
    const declared = await Promise.all(asked)
    const answers = scope.profile.hookOrder === 'completion' ? completed : declared
    const folded = fold({ event, name: nameOf(event, fields), profile: scope.profile }, answers, {
      newId: randomUUID,
      ...(callId !== undefined && { callId }),
      plainName: firing.name,
    })
    parts.lineup.drop(completed.filter((answer) => isSpent(answer, scope.profile)).map(({ hook }) => hook))
    for (const [index, answer] of answers.entries()) await parts.reporter.answered(firing, answer, folded.votes[index])
    return folded
  }

/** Who judges is judged by no other, and neither comes nor goes as a subagent does (Claude Code 2.1.332, seen). */
const forJudge = (event: HookEvent, hooks: readonly Hook[]): readonly Hook[] =>
  event === 'SubagentStart' || event === 'SubagentStop' ? [] : hooks.filter(({ handler }) => handler.type !== 'agent')

/** In profile `claude` the hooks of skills are about the main thread, and over before the session is. */
const isHeard = ({ event, source }: Hook, { agent, profile }: HookScope): boolean =>
  source.layer !== 'skill' ||
  profile.skillHooks === 'every agent' ||
  event === 'SubagentStart' ||
  (agent === undefined && event !== 'SessionEnd')

/** A hook that asks to run once leaves after a run that went well; a guard that refused stays (Claude Code 2.1.332, seen). */
const isSpent = ({ hook, outcome, output }: Answer, { onceHooks }: Profile): boolean => {
  const { once, matcher, event } = hook
  const namesTools = matcher !== undefined && !['', '*'].includes(matcher)
  if (!once || (onceHooks !== 'any' && !namesTools)) return false
  if (!rowOf(event).guard) return ['success', 'blocked', 'background'].includes(outcome)
  const { decision, specific } = output
  const refuses = decision === 'block' || (specific.permissionDecision ?? 'allow') !== 'allow'
  return (outcome === 'success' && !refuses) || outcome === 'background'
}

const placeOf = (scope: HookScope) => ({
  cwd: scope.cwd(),
  projectDir: scope.projectDir,
  homeDir: scope.env['HOME'] ?? '/',
})

/** How texts name the hooks of a firing. */
const nameOf = (event: HookEvent, fields: JsonObject): string =>
  rowOf(event).tool ? `${event}:${String(fields['tool_name'])}` : event

/** Does a failure of this hook block? */
const closes = ({ event, handler }: Hook, { ended }: HookReturn, failClosed: boolean): boolean => {
  const row = rowOf(event)
  if (handler.type === 'function' && ended === 'timeout' && row.barsLate) return true
  return row.failsClosed && (handler.failClosed || (failClosed && row.guard))
}

const sendOff = ({ background, reporter }: FireParts, firing: Firing, hook: Hook, later: Later): Answer => {
  background.keep(hook, later, (finished) => reporter.finished(firing, finished))
  return { hook, outcome: 'background', durationMs: 0, output: { specific: {} }, stdout: '', noVerdict: false }
}

/** Runs one hook of a firing. `position` is its place among them. */
const ask = async (parts: FireParts, firing: Firing, hook: Hook, position: number): Promise<Answer> => {
  const { background, spill, environment, failClosed } = parts
  const { event, scope, callId } = firing
  const { handler } = hook
  const shared = await environment.of(event, scope, position)
  const env = hook.env === undefined ? shared : { ...shared, ...hook.env }
  const timeoutMs = deadlineOf(event, hook, env)
  const timed = scope.profile.asyncDeadline === 'kills'
  const { name, cwd } = firing
  const shot: Shot = { event, name, scope, input: firing.input(handler.label), cwd, env, background: false }
  if (handler.background) {
    const bounds = { background: true, ...(timed && { timeoutMs }) }
    return sendOff(parts, firing, hook, { done: handler.start({ ...shot, ...bounds }, background.signal) })
  }
  const ret = await handler.start({ ...shot, timeoutMs }, scope.signal)
  if (ret.later !== undefined) {
    const { timeoutMs: asked, ...later } = ret.later
    return sendOff(parts, firing, hook, { ...later, ...(timed && asked !== undefined && { timeoutMs: asked }) })
  }
  const answer = judge(event, hook, ret, closes(hook, ret, failClosed))
  return capAnswer(answer, spill, callId === undefined ? event : `${callId}-${event}`)
}
