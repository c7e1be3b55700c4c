import { randomUUID } from 'node:crypto'
import {
  text,
  type Note,
  type RunEnding,
  type RunOutcome,
  type SessionScope,
  type ToolOffer,
  type UserBlock,
} from '@raider/contracts'
import { createGate, Ledger, type Chain } from '@raider/gate'
import { Budget } from './budget.js'
import type { History } from './history.js'
import type { SessionParts } from './parts.js'
import type { Run } from './run.js'
import { RunScope, type SessionAccess } from './scope.js'
import { takePrompt, type Taken } from './taking.js'
import type { Toolbox } from './toolbox.js'
import { Turns } from './turns.js'

/** A prompt: text, or content blocks. With none of them the model is told what background tasks have to tell. */
export type Prompt = string | readonly UserBlock[]

/** What a session lends to its runs. */
export interface Conversation {
  readonly parts: SessionParts
  readonly chain: Chain
  readonly history: History
  readonly usedIds: Set<string>
  readonly access: SessionAccess
  readonly scope: SessionScope
  readonly toolbox: Toolbox
  readonly offers: () => readonly ToolOffer[]
  /** Takes out what finished background tasks have to tell this session. */
  readonly takeNews: () => readonly string[]
  /** Notes of the session's opening; they go with the first prompt. */
  readonly takeOpenNotes: () => readonly Note[]
}

/** Drives one prompt from its vote to its outcome. */
export async function drive(run: Run, prompt: Prompt, conversation: Conversation): Promise<RunOutcome> {
  const { limits } = conversation.parts
  const { maxTimeMs } = limits
  if (maxTimeMs === undefined) return prompted(run, prompt, conversation)
  const deadline = setTimeout(() => run.cancel({ by: 'deadline', reason: `longer than ${maxTimeMs} ms` }), maxTimeMs)
  try {
    return await prompted(run, prompt, conversation)
  } finally {
    clearTimeout(deadline)
  }
}

async function prompted(run: Run, prompt: Prompt, conversation: Conversation): Promise<RunOutcome> {
  const start = performance.now()
  const { parts, scope: session, access } = conversation
  const news = prompt.length === 0 ? conversation.takeNews() : []
  const isNews = news.length > 0
  const content = isNews ? news.map(text) : typeof prompt === 'string' ? [text(prompt)] : prompt
  const promptId = parts.child?.parent.promptId ?? randomUUID()
  const budget = new Budget(parts.limits, parts.engine, parts.child?.sponsor)
  const facts = { promptId, ...(parts.effort !== undefined && { effort: parts.effort }) }
  const scope = new RunScope(session, access, run, facts, budget)
  const ledger = new Ledger()
  await access.emit({ type: 'run-start', prompt: content, promptId })
  const taken = await takePrompt(content, scope, conversation, isNews)
  const turns = createTurns(run, scope, budget, ledger, conversation, taken)
  const ended = taken.ending ?? (await turns.run())
  const coverage = ledger.coverage()
  const ending = judge(ended, run, parts, coverage.missing)
  const { costUsd, usage, usageByModel } = budget
  const figures = {
    text: answerOf(ending, taken, turns),
    turns: budget.turns,
    usage,
    durationMs: Math.round(performance.now() - start),
  }
  await access.emit({ type: 'run-end', ending, ...figures, ...(costUsd !== undefined && { costUsd }), coverage })
  return {
    ...ending,
    ...figures,
    sessionId: parts.facts.session,
    runId: run.id,
    usageByModel,
    costUsd,
    denials: turns.denials,
    toolEvents: ledger.events(),
  }
}

/** What the run has to say: the answer of a command, or the last text of the model where it came to its end. */
function answerOf(ending: RunEnding, taken: Taken, turns: Turns): string {
  if (taken.ending !== undefined) return taken.answer ?? ''
  return ending.kind === 'done' || (ending.kind === 'cancelled' && ending.by === 'hook') ? turns.text : ''
}

function createTurns(
  run: Run,
  scope: RunScope,
  budget: Budget,
  ledger: Ledger,
  conversation: Conversation,
  taken: Taken,
): Turns {
  const { parts, chain, history, usedIds } = conversation
  const { model = parts.model, effort = parts.effort } = taken.ending === undefined ? taken : {}
  const { permissions, engine, facts } = parts
  const gate = createGate({
    find: (name) => conversation.toolbox.find(name),
    chain,
    permit: permissions.permit,
    update: (updates) => {
      for (const update of updates) permissions.apply(update)
    },
    ledger,
    ...(parts.ask !== undefined && { ask: parts.ask }),
  })
  return new Turns({
    engine,
    chain,
    gate,
    history,
    budget,
    scope,
    run,
    usedIds,
    request: {
      system: parts.system,
      agent: facts.agent?.type ?? 'main',
      ...(model !== undefined && { model }),
      ...(parts.maxOutputTokens !== undefined && { maxOutputTokens: parts.maxOutputTokens }),
      ...(parts.thinkingTokens !== undefined && { thinkingTokens: parts.thinkingTokens }),
      ...(effort !== undefined && { effort }),
    },
    offers: conversation.offers,
    tasks: () => conversation.access.tasks.running(),
    takeNews: conversation.takeNews,
    stopBlockCap: parts.stopBlockCap,
  })
}

/** The ending as it is reported: a deadline is a limit, and in strict mode a gap in the coverage is a failure. */
function judge(ended: RunEnding, run: Run, parts: SessionParts, missing: readonly string[]): RunEnding {
  const { maxTimeMs } = parts.limits
  if (parts.strict && missing.length > 0) {
    const message = `Calls without a complete set of steps: ${missing.join(', ')}.`
    return { kind: 'failed', fault: { kind: 'protocol', message, attempts: 0 } }
  }
  if (ended.kind === 'cancelled' && ended.by === 'deadline' && maxTimeMs !== undefined && run.signal.aborted)
    return { kind: 'limit', limit: 'time', max: maxTimeMs }
  return ended
}
