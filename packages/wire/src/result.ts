import {
  apiStopReasons,
  apiUsage,
  faultText,
  noUsage,
  type Fault,
  type LimitName,
  type RunEnding,
  type RunOutcome,
  type StopReason,
} from '@raider/contracts'
import { modelUsage } from './usage.js'
import { noSubagents, type SubagentStats } from './subagent-stats.js'
import { listedName } from './tool-name.js'
import type { FrameBody, ResultFrame, ResultSubtype } from './frame.js'

/** What the frames of a run said, as far as its result repeats it. */
export interface RunFacts {
  /** Tool results of the main thread. */
  toolResults: number
  stopReason: StopReason | undefined
  /** Milliseconds between requests and their replies. */
  apiMs: number
  /** US dollars by model, as far as prices are known. */
  readonly costs: Map<string, number>
  readonly subagents: SubagentStats
}

/** The facts at the start of a run. */
export const noFacts = (): RunFacts => ({
  toolResults: 0,
  stopReason: undefined,
  apiMs: 0,
  costs: new Map(),
  subagents: noSubagents(),
})

type ResultBody = Extract<FrameBody, { readonly type: 'result' }>
type Ending = Pick<ResultBody, 'subtype' | 'is_error'> &
  Partial<Pick<ResultBody, 'result' | 'errors' | 'terminal_reason' | 'api_error_status' | 'deferred_tool_use'>>

interface Limit {
  readonly subtype: ResultSubtype
  readonly terminal: string
  readonly error: (max: number) => string
  /** The same for a reader of text output. */
  readonly text: (max: number) => string
}

const limits: Readonly<Record<LimitName, Limit>> = {
  turns: {
    subtype: 'error_max_turns',
    terminal: 'max_turns',
    error: (max) => `Reached maximum number of turns (${max})`,
    text: (max) => `Reached max turns (${max})`,
  },
  cost: {
    subtype: 'error_max_budget_usd',
    terminal: 'budget_exhausted',
    error: (max) => `Reached maximum budget ($${max})`,
    text: (max) => `Exceeded USD budget (${max})`,
  },
  tokens: {
    subtype: 'error_during_execution',
    terminal: 'budget_exhausted',
    error: (max) => `Reached maximum number of tokens (${max})`,
    text: (max) => `Reached max tokens (${max})`,
  },
  time: {
    subtype: 'error_during_execution',
    terminal: 'budget_exhausted',
    error: (max) => `Reached maximum run time (${max} ms)`,
    text: (max) => `Reached max run time (${max} ms)`,
  },
}

function endingOf(outcome: RunOutcome, facts: RunFacts): Ending {
  switch (outcome.kind) {
    case 'done':
      return { subtype: 'success', is_error: false, result: outcome.text, terminal_reason: 'completed' }
    case 'blocked':
      return { subtype: 'success', is_error: false, result: refusalText(outcome) }
    case 'deferred':
      return {
        subtype: 'success',
        is_error: false,
        result: '',
        terminal_reason: 'tool_deferred',
        deferred_tool_use: { ...outcome.call },
      }
    case 'limit': {
      const limit = limits[outcome.limit]
      return {
        subtype: limit.subtype,
        is_error: true,
        errors: [limit.error(outcome.max)],
        terminal_reason: limit.terminal,
      }
    }
    case 'cancelled':
      // A hook's `continue: false` ends a run in order; anybody else breaks it off.
      if (outcome.by === 'hook')
        return { subtype: 'success', is_error: false, result: outcome.text, terminal_reason: 'hook_stopped' }
      return {
        subtype: 'error_during_execution',
        is_error: true,
        errors: [outcome.reason],
        terminal_reason: facts.stopReason === 'tool-use' ? 'aborted_tools' : 'aborted_streaming',
      }
    case 'failed':
      return {
        subtype: 'success',
        is_error: true,
        result: faultText(outcome.fault),
        terminal_reason: terminalReason(outcome.fault),
        api_error_status: outcome.fault.status ?? null,
      }
  }
}

/** The user reads again what they typed, since it is nowhere else (2.1.332, seen), unless the hook hides it. */
const refusalText = ({ reason, prompt }: Extract<RunEnding, { readonly kind: 'blocked' }>): string =>
  `Prompt blocked by a hook: ${reason}${prompt === undefined ? '' : `\n\nThe prompt was: ${prompt}`}`

function terminalReason({ kind }: Fault): string {
  if (kind === 'coverage') return 'coverage_gap'
  if (kind === 'shortfall') return 'plugin_shortfall'
  return kind === 'context-limit' ? 'prompt_too_long' : 'api_error'
}

function stopReason(outcome: RunOutcome, facts: RunFacts): string | null {
  if (outcome.kind === 'deferred') return 'tool_deferred'
  if (outcome.kind === 'failed') return 'stop_sequence'
  return facts.stopReason === undefined ? null : apiStopReasons[facts.stopReason]
}

/** True where the run came to its end without the model: a refused prompt, or a command that answers by itself. */
const isUnasked = ({ kind, turns }: RunOutcome): boolean => kind === 'blocked' || (kind === 'done' && turns === 0)

/** The last frame of a run. */
export function resultBody(outcome: RunOutcome, facts: RunFacts): ResultBody {
  return {
    type: 'result',
    ...endingOf(outcome, facts),
    duration_ms: outcome.durationMs,
    duration_api_ms: facts.apiMs,
    num_turns: isUnasked(outcome) ? 0 : 1 + facts.toolResults,
    stop_reason: stopReason(outcome, facts),
    total_cost_usd: outcome.costUsd ?? 0,
    usage: apiUsage(outcome.usage),
    modelUsage: Object.fromEntries(
      Object.entries(outcome.usageByModel).map(([model, usage]) => [
        model,
        modelUsage(usage, facts.costs.get(model) ?? 0),
      ]),
    ),
    permission_denials: outcome.denials.map((denial) => ({ ...denial, tool_name: listedName(denial.tool_name) })),
    subagent_stats: { ...facts.subagents },
  }
}

/** The frame of a session that could not go on, since there is none. */
export const refusalBody = (problem: string): ResultBody => ({
  type: 'result',
  subtype: 'error_during_execution',
  is_error: true,
  errors: [problem],
  duration_ms: 0,
  duration_api_ms: 0,
  num_turns: 0,
  stop_reason: null,
  total_cost_usd: 0,
  usage: apiUsage(noUsage),
  modelUsage: {},
  permission_denials: [],
  subagent_stats: {},
})

/** What text output prints for a run: its result, or the failure in one line. */
export function resultText(outcome: RunOutcome, frame: ResultFrame): string {
  if (frame.result !== undefined) return frame.result
  if (outcome.kind === 'limit') return `Error: ${limits[outcome.limit].text(outcome.max)}`
  return `Error: ${frame.errors?.join('\n') ?? frame.subtype}`
}
