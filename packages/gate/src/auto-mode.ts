import {
  messageOf,
  type Change,
  type Classification,
  type Classifier,
  type ClassifierRequest,
  type PermissionDecision,
  type Source,
  type StepScope,
  type ToolCall,
} from '@raider/contracts'
import type { Chain } from './chain.js'
import type { Answer, Question } from './question.js'
import type { TurnScope } from './scope.js'

/** The classifier of one session, and how far it is trusted. */
export interface AutoMode {
  /** Undefined where a person is to be asked: no verdict, or too much was blocked. Rejects where the classifier does. */
  judge(request: ClassifierRequest, signal: AbortSignal): Promise<Classification | undefined>
  /** A person allowed a call: the classifier goes on after blocks in a row. */
  resume(): void
}

/** Blocks in a row, and in all, after which a person is asked again (Claude Code, documented). */
const limits = { inRow: 3, inAll: 20 }

/** Asks a classifier until it blocks too much: it, or the model, is then on a wrong way that a person should see. */
export const createAutoMode = (classifier: Classifier): AutoMode => {
  let inRow = 0
  let inAll = 0
  return {
    async judge(request, signal) {
      if (inRow >= limits.inRow || inAll >= limits.inAll) return undefined
      const said = await classifier(request, signal)
      if (said?.verdict === 'block') {
        inRow++
        inAll++
      } else if (said !== undefined) inRow = 0
      return said
    },
    resume() {
      inRow = 0
    },
  }
}

/** The classifier's answer to a question that the mode leaves to it; undefined where a person is to be asked. */
export async function classified(
  { call, decision, raisedBy }: Question,
  auto: AutoMode | undefined,
  chain: Chain,
  { step }: TurnScope,
): Promise<Answer | undefined> {
  if (auto === undefined || raisedBy !== undefined || decision.classifiable !== true) return undefined
  const request = requestOf(call, decision.reason, step)
  const said = await judged(auto, request, step)
  if (said === undefined) return undefined
  const source: Source = { kind: 'mode', name: step.mode() }
  if (said.verdict === 'allow') return { allowed: true, reason: said.reason, source, votes: [] }
  const { effects } = await chain.vote('beforeChange', permissionDenied(call, said.reason), step)
  return { allowed: false, reason: effects.retry ? `${said.reason} ${retry}` : said.reason, source, votes: [] }
}

const requestOf = (call: ToolCall, reason: string, step: StepScope): ClassifierRequest => ({
  callId: call.id,
  tool: call.tool.name,
  input: call.input,
  cwd: step.cwd(),
  reason,
  ...(step.agent !== undefined && { agentId: step.agent.id }),
})

/** Tells voters of a call that was refused because a classifier should have judged it and there is none. */
export async function tellHeld(
  call: ToolCall,
  { behavior, classifiable }: PermissionDecision,
  chain: Chain,
  { step }: TurnScope,
): Promise<void> {
  if (behavior !== 'deny' || classifiable !== true) return
  // The reason is Claude Code's own (2.1.332, seen), since hooks look at it.
  await chain.vote('beforeChange', permissionDenied(call, 'Classifier unavailable'), step)
}

/** A classifier that breaks has no verdict: a person is asked, and whoever reads along is told why. */
async function judged(
  auto: AutoMode,
  request: ClassifierRequest,
  { signal, emit }: StepScope,
): Promise<Classification | undefined> {
  try {
    return await auto.judge(request, signal)
  } catch (thrown) {
    if (signal.aborted) return undefined
    const text = `The classifier of mode auto failed, so a person decides over ${request.tool}: ${messageOf(thrown)}`
    await emit({ type: 'notice', level: 'warning', text })
    return undefined
  }
}

const retry = 'A hook says that the call may be tried again.'

const permissionDenied = ({ id, tool, input }: ToolCall, reason: string): Change => ({
  kind: 'PermissionDenied',
  input: {
    tool_name: tool.name,
    tool_input: input,
    tool_use_id: id,
    reason,
    ...(tool.server !== undefined && { mcp_server: tool.server }),
  },
})
