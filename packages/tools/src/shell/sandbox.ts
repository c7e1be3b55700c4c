import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ToolFailure, type CallScope } from '@raider/contracts'
import { absolutePath } from '../place.js'
import { bubblewrapOf, wantsSandbox, type SandboxCall } from './sandbox-choice.js'
import { guardFolders } from './sandbox-guard.js'
import { sandboxSettings, type SandboxSettings } from './sandbox-settings.js'

/** What a command is run in. */
export interface Sandbox {
  /** Program and arguments that the command is run by; empty for none. */
  readonly wrapper: readonly string[]
  /** To be called when the command has ended. */
  leave(): void
}

const outside: Sandbox = { wrapper: [], leave: () => undefined }

/**
 * The sandbox of a command: bubblewrap where the setting `sandbox.enabled` asks for it, none otherwise. The command can then write only
 * to the project, the added folders and the temporary folder, and reach no network. Throws `ToolFailure` where a sandbox is asked for and
 * there is none: a command never runs outside for lack of one.
 */
export const enterSandbox = (call: SandboxCall, scope: CallScope, homeDir: string): Sandbox => {
  if (!wantsSandbox(call, scope)) return outside
  const bubblewrap = bubblewrapOf(scope.env)
  if (bubblewrap === undefined) {
    throw new ToolFailure(
      'A sandbox is asked for (sandbox.enabled in the settings, or CLAUDE_CODE_SUBPROCESS_ENV_SCRUB), but bubblewrap is not installed, so the command was not run. ' +
        'Ask the user to install the program bwrap (package bubblewrap), or to switch the setting off.',
    )
  }
  const guard = guardFolders([scope.projectDir, ...scope.state.directories])
  const options = bubblewrapOptions(sandboxSettings(scope.settings), guard.options, scope, homeDir)
  return { wrapper: [bubblewrap, ...options, '--'], leave: () => guard.release() }
}

/** Everything can be read, nothing be written, and of the devices only the harmless ones are there. */
const isolation: readonly string[] = ['--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev']

const bubblewrapOptions = (
  settings: SandboxSettings,
  guarded: readonly string[],
  scope: CallScope,
  homeDir: string,
): readonly string[] => {
  const absolute = (path: string): string => absolutePath(path, scope.projectDir, homeDir)
  const open = [scope.projectDir, ...scope.state.directories, tmpdir(), ...settings.writable.map(absolute)]
  // What hooks, rules and the sandbox itself are made of stays as it is, wherever it lies.
  const closed = [scope.configDir, ...settings.unwritable.map(absolute)]
  return [
    ...isolation,
    '--chdir',
    scope.cwd(),
    ...(settings.weaker ? [] : ['--unshare-pid', '--proc', '/proc']),
    ...(settings.network ? [] : ['--unshare-net']),
    ...open.flatMap((path) => ['--bind-try', path, path]),
    ...guarded,
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
