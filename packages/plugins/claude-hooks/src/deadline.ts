import { rowOf, type HookEvent } from './events.js'
import type { Hook } from './configuration/hook.js'

const maxSessionEndMs = 60_000

/** Milliseconds a hook may take. */
export const deadlineOf = (event: HookEvent, hook: Hook, env: Readonly<Record<string, string>>): number => {
  const { timeoutMs, type } = hook.handler
  if (event === 'SessionEnd') return sessionEndDeadline(timeoutMs, env)
  if (timeoutMs !== undefined) return timeoutMs
  return type === 'prompt' ? 30_000 : type === 'agent' ? 60_000 : rowOf(event).timeoutMs
}

/**
 * At the end of a session a hook has 1.5 s or what it asks for, at most a minute. A variable sets the 1.5 s anew, and no hook then
 * has longer (Claude Code 2.1.332, seen).
 */
const sessionEndDeadline = (timeoutMs: number | undefined, env: Readonly<Record<string, string>>): number => {
  const forced = Number(env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'])
  const [usual, longest] = forced > 0 ? [forced, forced] : [rowOf('SessionEnd').timeoutMs, maxSessionEndMs]
  return Math.min(timeoutMs ?? usual, longest)
}
