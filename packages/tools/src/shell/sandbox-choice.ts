import type { Settings } from '@raider/contracts'
import { findProgram } from '@raider/process'
import { sandboxSettings } from './sandbox-settings.js'
import { simpleCommand } from './shell-command.js'

/** What a call says about its sandbox. */
export interface SandboxCall {
  readonly command: string
  readonly dangerouslyDisableSandbox?: boolean
}

/** What decides whether a call gets one. */
interface SandboxFacts {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string>>
}

/** Is a command to run in a sandbox, by settings and environment? It does not run where there is none. */
export const wantsSandbox = (call: SandboxCall, { settings, env }: SandboxFacts): boolean => {
  const { enabled, mayLeave, excluded } = sandboxSettings(settings)
  if (excluded.some((pattern) => isExcluded(pattern, call.command))) return false
  // Without walls a command could read the credentials that it was not given from the processes above it.
  if (env['CLAUDE_CODE_SUBPROCESS_ENV_SCRUB'] === '1') return true
  return enabled && !(mayLeave && call.dangerouslyDisableSandbox === true)
}

/**
 * May a command run without a question, since it runs in a sandbox? By the setting `sandbox.autoAllowBashIfSandboxed`, which is on
 * unless somebody switches it off, as `sandbox.enabled` has to be switched on.
 */
export const isFreeInSandbox = (call: SandboxCall, facts: SandboxFacts): boolean => {
  const { enabled, asksNothing } = sandboxSettings(facts.settings)
  return enabled && asksNothing && wantsSandbox(call, facts) && bubblewrapOf(facts.env) !== undefined
}

/** The program that makes sandboxes; undefined where it is not installed. */
export const bubblewrapOf = (env: Readonly<Record<string, string>>): string | undefined =>
  findProgram('bwrap', env['PATH'] ?? '')

/** `docker` and `docker *` both stand for the command with any arguments; compound commands are never excluded. */
const isExcluded = (pattern: string, command: string): boolean => {
  const words = pattern.replace(/(?::\*| \*)$/, '').split(/\s+/)
  const simple = simpleCommand(command)
  return simple !== undefined && words.every((word, at) => [simple.name, ...simple.args][at] === word)
}
