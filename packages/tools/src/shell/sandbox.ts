import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { ToolFailure, type CallScope } from '@raider/contracts'
import { foldersUp, isInside } from '@raider/disk'
import { absolutePath } from '../place.js'
import { isolationOf } from '../worktree/isolation.js'
import { bubblewrapOf, wantsSandbox, type SandboxCall } from './sandbox-choice.js'
import { deniedPaths } from './denied-path.js'
import { guardFolders } from './sandbox-guard.js'
import { isOpenHost, sandboxSettings, type SandboxSettings } from './sandbox-settings.js'
import { hiddenSockets } from './unix-socket.js'

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
  const own = guardFolders([scope.projectDir, ...scope.state.directories])
  const inner = guardFolders(workTreeOf(scope))
  const release = (): void => [own, inner].forEach((guard) => guard.release())
  const network = await openNetwork(settings).catch((thrown: unknown) => {
    release()
    throw thrown
  })
  const options = bubblewrapOptions(settings, { network, own: own.paths, inner: inner.paths }, scope, homeDir)
  return {
    wrapper: [bubblewrap, ...options, '--', ...network.bridge],
    leave() {
      network.close()
      release()
    },
  }
}

/** What a sandbox sees of the network. */
interface SandboxNetwork {
  /** For bubblewrap. */
  readonly options: readonly string[]
  /** The same, for when the folders are in place. */
  readonly covers: readonly string[]
  /** Program and arguments before the command; empty for none. */
  readonly bridge: readonly string[]
  close(): void
}

/** All of it where every host is open, nothing where none is, and a gateway in between. */
const openNetwork = async (settings: SandboxSettings): Promise<SandboxNetwork> => {
  const { hosts, closedHosts, sockets } = settings
  if (hosts.includes('*') && closedHosts.length === 0) {
    return { options: [], covers: [], bridge: [], close: () => undefined }
  }
  // Sockets of daemons are files, which the network has no say in; most lie in /run.
  const options = ['--unshare-net', '--tmpfs', '/run', ...sockets.flatMap((path) => ['--bind-try', path, path])]
  if (hosts.length === 0) return { options, covers: hiddenSockets(sockets), bridge: [], close: () => undefined }
  // Node's HTTP is loaded by the few that need it.
  const { bridge, bridgeVariables, openGateway } = await import('./gateway.js')
  const gateway = await openGateway((host) => isOpenHost(settings, host))
  const variables = Object.entries(bridgeVariables).flatMap(([name, value]) => ['--setenv', name, value])
  return {
    options: [...options, ...variables],
    covers: hiddenSockets([...sockets, gateway.socket]),
    bridge: bridge(gateway.socket),
    close: () => gateway.close(),
  }
}

/** Everything can be read, nothing be written, and of the devices only the harmless ones are there. */
const isolation: readonly string[] = ['--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev']

/** What goes into the options beside the settings. */
interface Walls {
  readonly network: SandboxNetwork
  /** Guarded paths of the project and the added folders, and those of the work tree in it that the session is tied to. */
  readonly own: readonly string[]
  readonly inner: readonly string[]
}

const bubblewrapOptions = (
  settings: SandboxSettings,
  { network, own, inner }: Walls,
  scope: CallScope,
  homeDir: string,
): readonly string[] => {
  const absolute = (path: string): string => absolutePath(path, scope.projectDir, homeDir)
  const denied = deniedPaths(scope, homeDir)
  const open = [scope.projectDir, ...scope.state.directories, tmpdir(), ...settings.writable.map(absolute)]
  // What hooks, rules and the sandbox itself are made of stays as it is, wherever it lies.
  const closed = [scope.configDir, ...settings.unwritable.map(absolute), ...denied.unwritable]
  return [
    ...isolation,
    '--chdir',
    scope.cwd(),
    ...(settings.weaker ? [] : ['--unshare-pid', '--proc', '/proc']),
    ...network.options,
    ...fastened(open, [...own, ...closed]).flatMap(writable),
    ...network.covers,
    ...own.flatMap(readOnly),
    // It lies in the folder of the settings, which is closed by now.
    ...workTreeOf(scope).flatMap(writable),
    ...[...inner, ...closed].flatMap(readOnly),
    ...[...settings.unreadable.map(absolute), ...denied.unreadable].flatMap(hidden),
  ]
}

/** The work tree that the session is tied to, if any. */
const workTreeOf = ({ state }: CallScope): readonly string[] => {
  const tree = isolationOf(state)
  return tree === undefined ? [] : [tree.path]
}

/**
 * The folders that may be written, outer ones first, and those in them on the way to what is guarded: a folder that nothing is bound to
 * could be renamed with all that it holds, to put another in its place.
 */
const fastened = (open: readonly string[], guarded: readonly string[]): readonly string[] => {
  const isOpen = (path: string): boolean => open.some((folder) => isInside(path, folder))
  const onTheWay = guarded.flatMap((path) => foldersUp(dirname(path))).filter(isOpen)
  return [...new Set([...open, ...onTheWay])].toSorted((a, b) => a.length - b.length)
}

const writable = (path: string): readonly string[] => ['--bind-try', path, path]

const readOnly = (path: string): readonly string[] => ['--ro-bind-try', path, path]

/** Puts something empty in place of a file or folder. */
const hidden = (path: string): readonly string[] => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return stats.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
