import {
  silence,
  type Ask,
  type CancelReason,
  type Consideration,
  type Decision,
  type JsonObject,
  type Note,
  type Permit,
  type PermissionDecision,
  type PermissionUpdate,
  type Source,
  type Stop,
  type Tally,
  type Tool,
  type ToolCall,
  type ToolOutcome,
  type Vote,
  cancelReason,
} from '@raider/contracts'
import type { Chain } from './chain.js'
import { decodeInput } from './decode.js'
import type { Ledger } from './ledger.js'
import { putQuestion, type Answer } from './question.js'
import { cancelled, deferred, invalidInput, objected, refused, undecided, unknownTool } from './refusal.js'
import type { TurnScope } from './scope.js'

/** A call as the model asked for it. */
export interface CallRequest {
  readonly id: string
  readonly name: string
  /** The decoded arguments, or their raw text where they could not be decoded. */
  readonly input: unknown
}

/** What stands at the door. */
export interface Door {
  /** Looks a tool up by name or alias; undefined where it is not offered. */
  readonly find: (name: string) => Tool | undefined
  readonly chain: Chain
  readonly permit: Permit
  readonly ask?: Ask
  /** Applies permission updates that came with an answer. */
  readonly update: (updates: readonly PermissionUpdate[], by: Source) => void
  readonly ledger: Ledger
}

/** A call after steps 1 to 6: ready to execute, or settled with an outcome. */
export interface Admission {
  readonly request: CallRequest
  readonly call?: ToolCall
  readonly decision: Decision
  readonly notes: readonly Note[]
  readonly stop?: Stop
  /** Set where the call will not run. */
  readonly outcome?: ToolOutcome
}

type Checked = { readonly call: ToolCall } | { readonly outcome: ToolOutcome }

/** Decodes, checks, lets plugins vote and asks for permission: steps 2 to 6. */
export async function admit(request: CallRequest, door: Door, scope: TurnScope): Promise<Admission> {
  const tool = door.find(request.name)
  if (tool === undefined) return settle(request, unknownTool(request.name))
  const checked = await check(tool, request, request.input, scope, undecided)
  if ('outcome' in checked) return settle(request, checked.outcome)
  const tally = door.chain.has('beforeTool') ? await door.chain.vote('beforeTool', checked.call, scope.step) : silence
  door.ledger.mark(request.id, 'before')
  const ruled = await rule(checked.call, tally, door, scope)
  return {
    request,
    notes: tally.notes,
    ...(tally.stop !== undefined && { stop: tally.stop }),
    ...ruled,
  }
}

const settle = (request: CallRequest, outcome: ToolOutcome): Admission => ({
  request,
  decision: outcome.decision,
  notes: [],
  outcome,
})

/** Steps 2 to 4 for one form of the input: the original, or what a voter or asker made of it. */
async function check(
  tool: Tool,
  request: Pick<CallRequest, 'id' | 'name'>,
  written: unknown,
  scope: TurnScope,
  decision: Decision,
  model?: JsonObject,
  blame = '',
): Promise<Checked> {
  const decoded = await decodeInput(tool, written)
  if (!decoded.ok) return { outcome: invalidInput(tool.name, decoded.issues, decision, blame) }
  const cwd = scope.step.cwd()
  const input = tool.normalize?.(decoded.value, cwd) ?? decoded.value
  const given = decoded.value
  const objection = await tool.check?.(input, { ...scope.forCall(request.id, scope.step.signal), given })
  if (objection !== undefined) return { outcome: objected(objection.message, decision) }
  const original = model ?? given
  return {
    call: {
      id: request.id,
      tool,
      name: request.name,
      original,
      given,
      input,
      touches: tool.touches?.(input, cwd) ?? [],
    },
  }
}

type Ruled = Pick<Admission, 'call' | 'decision' | 'outcome'>

