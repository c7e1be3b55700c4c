import { randomUUID } from 'node:crypto'
import type { HookOutcome } from '@raider/contracts'
import type { EventOf, Translate } from './desk.js'
import type { HookFrame } from './frame.js'
import type { Roster } from './roster.js'

const alwaysStreamed: ReadonlySet<string> = new Set(['SessionStart', 'Setup'])

const hookOutcomes: Readonly<Record<HookOutcome, NonNullable<HookFrame['outcome']>>> = {
  success: 'success',
  background: 'success',
  blocked: 'success',
  error: 'error',
  timeout: 'cancelled',
  cancelled: 'cancelled',
  skipped: 'cancelled',
}

/** The event and what its matcher was held against. */
function hookName(event: EventOf<'hook-run'> | EventOf<'hook-message'>, roster: Roster): string {
  const start = event.event === 'SessionStart' ? roster.threads.get(event.session)?.source : undefined
  const subject = event.callId === undefined ? start : roster.calls.get(event.callId)
  return subject === undefined ? event.event : `${event.event}:${subject}`
}

/** Start and end of a hook, sent together: events tell of a hook when it has run. */
export const hookRun: Translate<'hook-run'> = (event, { options, roster }) => {
  if (event.outcome === 'skipped' || !(options.hookFrames || alwaysStreamed.has(event.event))) return []
  const shared = {
    type: 'system' as const,
    hook_id: randomUUID(),
    hook_name: hookName(event, roster),
    hook_event: event.event,
  }
  return [
    { ...shared, subtype: 'hook_started' },
    {
      ...shared,
      subtype: 'hook_response',
      // What a hook printed is not kept in events; its error is.
      output: event.error ?? '',
      stdout: '',
      stderr: event.error ?? '',
      ...(event.exitCode === undefined ? {} : { exit_code: event.exitCode }),
      // A refusal by exit code counts as an error here, one by JSON as a success.
      outcome: event.exitCode ? 'error' : hookOutcomes[event.outcome],
    },
  ]
}

/** A hook's message for the user, each line with its speaker, as the reference program writes it. */
export const hookMessage: Translate<'hook-message'> = (event, { roster }) => {
  const speaker = hookName(event, roster)
  const content = event.text.split('\n').map((line) => `${speaker} says: ${line}`)
  return [{ type: 'system', subtype: 'informational', content: content.join('\n'), level: 'notice' }]
}
