import {
  cancelReason,
  type CancelReason,
  type Consideration,
  type Decision,
  type PermissionDecision,
  type Source,
  type Tally,
  type ToolCall,
  type ToolOutcome,
  type Vote,
} from '@raider/contracts'
import type { Door } from './admission.js'
import { classified, tellHeld } from './auto-mode.js'
import { reviseCall } from './check.js'
import { putQuestion, type Answer, type Question } from './question.js'
import { cancelled, deferred, refused } from './refusal.js'
import type { TurnScope } from './scope.js'

/** What became of a valid call: ready to execute, or settled with an outcome. */
interface Ruled {
  readonly call: ToolCall
  readonly decision: Decision
  readonly outcome?: ToolOutcome
}

/** Steps 5 and 6: what votes, rules, mode and asker make of a valid call. */
export async function rule(call: ToolCall, tally: Tally, door: Door, scope: TurnScope): Promise<Ruled> {
  const revision = await reviseCall(call, tally.revised, tally.votes, scope)
  const subject = revision.call ?? call
  const verdict = permitBoth(call, subject, door, scope)
  const ruling = new Ruling(subject, tally, verdict)
  const settled = ruling.byVote(scope) ?? outcomeOf(revision.outcome, subject)
  if (settled !== undefined) return settled
  const ruled = ruling.byRule()
  if (ruled?.outcome !== undefined) await tellHeld(subject, verdict, door.chain, scope)
  return ruled ?? ask(ruling, door, scope)
}

const outcomeOf = (outcome: ToolOutcome | undefined, call: ToolCall): Ruled | undefined =>
  outcome === undefined ? undefined : { call, decision: outcome.decision, outcome }

/** Puts the question, and takes the answer as the last word but for deny rules. */
async function ask(ruling: Ruling, door: Door, scope: TurnScope): Promise<Ruled> {
  const question = ruling.question()
  const judged = await classified(question, door.auto, door.chain, scope)
  const answer = judged ?? (await putQuestion(question, door.chain, door.ask, scope))
  const { signal } = scope.step
  if (signal.aborted) return ruling.withdraw(cancelReason(signal))
  if (!answer.allowed) return ruling.refuse(answer.reason, answer.source, answer)
  if (judged === undefined) door.auto?.resume()
  const { call = ruling.call, outcome } = await reviseCall(ruling.call, answer.revised, answer.votes, scope)
  // What the answer changes counts for later calls: a mode in which nobody is asked does not undo it.
  const verdict = permit(call, door, scope)
  if (answer.updates !== undefined) await door.update(answer.updates, answer.source)
  if (outcome !== undefined) return { call, decision: outcome.decision, outcome }
  return verdict.behavior === 'deny' || asksAnew(answer, verdict)
    ? ruling.refuse(verdict.reason, verdict.source, { votes: answer.votes })
    : { ...ruling.allow(answer.reason, answer.source, answer.votes), call }
}

/** Has a hook put an input in place that an ask rule is about? It has answered for another one (Claude Code 2.1.332, seen). */
const asksAnew = ({ revised, source }: Answer, { behavior, reasonType }: PermissionDecision): boolean =>
  revised !== undefined && source?.kind === 'hook' && behavior === 'ask' && reasonType === 'rule'

/** One call with all that was said about it. */
class Ruling {
  readonly call: ToolCall
  readonly #tally: Tally
  readonly #verdict: PermissionDecision

  constructor(call: ToolCall, tally: Tally, verdict: PermissionDecision) {
    this.call = call
    this.#tally = tally
    this.#verdict = verdict
  }

  /** What the votes decide without looking at rules. */
  byVote({ step }: TurnScope): Ruled | undefined {
    const { stance, reason, source, stop } = this.#tally
    if (stance === 'deny') return this.refuse(reason, source)
    if (step.signal.aborted) return this.withdraw(cancelReason(step.signal))
    if (stop !== undefined && step.profile.stopBeforeTool === 'withholds the call')
      return this.withdraw({ by: 'hook', reason: stop.reason })
    if (stance !== 'defer') return undefined
    const decision = this.#record(false, reason, source)
    return { call: this.call, decision, outcome: deferred(decision) }
  }

  /** What rules and mode decide. A vote to allow lifts what is not firm; a vote to ask turns an allowance into a question. */
  byRule(): Ruled | undefined {
    const { stance, reason, source } = this.#tally
    const { behavior, firm = false } = this.#verdict
    if (stance === 'allow' && !firm) return this.allow(reason, source)
    if (behavior === 'deny') return this.refuse(this.#verdict.reason, this.#verdict.source)
    if (behavior === 'allow' && stance !== 'ask') return this.allow(undefined, this.#verdict.source)
    return undefined
  }

  question(): Question {
    const { stance, reason = this.#verdict.reason, source } = this.#tally
    // Where a rule asks as well, it is the rule's question, which permission hooks may answer (Claude Code 2.1.332, seen).
    const isOfRule = this.#verdict.behavior === 'ask' && this.#verdict.reasonType === 'rule'
    return stance === 'ask' && source !== undefined && !isOfRule
      ? { call: this.call, decision: { ...this.#verdict, reason }, raisedBy: source }
      : { call: this.call, decision: this.#verdict }
  }

  allow(reason?: string, source?: Source, votes?: readonly Vote[]): Ruled {
    return { call: this.call, decision: this.#record(true, reason, source, votes) }
  }

  refuse(reason?: string, source?: Source, by: Partial<Pick<Answer, 'votes' | 'interrupt'>> = {}): Ruled {
    const decision = this.#record(false, reason, source, by.votes)
    return { call: this.call, decision, outcome: refused(decision, by.interrupt) }
  }

  withdraw(cancel: CancelReason): Ruled {
    const decision = this.#record(false, cancel.reason, this.#tally.stop?.source)
    return { call: this.call, decision, outcome: cancelled(cancel, decision) }
  }

  #record(allowed: boolean, reason?: string, source?: Source, votes: readonly Vote[] = []): Decision {
    return {
      allowed,
      ...(reason !== undefined && reason !== '' && { reason }),
      ...(source !== undefined && { source }),
      votes: [...this.#tally.votes, ...votes],
      considered: this.#verdict.considered,
    }
  }
}

/** What rules and mode say of a call. */
export const permit = (call: ToolCall, door: Door, scope: TurnScope): PermissionDecision =>
  door.permit({
    tool: call.tool.name,
    input: call.input,
    origin: call.tool.origin,
    ...(call.tool.harmless?.(call.input) === true && { harmless: true }),
    ...(call.tool.parallel?.(call.input) === true && { readsOnly: true }),
    ...(call.tool.needsUser === true && { needsUser: true }),
    paths: call.touches,
    cwd: scope.step.cwd(),
  })

/** Deny is held against the original and the revised input, unless the profile looks at the revised one only. */
function permitBoth(original: ToolCall, revised: ToolCall, door: Door, scope: TurnScope): PermissionDecision {
  const verdict = permit(revised, door, scope)
  if (original === revised || scope.step.profile.denyInput === 'revised') return verdict
  const before = permit(original, door, scope)
  const lost = (considered: readonly Consideration[]) => considered.map((one) => ({ ...one, decided: false }))
  return before.behavior === 'deny' && before.firm === true
    ? { ...before, considered: [...before.considered, ...lost(verdict.considered)] }
    : { ...verdict, considered: [...lost(before.considered), ...verdict.considered] }
}
