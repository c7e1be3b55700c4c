import type { ExpandedPrompt, ModelRequest } from '@raider/contracts'
import { createGate, type Ledger } from '@raider/gate'
import type { Account } from './model/account.js'
import { AutoCompaction } from './compaction/auto-compaction.js'
import type { CompactionParts } from './compaction/compaction.js'
import type { Conversation } from './conversation.js'
import { createEvaluate } from './model/evaluation.js'
import { withNotice } from './notice.js'
import type { SessionParts } from './parts.js'
import { changePermissions } from './permission-change.js'
import { roomOf } from './compaction/room.js'
import type { Run } from './run.js'
import { currentScope, RunScope } from './scope.js'
import { Turns } from './turns.js'
import { createSearchWeb } from './model/web-search.js'

/** What one run does its work with. */
export interface Work {
  readonly run: Run
  readonly conversation: Conversation
  readonly account: Account
  readonly ledger: Ledger
}

/** The scope that calls and plugins of the run get; it is to be released at the end. */
export function scopeOf(work: Work, promptId: string): RunScope {
  const { run, conversation, account } = work
  const { parts, scope: session, access, history } = conversation
  const evaluate = createEvaluate({
    parts,
    history,
    budget: account.budget,
    forCall: (callId, signal) => scope.forCall(callId, signal),
  })
  const searchWeb = createSearchWeb(parts, account.budget)
  const facts = { promptId, evaluate, ...(searchWeb && { searchWeb }), ...effortOf(parts) }
  const scope: RunScope = new RunScope(currentScope(session, parts.facts), access, run, facts, account)
  return scope
}

/** The effort of a session, as a field of events and scopes; nothing where none is set. */
export const effortOf = ({ effort }: SessionParts) => (effort === undefined ? {} : { effort })

/** What a prompt asks of the model beside its words. */
type Wanted = Pick<ExpandedPrompt, 'model' | 'effort'>

function requestOf(conversation: Conversation, wanted: Wanted): Omit<ModelRequest, 'messages' | 'tools'> {
  const { parts } = conversation
  const { model = conversation.model, effort = parts.effort } = wanted
  return {
    system: parts.system,
    agent: parts.facts.agent?.type ?? 'main',
    ...(model !== undefined && { model }),
    ...(parts.maxOutputTokens !== undefined && { maxOutputTokens: parts.maxOutputTokens }),
    ...(parts.thinkingTokens !== undefined && { thinkingTokens: parts.thinkingTokens }),
    ...(effort !== undefined && { effort }),
  }
}

/** What a compaction of the run's conversation works with. */
export function compactionParts(
  { conversation, account: { budget } }: Work,
  scope: RunScope,
  wanted: Wanted,
): CompactionParts {
  const { parts, chain, history } = conversation
  const { engine, recall } = parts
  const { step } = scope
  return {
    engine,
    chain,
    history,
    budget,
    step,
    request: requestOf(conversation, wanted),
    offers: () => conversation.offers(),
    recall: async () => recall?.(history.memory, scope.forCall(`${step.promptId}:recall`, step.signal)) ?? [],
  }
}

/** The turns of the run, with the gate that their calls go through. */
export function createTurns(work: Work, scope: RunScope, wanted: Wanted): Turns {
  const { run, conversation, account, ledger } = work
  const { parts, chain, gauge } = conversation
  const request = requestOf(conversation, wanted)
  const compaction = () => compactionParts(work, scope, wanted)
  const gate = createGate({
    find: (name) => conversation.toolbox.find(name),
    chain,
    permit: parts.permissions.permit,
    update: (updates, by) => changePermissions(updates, by, parts, scope.step),
    ledger,
    ...(parts.auto !== undefined && { auto: parts.auto }),
    ...(parts.ask !== undefined && { ask: withNotice(parts.ask, chain, scope.step) }),
  })
  return new Turns({
    conversation,
    gate,
    budget: account.budget,
    scope,
    run,
    request,
    compaction: new AutoCompaction(compaction, gauge, roomOf(parts, request.model)),
  })
}
