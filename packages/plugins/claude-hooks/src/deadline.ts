import { rowOf, type HookEvent } from './events.js'
import type { Hook } from './hook.js'

const maxSessionEndMs = 60_000

/** Milliseconds a hook may take. */
export const deadlineOf = (
  event: HookEvent,
  hook: Hook,
  hooks: readonly Hook[],
  env: Readonly<Record<string, string>>,
): number => {
  const { timeoutMs, type } = hook.handler
  if (event === 'SessionEnd') return sessionEndBudget(hooks, env)
  if (timeoutMs !== undefined) return timeoutMs
  return type === 'prompt' ? 30_000 : type === 'agent' ? 60_000 : rowOf(event).timeoutMs
}

/** All hooks at the end of a session share one budget: 1.5 s, raised to the longest `timeout`, at most a minute (seen). */
const sessionEndBudget = (hooks: readonly Hook[], env: Readonly<Record<string, string>>): number => {
  const forced = Number(env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'])
  if (forced > 0) return forced
  const longest = Math.max(...hooks.map((hook) => hook.handler.timeoutMs ?? 0))
  return Math.max(rowOf('SessionEnd').timeoutMs, Math.min(longest, maxSessionEndMs))
}
