import type { CallStatus, Decision, Source } from '@raider/contracts'
import type { ToolResultMeta } from './frame.js'

/** The part of a `tool-result` event that says who decided. */
interface Decided {
  readonly id: string
  readonly status: CallStatus
  readonly decision: Decision
}

const spoken = (source: Source | undefined): boolean => source?.kind === 'host' || source?.kind === 'user'

/** Settings files of the user's own. */
const saved: readonly unknown[] = ['local', 'project', 'user']

/** Who decided, as `tool_result_meta` spells it: `config` stands for modes, flags and built-in checks. */
const decider = ({ source, allowed, considered }: Decision): string => {
  if (source?.kind === 'hook') return 'hook'
  if (source?.kind === 'rule') {
    const denied = considered.some(({ decided, behavior }) => decided && behavior === 'deny')
    return denied ? 'user_reject' : allowed && saved.includes(source.layer) ? 'user_permanent' : 'config'
  }
  if (spoken(source)) return allowed ? 'user_temporary' : 'user_reject'
  return 'config'
}

/** `reason_type` of a decision; absent where the reference program gives none. */
export const reasonType = ({ source }: Decision): string | undefined =>
  source?.kind === 'hook' || source?.kind === 'rule' || source?.kind === 'mode' ? source.kind : undefined

const nonExecution = ({ status, decision }: Decided): string | undefined => {
  if (status === 'cancelled') return 'user-rejected'
  if (status !== 'refused') return undefined
  return decision.source?.kind === 'hook' || decision.source?.kind === 'rule' ? 'permission-rule' : 'user-rejected'
}

/** What `tool_result_meta` says of a call; undefined where nothing was decided (unknown tool, invalid input). */
export function resultMeta(call: Decided): ToolResultMeta | undefined {
  if (call.status === 'unknown' || call.status === 'invalid') return undefined
  const kind = nonExecution(call)
  const type = reasonType(call.decision)
  return {
    id: call.id,
    permission_decision: {
      decision: call.decision.allowed ? 'accept' : 'reject',
      source: decider(call.decision),
      ...(type === undefined ? {} : { reason_type: type }),
    },
    ...(kind === undefined ? {} : { non_execution_kind: kind }),
  }
}

/** True where a `permission_denied` frame goes before the result: for refusals by rule, mode or check, not by a hook or a person. */
export const isConfigDenial = ({ status, decision }: Decided): boolean =>
  status === 'refused' && decision.source?.kind !== 'hook' && !spoken(decision.source)
