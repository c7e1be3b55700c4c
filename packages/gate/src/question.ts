import {
  messageOf,
  type Ask,
  type AskAnswer,
  type AskRequest,
  type JsonObject,
  type PermissionDecision,
  type PermissionUpdate,
  type Source,
  type StepScope,
  type Tally,
  type ToolCall,
  type Vote,
} from '@raider/contracts'
import type { Chain } from './chain.js'
import type { TurnScope } from './scope.js'

/** How a permission question was answered. */
export interface Answer {
  readonly allowed: boolean
  readonly reason: string
  readonly source: Source
  readonly votes: readonly Vote[]
  readonly revised?: JsonObject
  readonly updates?: readonly PermissionUpdate[]
  readonly interrupt?: boolean
}

/** A call that rules and mode left open, and why. */
export interface Question {
  readonly call: ToolCall
  readonly decision: PermissionDecision
  /** Set where a hook's `ask` raised the question. */
  readonly raisedBy?: Source
}

/**
 * Puts a question to `beforeAsk` voters and to the host, in the order of `profile.askOrder`. Where nobody answers, the call is
 * refused for the reason that raised the question.
 */
export async function putQuestion(
  question: Question,
  chain: Chain,
  ask: Ask | undefined,
  scope: TurnScope,
): Promise<Answer> {
  const unanswered: Answer = {
    allowed: false,
    reason: question.decision.reason,
    source: question.raisedBy ?? question.decision.source,
    votes: [],
  }
  const { step } = scope
  if (step.profile.askOrder === 'hooks, then asker') {
    const voted = await votersAnswer(question, chain, step)
    return voted ?? (await hostAnswer(question, ask, step)) ?? unanswered
  }
  if (question.raisedBy !== undefined && ask === undefined) return unanswered
  return (await firstAnswer(question, chain, ask, scope)) ?? unanswered
}

/**
 * Voters and host start together; the first answer wins. A host that lost is told so; voters go on to their end, since what they do
 * beside answering still counts (Claude Code 2.1.332, seen).
 */
async function firstAnswer(
  question: Question,
  chain: Chain,
  ask: Ask | undefined,
  scope: TurnScope,
): Promise<Answer | undefined> {
  const loser = new AbortController()
  const step = scope.withSignal(AbortSignal.any([scope.step.signal, loser.signal]))
  const asking = [votersAnswer(question, chain, scope.step), hostAnswer(question, ask, step)]
  const answers = await Promise.race([
    ...asking.map(async (answer) => (await answer) ?? new Promise<never>(() => undefined)),
    Promise.all(asking).then((all) => all.find((answer) => answer !== undefined)),
  ])
  loser.abort({ by: 'parent', reason: 'the permission question was answered' })
  return answers
}

async function votersAnswer(question: Question, chain: Chain, step: StepScope): Promise<Answer | undefined> {
  if (!chain.has('beforeAsk')) return undefined
  const { call, decision, raisedBy } = question
  const draft = {
    call,
    reason: decision.reason,
    ...(raisedBy === undefined && { suggestions: decision.suggestions }),
  }
  return fromTally(await chain.vote('beforeAsk', draft, step))
}

function fromTally(tally: Tally): Answer | undefined {
  if (tally.source === undefined || (tally.stance !== 'allow' && tally.stance !== 'deny')) return undefined
  const { permissions, interrupt } = tally.effects
  return {
    allowed: tally.stance === 'allow',
    reason: tally.reason ?? '',
    source: tally.source,
    votes: tally.votes,
    ...(tally.revised !== undefined && { revised: tally.revised }),
    ...(permissions !== undefined && { updates: permissions }),
    ...(interrupt === true && { interrupt }),
  }
}

async function hostAnswer(question: Question, ask: Ask | undefined, step: StepScope): Promise<Answer | undefined> {
  if (ask === undefined) return undefined
  const source: Source = { kind: 'host', name: 'ask', layer: 'code' }
  try {
    return fromHost(await ask(requestOf(question, step), step.signal), source)
  } catch (error) {
    if (step.signal.aborted) return undefined
    return { allowed: false, reason: `Tool permission request failed: ${messageOf(error)}`, source, votes: [] }
  }
}

function fromHost(answer: AskAnswer, source: Source): Answer {
  if (answer.behavior === 'deny')
    return {
      allowed: false,
      reason: answer.message,
      source,
      votes: [{ source, stance: 'deny', reason: answer.message }],
      ...(answer.interrupt === true && { interrupt: true }),
    }
  return {
    allowed: true,
    reason: '',
    source,
    votes: [{ source, stance: 'allow', ...(answer.updatedInput !== undefined && { revised: true }) }],
    ...(answer.updatedInput !== undefined && { revised: answer.updatedInput }),
    ...(answer.updatedPermissions !== undefined && { updates: answer.updatedPermissions }),
  }
}

function requestOf({ call, decision, raisedBy }: Question, { agent }: StepScope): AskRequest {
  return {
    callId: call.id,
    tool: call.tool.name,
    input: call.input,
    title: titleOf(call),
    reason: decision.reason,
    suggestions: raisedBy === undefined ? decision.suggestions : [],
    ...(decision.blockedPath !== undefined && { blockedPath: decision.blockedPath }),
    ...(agent !== undefined && { agentId: agent.id }),
  }
}

/** One line for a dialog: the tool and its main argument. */
function titleOf(call: ToolCall): string {
  const main = Object.values(call.input).find((value) => typeof value === 'string') ?? ''
  const line = String(main).split('\n', 1)[0] ?? ''
  return `${call.tool.name}(${line.length > 100 ? `${line.slice(0, 99)}…` : line})`
}
