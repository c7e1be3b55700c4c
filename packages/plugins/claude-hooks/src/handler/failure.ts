import type { HookReturn } from '../configuration/hook.js'

/** A handler that could not do its work. */
export const cannotRun = (problem: string, durationMs = 0): HookReturn => ({
  ended: 'failed',
  stdout: '',
  stderr: '',
  problem,
  durationMs,
})
