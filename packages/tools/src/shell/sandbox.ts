import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ToolFailure, type CallScope } from '@raider/contracts'
import { findProgram } from '@raider/process'
import { absolutePath } from '../place.js'
import { sandboxSettings, type SandboxSettings } from './sandbox-settings.js'
import { simpleCommand } from './shell-command.js'

/** What a call says about its sandbox. */
interface SandboxCall {
  readonly command: string
  readonly dangerouslyDisableSandbox?: boolean
}

/**
 * Program and arguments that a command is run by: bubblewrap where the setting `sandbox.enabled` asks for it, nothing otherwise.
 * The command can then write only to the project, the added folders and the temporary folder, and reach no network.
 * Throws `ToolFailure` where a sandbox is asked for and there is none: a command never runs outside for lack of one.
 */
export const sandboxWrapper = (call: SandboxCall, scope: CallScope, homeDir: string): readonly string[] => {
  const settings = sandboxSettings(scope.settings)
  // Without walls a command could read the credentials that it was not given from the processes above it.
  const isScrubbed = scope.env['CLAUDE_CODE_SUBPROCESS_ENV_SCRUB'] === '1'
  if (!isScrubbed && !settings.enabled) return []
  if (!isScrubbed && settings.mayLeave && call.dangerouslyDisableSandbox === true) return []
  if (settings.excluded.some((pattern) => isExcluded(pattern, call.command))) return []
  const bubblewrap = findProgram('bwrap', scope.env['PATH'] ?? '')
  if (bubblewrap === undefined) {
    throw new ToolFailure(
      'A sandbox is asked for (sandbox.enabled in the settings, or CLAUDE_CODE_SUBPROCESS_ENV_SCRUB), but bubblewrap is not installed, so the command was not run. ' +
        'Ask the user to install the program bwrap (package bubblewrap), or to switch the setting off.',
    )
  }
  return [bubblewrap, ...bubblewrapOptions(settings, scope, homeDir), '--']
}

/** `docker` and `docker *` both stand for the command with any arguments; compound commands are never excluded. */
const isExcluded = (pattern: string, command: string): boolean => {
  const words = pattern.replace(/(?::\*| \*)$/, '').split(/\s+/)
  const simple = simpleCommand(command)
  return simple !== undefined && words.every((word, at) => [simple.name, ...simple.args][at] === word)
}

/** Everything can be read, nothing be written, and of the devices only the harmless ones are there. */
const isolation: readonly string[] = ['--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev']

const bubblewrapOptions = (settings: SandboxSettings, scope: CallScope, homeDir: string): readonly string[] => {
  const absolute = (path: string): string => absolutePath(path, scope.projectDir, homeDir)
  const open = [scope.projectDir, ...scope.state.directories, tmpdir(), ...settings.writable.map(absolute)]
  // What hooks, rules and the sandbox itself are made of stays as it is, wherever it lies.
  const inProject = ['.claude', '.git/hooks'].map((name) => join(scope.projectDir, name))
  const closed = [scope.configDir, ...inProject, ...settings.unwritable.map(absolute)]
  return [
    ...isolation,
    '--chdir',
    scope.cwd(),
    ...(settings.weaker ? [] : ['--unshare-pid', '--proc', '/proc']),
    ...(settings.network ? [] : ['--unshare-net']),
    ...open.flatMap((path) => ['--bind-try', path, path]),
    ...closed.flatMap((path) => ['--ro-bind-try', path, path]),
    ...settings.unreadable.map(absolute).flatMap(hidden),
  ]
}

/** Puts something empty in place of a file or folder. */
const hidden = (path: string): readonly string[] => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return stats.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
