import { isObject, type JsonObject, type JsonSchema } from '@raider/contracts'
import { bounded, type Yield } from './bounded.js'
import type { HookEvent } from '../events.js'
import { fault, type Fault } from '../configuration/fault.js'
import { cannotRun } from './failure.js'
import type { Shot, Runner } from '../configuration/hook.js'

interface EvaluatorFields {
  readonly kind: 'prompt' | 'agent'
  readonly prompt: string
  readonly model?: string
  /** A refusal sends the model on with the reason in place of ending the turn. Agents always do. */
  readonly goesOn: boolean
}

/** Reads a handler of type `prompt`: one reply of a model judges. */
export const parsePrompt = (entry: JsonObject): Runner | Fault => {
  const { continueOnBlock = false } = entry
  if (typeof continueOnBlock !== 'boolean') return fault('must be true or false', 'continueOnBlock')
  return parseEvaluator('prompt', entry, continueOnBlock)
}

/** Reads a handler of type `agent`: a subagent with tools judges. */
export const parseAgent = (entry: JsonObject): Runner | Fault => parseEvaluator('agent', entry, true)

const parseEvaluator = (kind: 'prompt' | 'agent', entry: JsonObject, goesOn: boolean): Runner | Fault => {
  const { prompt, model } = entry
  if (typeof prompt !== 'string') return fault('must be a string', 'prompt')
  if (model !== undefined && typeof model !== 'string') return fault('must be a string', 'model')
  const fields: EvaluatorFields = { kind, prompt, goesOn, ...(model !== undefined && { model }) }
  return {
    label: prompt,
    identity: JSON.stringify([kind, prompt]),
    start: (shot, signal) => bounded(shot, signal, (bound) => evaluate(fields, shot, bound)),
  }
}

const evaluate = async (fields: EvaluatorFields, shot: Shot, signal: AbortSignal): Promise<Yield> => {
  // A judgement of a model is not waited for where a shell command is about to be run for a prompt (seen).
  if (shot.event === 'PreSkillShellCommand') return block('a hook that asks a model cannot judge commands of skills')
  const { kind, prompt, model = smallModel(shot.env) } = fields
  const ask = shot.scope.evaluate
  if (ask === undefined) return cannotRun(`no model can be asked here, as handlers of type ${kind} need`)
  const condition = render(prompt, shot.input.trimEnd())
  const conversation = kind === 'prompt' && isStop(shot.event)
  const words = await ask(
    {
      kind,
      instructions: instructionsFor(kind, shot),
      text: conversation ? questionAbout(condition) : condition,
      schema: kind === 'prompt' ? promptSchema : agentSchema,
      conversation,
      ...(model !== undefined && { model }),
    },
    signal,
  )
  // An agent that comes to no answer has no opinion (seen).
  if (words === undefined) return passes
  const judgement = parseJudgement(words)
  if (judgement === undefined)
    return cannotRun(`the model did not answer with {"ok": …, "reason": …}: ${excerpt(words)}`)
  if (judgement.ok) return passes
  if (judgement.impossible && kind === 'prompt' && isStop(shot.event)) return passes
  return refusal(shot.event, judgement.reason, fields.goesOn)
}

const isStop = (event: HookEvent): boolean => event === 'Stop' || event === 'SubagentStop'

/** Variables by which users choose a small model; absent: the session knows best. */
const smallModel = (env: Readonly<Record<string, string>>): string | undefined =>
  [env['ANTHROPIC_DEFAULT_HAIKU_MODEL'], env['ANTHROPIC_SMALL_FAST_MODEL']].find(
    (name) => name !== undefined && name !== '',
  )

const ok = { type: 'boolean', description: 'Whether the condition holds.' }
const reason = { type: 'string', description: 'Why, in a sentence or two.' }
const impossible = { type: 'boolean', description: 'True where the condition can never be met.' }

const promptSchema: JsonSchema = {
  type: 'object',
  properties: { ok, reason, impossible },
  required: ['ok', 'reason'],
  additionalProperties: false,
}
const agentSchema: JsonSchema = {
  type: 'object',
  properties: { ok, reason },
  required: ['ok'],
  additionalProperties: false,
}

const instructionsFor = (kind: 'prompt' | 'agent', { event, scope }: Shot): string =>
  kind === 'prompt'
    ? `You judge for a ${event} hook of a coding agent. Answer with a single JSON object and nothing else: {"ok": true, "reason": "…"} where the condition holds, {"ok": false, "reason": "…"} where it does not. Add "impossible": true where it can never be met.`
    : `You judge for a ${event} hook of a coding agent. Find out with the tools you have whether the condition holds, change nothing, and take as few steps as possible. The conversation so far is in ${scope.transcriptPath}, one JSON object a line.`

const questionAbout = (condition: string): string =>
  `Look at the conversation above. Is the following condition met?\n\n${condition}`

/** `$ARGUMENTS` stands for the hook input, which follows the prompt where that names it nowhere; `\$` is a dollar sign (seen). */
const render = (prompt: string, input: string): string => {
  let named = false
  const text = prompt.replace(/\\\$|\$ARGUMENTS\b/g, (found) => {
    if (found === '\\$') return '$'
    named = true
    return input
  })
  return named ? text : `${text}\n\nARGUMENTS: ${input}`
}

interface Judgement {
  readonly ok: boolean
  readonly reason: string
  readonly impossible: boolean
}

/** Reads an answer; a code fence around it is tolerated (seen). */
const parseJudgement = (words: string): Judgement | undefined => {
  const [, fenced] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(words) ?? []
  try {
    const value: unknown = JSON.parse(fenced ?? words)
    if (!isObject(value) || typeof value['ok'] !== 'boolean') return undefined
    const { ok, reason, impossible } = value
    return { ok, reason: typeof reason === 'string' ? reason : 'no reason was given', impossible: impossible === true }
  } catch {
    return undefined
  }
}

const excerpt = (words: string): string => (words.length > 200 ? `${words.slice(0, 200)}…` : words)

const said = (answer: JsonObject): Yield => ({
  ended: 'done',
  exitCode: 0,
  stdout: JSON.stringify(answer),
  stderr: '',
})

const passes: Yield = said({})
const block = (reason: string): Yield => ({ ended: 'done', exitCode: 2, stdout: '', stderr: reason })

/** What a refusal does, said in the language of hooks (each event seen on Claude Code 2.1.332). */
const refusal = (event: HookEvent, reason: string, goesOn: boolean): Yield => {
  const ends = { continue: false, stopReason: reason }
  switch (event) {
    case 'PreToolUse': {
      if (goesOn) return block(reason)
      const deny = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: reason }
      return said({ hookSpecificOutput: deny, ...ends })
    }
    case 'Stop':
    case 'SubagentStop':
      return block(reason)
    case 'TeammateIdle':
      return goesOn ? block(reason) : said(ends)
    case 'PostToolUse':
      return said(goesOn ? { decision: 'block', reason } : ends)
    case 'PostToolUseFailure':
    case 'TaskCreated':
    case 'TaskCompleted':
      return said({ decision: 'block', reason })
    case 'PermissionRequest':
    case 'PermissionDenied':
      return passes
    default:
      return said(ends)
  }
}
