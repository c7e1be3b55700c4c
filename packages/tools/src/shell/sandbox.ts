import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ToolFailure, type CallScope } from '@raider/contracts'
import { absolutePath } from '../place.js'
import { bubblewrapOf, wantsSandbox, type SandboxCall } from './sandbox-choice.js'
import { guardFolders } from './sandbox-guard.js'
import { isOpenHost, sandboxSettings, type SandboxSettings } from './sandbox-settings.js'

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
 * to the project, the added folders and the temporary folder, and reach no hosts but those of `sandbox.network`. Throws `ToolFailure`
 * where a sandbox is asked for and there is none: a command never runs outside for lack of one.
 */
export const enterSandbox = async (call: SandboxCall, scope: CallScope, homeDir: string): Promise<Sandbox> => {
  if (!wantsSandbox(call, scope)) return outside
  const bubblewrap = bubblewrapOf(scope.env)
  if (bubblewrap === undefined) {
    throw new ToolFailure(
      'A sandbox is asked for (sandbox.enabled in the settings, or CLAUDE_CODE_SUBPROCESS_ENV_SCRUB), but bubblewrap is not installed, so the command was not run. ' +
        'Ask the user to install the program bwrap (package bubblewrap), or to switch the setting off.',
    )
  }
  const settings = sandboxSettings(scope.settings)
  const network = await openNetwork(settings)
  const guard = guardFolders([scope.projectDir, ...scope.state.directories])
  const options = bubblewrapOptions(settings, { network: network.options, guard: guard.options }, scope, homeDir)
  return {
    wrapper: [bubblewrap, ...options, '--', ...network.bridge],
    leave() {
      network.close()
      guard.release()
    },
  }
}

/** What a sandbox sees of the network. */
interface SandboxNetwork {
  /** For bubblewrap. */
  readonly options: readonly string[]
  /** Program and arguments before the command; empty for none. */
  readonly bridge: readonly string[]
  close(): void
}

/** All of it where every host is open, nothing where none is, and a gateway in between. */
const openNetwork = async (settings: SandboxSettings): Promise<SandboxNetwork> => {
  const { hosts, closedHosts, sockets } = settings
  if (hosts.includes('*') && closedHosts.length === 0) return { options: [], bridge: [], close: () => undefined }
  // Sockets of daemons lie in /run: they are files, which the network has no say in.
  const options = ['--unshare-net', '--tmpfs', '/run', ...sockets.flatMap((path) => ['--bind-try', path, path])]
  if (hosts.length === 0) return { options, bridge: [], close: () => undefined }
  // Node's HTTP is loaded by the few that need it.
  const { bridge, bridgeVariables, openGateway } = await import('./gateway.js')
  const gateway = await openGateway((host) => isOpenHost(settings, host))
  const variables = Object.entries(bridgeVariables).flatMap(([name, value]) => ['--setenv', name, value])
  return { options: [...options, ...variables], bridge: bridge(gateway.socket), close: () => gateway.close() }
}

/** Everything can be read, nothing be written, and of the devices only the harmless ones are there. */
const isolation: readonly string[] = ['--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev']

const bubblewrapOptions = (
  settings: SandboxSettings,
  further: { readonly network: readonly string[]; readonly guard: readonly string[] },
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
    ...further.network,
    ...open.flatMap((path) => ['--bind-try', path, path]),
    ...further.guard,
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
