import type { Diagnosis } from './diagnosis/diagnosis.js'
import type { RaiderOptions } from './option.js'

/**
 * Says of everything that the user set up for Claude Code, and for Raider, what becomes of it in a session with the same options.
 * Whatever a session reads is read by the same code. No hook, server, helper or skill is run, and nothing is written: a server that is
 * called honoured is one that would be started.
 *
 * @example
 * const { findings } = await diagnose({ cwd: '/my/project' })
 * findings.filter(({ fate }) => fate === 'error')
 * @throws RaiderError `bad-option` and `bad-settings` for options that cannot be used.
 */
export async function diagnose(options: RaiderOptions = {}): Promise<Diagnosis> {
  // Sessions do without it, so that it is no part of their start.
  const { diagnosisOf } = await import('./diagnosis/diagnosis.js')
  return diagnosisOf(options)
}