/** Steps 5 and 6: what votes, rules, mode and asker make of a valid call. */
async function rule(call: ToolCall, tally: Tally, door: Door, scope: TurnScope): Promise<Ruled> {
  const { profile, signal } = scope.step
  const revision = await revise(call, tally.revised, scope, tally.votes)
  const subject = 'call' in revision ? revision.call : call
  const verdict = permitBoth(call, subject, door, scope)
  const record = (allowed: boolean, reason?: string, source?: Source, more: readonly Vote[] = []): Decision => ({
    allowed,
    ...(reason !== undefined && reason !== '' && { reason }),
    ...(source !== undefined && { source }),
    votes: [...tally.votes, ...more],
    considered: verdict.considered,
  })
  const refuse = (
    reason: string | undefined,
    source: Source | undefined,
    more?: readonly Vote[],
    interrupt?: boolean,
  ): Ruled => {
    const decision = record(false, reason, source, more)
    return { call: subject, decision, outcome: refused(decision, interrupt) }
  }
  const withdraw = (cancel: CancelReason): Ruled => {
    const decision = record(false, cancel.reason, tally.stop?.source)
    return { call: subject, decision, outcome: cancelled(cancel, decision) }
  }

  if (tally.stance === 'deny') return refuse(tally.reason, tally.source)
  if (signal.aborted) return withdraw(cancelReason(signal))
  if (tally.stop !== undefined && profile.stopBeforeTool === 'withholds the call')
    return withdraw({ by: 'hook', reason: tally.stop.reason })
  if (tally.stance === 'defer') {
    const decision = record(false, tally.reason, tally.source)
    return { call: subject, decision, outcome: deferred(decision) }
  }
  // The tool did not see a valid input, whose fault is the voter's: a refusal, not the model's mistake.
  if ('outcome' in revision)
    return { call, decision: revision.outcome.decision, outcome: { ...revision.outcome, status: 'refused' } }
  if (verdict.behavior === 'deny' && !(tally.stance === 'allow' && verdict.firm !== true))
    return refuse(verdict.reason, verdict.source)
  if (tally.stance === 'allow' && verdict.firm !== true)
    return { call: subject, decision: record(true, tally.reason, tally.source) }
  if (verdict.behavior === 'allow' && tally.stance !== 'ask')
    return { call: subject, decision: record(true, undefined, verdict.source) }

  const asked = tally.stance === 'ask' && tally.source !== undefined
  const answer = await putQuestion(
    {
      call: subject,
      decision: asked ? { ...verdict, reason: tally.reason ?? verdict.reason } : verdict,
      ...(asked && { raisedBy: tally.source }),
    },
    door.chain,
    door.ask,
    scope.step,
  )
  if (signal.aborted) return withdraw(cancelReason(signal))
  if (!answer.allowed) return refuse(answer.reason, answer.source, answer.votes, answer.interrupt)
  return grant(subject, answer, door, scope, record)
}

/** The answer was yes: updates apply, and a replaced input goes through schema, check and deny rules once more. */
async function grant(
  call: ToolCall,
  answer: Answer,
  door: Door,
  scope: TurnScope,
  record: (allowed: boolean, reason?: string, source?: Source, more?: readonly Vote[]) => Decision,
): Promise<Ruled> {
  if (answer.updates !== undefined) door.update(answer.updates, answer.source)
  const revision = await revise(call, answer.revised, scope, answer.votes)
  if ('outcome' in revision)
    return { call, decision: revision.outcome.decision, outcome: { ...revision.outcome, status: 'refused' } }
  const verdict = permit(revision.call, door, scope)
  if (verdict.behavior === 'deny') {
    const decision = record(false, verdict.reason, verdict.source, answer.votes)
    return { call: revision.call, decision, outcome: refused(decision) }
  }
  return { call: revision.call, decision: record(true, answer.reason, answer.source, answer.votes) }
}

async function revise(
  call: ToolCall,
  revised: JsonObject | undefined,
  scope: TurnScope,
  votes: readonly Vote[],
): Promise<Checked> {
  if (revised === undefined) return { call }
  const by = votes.findLast((vote) => vote.revised === true)?.source
  const blame = by === undefined ? '' : `\nThe input had been replaced by ${by.kind} ${by.name}.`
  const decision: Decision = { allowed: false, votes, considered: [], ...(by !== undefined && { source: by }) }
  return check(call.tool, call, revised, scope, decision, call.original, blame)
}

const permit = (call: ToolCall, door: Door, scope: TurnScope): PermissionDecision =>
  door.permit({
    tool: call.tool.name,
    input: call.input,
    origin: call.tool.origin,
    paths: call.touches,
    cwd: scope.step.cwd(),
  })

/** Deny is held against the original and the revised input, unless the profile looks at the revised one only. */
function permitBoth(original: ToolCall, revised: ToolCall, door: Door, scope: TurnScope): PermissionDecision {
  const verdict = permit(revised, door, scope)
  if (original === revised || scope.step.profile.denyInput === 'revised') return verdict
  const before = permit(original, door, scope)
  const firmDeny = before.behavior === 'deny' && before.firm === true
  const lost = (considered: readonly Consideration[]) => considered.map((one) => ({ ...one, decided: false }))
  return firmDeny
    ? { ...before, considered: [...before.considered, ...lost(verdict.considered)] }
    : { ...verdict, considered: [...lost(before.considered), ...verdict.considered] }
}
