import { randomUUID } from 'node:crypto'
import {
  plainText,
  type CallScope,
  type Engine,
  type Evaluate,
  type Evaluation,
  type ModelRequest,
} from '@raider/contracts'
import type { Budget } from './budget.js'
import { withWords } from '../compaction/exchange.js'
import type { History } from '../history/history.js'
import type { SessionParts } from '../parts.js'
import { receive } from './reply.js'

/** Has a subagent judge; undefined where it came to no answer. */
export type Judge = (evaluation: Evaluation, scope: CallScope) => Promise<string | undefined>

/** What questions of hooks are answered with. */
interface EvaluationParts {
  readonly parts: SessionParts
  readonly history: History
  readonly budget: Budget
  /** The scope under which a subagent would judge. */
  readonly forCall: (callId: string, signal: AbortSignal) => CallScope
}

/** Answers the questions of hooks beside the conversation: it never learns of them. */
export const createEvaluate =
  ({ parts, history, budget, forCall }: EvaluationParts): Evaluate =>
  async (evaluation, signal) => {
    if (evaluation.kind === 'agent') {
      if (parts.judge === undefined) throw new Error('this session has no subagents')
      // Hooks know who judges by the form of the id (Claude Code 2.1.332, seen).
      return parts.judge(evaluation, forCall(`hook-agent-${randomUUID()}`, signal))
    }
    const request = requestFor(evaluation, parts, history)
    const received = await receive(parts.engine, request, signal, () => undefined)
    if ('fault' in received) throw new Error(received.fault.message)
    const { message, model, usage } = received.reply
    budget.spend(model, usage)
    return plainText(message.content)
  }

const requestFor = (
  { instructions, text, conversation, model: wanted }: Evaluation,
  { engine, model: usual, facts }: SessionParts,
  history: History,
): ModelRequest => {
  const model = wanted ?? smallModel(engine, facts.env) ?? usual
  return {
    system: [instructions],
    messages: withWords(conversation ? history.messages : [], text),
    tools: [],
    thinkingTokens: 0,
    agent: 'hook',
    ...(model !== undefined && { model }),
  }
}

/** A small model, where the engine has one of that name and talks to nobody else than its own provider (seen). */
const smallModel = (engine: Engine, env: Readonly<Record<string, string>>): string | undefined =>
  env['ANTHROPIC_BASE_URL'] === undefined && engine.resolve('haiku') !== 'haiku' ? 'haiku' : undefined
