import { randomUUID } from 'node:crypto'
import {
  faultText,
  type Change,
  type CompactTrigger,
  type Fault,
  type FaultKind,
  type Profile,
} from '@raider/contracts'

/** Hook spelling of provider faults (Claude Code 2.1.332, seen; a plain 400 arrives as `unknown`). */
const faultNames: Readonly<Record<FaultKind, string>> = {
  'rate-limit': 'rate_limit',
  overloaded: 'overloaded',
  authentication: 'authentication_failed',
  billing: 'billing_error',
  'invalid-request': 'unknown',
  'model-not-found': 'model_not_found',
  'context-limit': 'invalid_request',
  'too-large': 'invalid_request',
  'output-limit': 'max_output_tokens',
  refusal: 'invalid_request',
  server: 'server_error',
  network: 'server_error',
  protocol: 'server_error',
  cancelled: 'unknown',
  coverage: 'unknown',
  shortfall: 'unknown',
}

/** A run ends since the model could not be asked. */
export const stopFailure = (fault: Fault, profile: Profile): Change => ({
  kind: 'StopFailure',
  input: {
    error: faultName(fault, profile),
    error_details: fault.message,
    last_assistant_message: faultText(fault),
  },
})

/** Statuses that the reference program has no name for, whatever their body says (seen). */
const namelessStatuses: ReadonlySet<number | undefined> = new Set([402, 408])

const faultName = ({ kind, message, status }: Fault, profile: Profile): string => {
  if (profile.faultNames === 'fewer causes') {
    if (kind === 'overloaded') return faultNames.server
    if (namelessStatuses.has(status)) return 'unknown'
  }
  // The provider has no type for it: its words are the only sign.
  if (kind === 'authentication' && /OAuth.* not allowed for this organization/.test(message))
    return 'oauth_org_not_allowed'
  return faultNames[kind]
}

/** A text of the model is about to be shown. */
export const messageDisplay = (turnId: string, text: string): Change => ({
  kind: 'MessageDisplay',
  input: { turn_id: turnId, message_id: randomUUID(), index: 0, final: true, delta: text },
})

/** The session's current folder changed. */
export const cwdChanged = (from: string, to: string): Change => ({
  kind: 'CwdChanged',
  input: { old_cwd: from, new_cwd: to },
})

/** The conversation was compacted. */
export const postCompact = (trigger: CompactTrigger, summary: string): Change => ({
  kind: 'PostCompact',
  input: { trigger, compact_summary: summary },
})

/** A file that a hook wants to hear of was made, changed or removed. */
export const fileChanged = (path: string, event: 'add' | 'change' | 'unlink'): Change => ({
  kind: 'FileChanged',
  input: { file_path: path, event },
})

/** The host asked for the preparations of a project. */
export const setup = (trigger: 'init' | 'maintenance'): Change => ({ kind: 'Setup', input: { trigger } })

/** Somebody is waited for. */
export const notification = (type: 'permission_prompt' | 'idle_prompt', message: string): Change => ({
  kind: 'Notification',
  input: { message, notification_type: type },
})
