import type { AgentTask } from '@raider/agents'
import {
  text,
  type Evaluation,
  type JsonObject,
  type JsonSchema,
  type PermissionDecision,
  type Plugin,
  type Tool,
} from '@raider/contracts'
import type { SessionParts } from '@raider/loop'
import type { AgentRoster } from '../subagent/agent-roster.js'
import { withOwn } from '../subagent/own-permissions.js'
import { runSubagent } from '../subagent/subagent.js'

/** Most model requests of one judgement (Claude Code 2.1.332, seen). */
const maxTurns = 50

const answerName = 'StructuredOutput'

/** What only looks around must not change. */
const changing = ['Agent', 'Edit', 'Write', 'NotebookEdit', 'Skill']

/** Has a subagent judge for a hook: it looks around with the tools and under the rules of its parent, and hands in one answer. */
export const createJudge =
  (
    session: () => SessionParts,
    tools: SessionParts['tools'],
    roster: AgentRoster,
  ): NonNullable<SessionParts['judge']> =>
  async (evaluation, scope) => {
    let answer: JsonObject | undefined
    const { agents: _agents, ...parent } = session()
    const parts: SessionParts = {
      ...parent,
      tools: [...tools, answerTool(evaluation.schema, (given) => (answer = given))],
      plugins: [...parent.plugins, answerGuard(() => answer !== undefined)],
      permissions: withAnswers(parent.permissions),
    }
    const task = taskOf(evaluation, scope.callId)
    const mission = { parent: parts, roster, depth: roster.maxDepth, task, scope, hear: () => undefined }
    const { outcome } = await runSubagent(mission, scope.signal)
    if (answer !== undefined) return JSON.stringify(answer)
    if (outcome.kind === 'failed') throw new Error(outcome.fault.message)
    return undefined
  }

/** Permissions under which an answer may be handed in, whatever rules and mode say. */
const withAnswers = (permissions: SessionParts['permissions']): SessionParts['permissions'] =>
  withOwn(permissions, {
    permit: (query) => (query.tool === answerName ? allowed : permissions.permit(query)),
    fork: (mode) => withAnswers(permissions.fork(mode)),
  })

const allowed: PermissionDecision = {
  behavior: 'allow',
  reason: '',
  reasonType: 'other',
  source: { kind: 'built-in', name: answerName, layer: 'code' },
  considered: [],
  suggestions: [],
}

const taskOf = ({ instructions, text: prompt, model }: Evaluation, id: string): AgentTask => ({
  id,
  prompt,
  description: 'judges for a hook',
  background: false,
  ...(model !== undefined && { model }),
  agent: {
    name: 'hook-agent',
    description: 'Judges for a hook.',
    prompt: `${instructions} Hand your judgement in by the tool ${answerName}, once, at the end.`,
    disallowedTools: changing,
    maxTurns,
    // Nobody is there to be asked (seen).
    permissionMode: 'dontAsk',
    scout: true,
    judges: true,
    origin: { kind: 'built-in' },
  },
})

const answerTool = (schema: JsonSchema, take: (answer: JsonObject) => void): Tool => ({
  name: answerName,
  description: 'Hands in the judgement. Call it once, when you have found out.',
  origin: 'built-in',
  inputSchema: schema,
  run: (input) => {
    take(input)
    return Promise.resolve(taken)
  },
  render: () => [text(taken)],
})

/** What hooks see of the call (Claude Code 2.1.332, seen). */
const taken = 'Structured output provided successfully'

/** Ends the run once there is an answer, and sends the model on where it would end without one. */
const answerGuard = (isAnswered: () => boolean): Plugin => {
  const source = { kind: 'built-in', name: answerName, layer: 'code' } as const
  return {
    name: 'hook-judge',
    create: () => ({
      afterBatch: () =>
        isAnswered() ? { source, stop: { reason: 'the judgement was handed in', source } } : undefined,
      beforeStop: () =>
        isAnswered()
          ? undefined
          : { source, stance: 'deny', reason: `Hand your judgement in by the tool ${answerName}.` },
    }),
  }
}
