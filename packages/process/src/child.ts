import type { ChildProcess } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { createEnding } from './ending.js'
import { signalGroup } from './group.js'
import { dieTogether } from './living.js'
import { createOutput } from './output.js'
import type { Child, ChildExit, ChildSpec } from './spec.js'

const defaultGraceMs = 1500
const defaultMaxOutputBytes = 1024 * 1024
/** How long pipes may stay open after the exit: a daemon that inherited them must not hold up the caller. */
const drainMs = 500

/**
 * Starts one child process in its own process group and session, so that it has no terminal and dies with all it started.
 * It ends by itself, by its deadline, by `signal` or by `kill`; where this process exits first, its group is killed. A descendant
 * that left the group (`setsid`, a daemon) is out of reach: only a container or cgroup around this process ends it.
 */
export const startChild = (spec: ChildSpec, signal: AbortSignal): Child => {
  if (signal.aborted) return stillborn(Promise.resolve(nothing({ ended: 'cancelled' })))
  try {
    // Asked for with the first child, since it drags the network along, and many sessions start none (ADR 0032).
    const { spawn } = process.getBuiltinModule('node:child_process')
    const child = spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: environment(spec),
      detached: true,
      stdio: [hasInput(spec) ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    })
    const { pid } = child
    return pid === undefined ? stillborn(startFailure(child, spec)) : follow(child, pid, spec, signal)
  } catch (thrown) {
    // Some refusals of the system, such as E2BIG, are thrown and not emitted.
    return stillborn(Promise.resolve(notStarted(spec, thrown as Error)))
  }
}

/** Runs one child to its end; see {@link startChild}. Never rejects. */
export const runChild = (spec: ChildSpec, signal: AbortSignal): Promise<ChildExit> => startChild(spec, signal).exit

const follow = (child: ChildProcess, pid: number, spec: ChildSpec, signal: AbortSignal): Child => {
  const started = performance.now()
  const report = collect(child, spec)
  const bury = dieTogether(pid)
  let resolve: (exit: ChildExit) => void = () => undefined
  const exit = new Promise<ChildExit>((settled) => (resolve = settled))
  let drain: NodeJS.Timeout | undefined
  const settleSoon = (): void => {
    drain ??= setTimeout(settle, drainMs)
  }
  const ending = createEnding(pid, spec.graceMs ?? defaultGraceMs, settleSoon)
  const kill = (reason: 'timeout' | 'cancelled'): void => {
    detach()
    if (child.exitCode === null && child.signalCode === null) ending.begin(reason)
  }
  const onAbort = (): void => kill('cancelled')
  const deadline = spec.timeoutMs === undefined ? undefined : setTimeout(kill, spec.timeoutMs, 'timeout')
  const detach = (): void => {
    clearTimeout(deadline)
    signal.removeEventListener('abort', onAbort)
  }
  const settle = (): void => {
    clearTimeout(drain)
    child.off('close', settle)
    ending.finish()
    bury()
    resolve({ ...report(), ended: ending.reason ?? 'exit', durationMs: performance.now() - started, pid })
  }

  // Node warns of a leak from the 11th listener on; any number of children may share a signal, and each lets go of it.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', onAbort, { once: true })
  child.once('exit', () => {
    detach()
    if (spec.interactive === true) signalGroup(pid, 'SIGKILL')
    // In a group that is being ended the others have the grace period to close the pipes; where all are closed, `close` is next.
    if (ending.reason === undefined && isHeld(child)) settleSoon()
  })
  child.once('close', settle)
  feed(child, spec)
  return { pid, exit, kill, detach, write: (text) => write(child, text), endInput: () => child.stdin?.end() }
}

/** Does anybody still hold an output? */
const isHeld = ({ stdout, stderr }: ChildProcess): boolean => stdout?.closed === false || stderr?.closed === false

/** Gathers the output; the returned function closes the pipes and says what there was. */
const collect = (child: ChildProcess, spec: ChildSpec) => {
  const maxBytes = spec.maxOutputBytes ?? defaultMaxOutputBytes
  const outputs = { stdout: createOutput(maxBytes), stderr: createOutput(maxBytes) }
  for (const name of ['stdout', 'stderr'] as const) {
    const output = outputs[name]
    child[name]?.on('data', (chunk: Buffer) => {
      output.add(chunk)
      spec.onOutput?.(name, chunk)
    })
  }
  return () => {
    const partial = child.stdout?.readableEnded === false
    for (const pipe of [child.stdout, child.stderr]) {
      if (spec.leftover === 'drain' && pipe?.readableEnded === false) drainOn(pipe)
      else pipe?.destroy()
    }
    return {
      code: child.exitCode,
      killedBy: child.signalCode,
      stdout: outputs.stdout.text(),
      stderr: outputs.stderr.text(),
      droppedBytes: outputs.stdout.dropped + outputs.stderr.dropped,
      partial,
    }
  }
}

const hasInput = ({ stdin, interactive }: ChildSpec): boolean => stdin !== undefined || interactive === true

/** Reads a pipe to its end without keeping this process alive for it. */
const drainOn = (pipe: Readable & { unref?(): unknown }): void => {
  pipe.removeAllListeners('data').resume()
  pipe.unref?.()
}

/** Writes the whole stdin. A child that closes it or exits unread raises EPIPE or ECONNRESET, as it may. */
const feed = (child: ChildProcess, { stdin, interactive }: ChildSpec): void => {
  child.stdin?.on('error', () => undefined)
  if (interactive !== true) child.stdin?.end(stdin)
}

const write = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve) => {
    if (child.stdin?.writable !== true) resolve()
    else child.stdin.write(text, () => resolve())
  })

/** Node's stdin pipe is a socket, and bash takes a socket at the first shell level for a remote login that reads `.bashrc`. */
const environment = (spec: ChildSpec): Readonly<Record<string, string>> =>
  !hasInput(spec) || Number(spec.env['SHLVL']) > 0 ? spec.env : { ...spec.env, SHLVL: '1' }

const startFailure = (child: ChildProcess, spec: ChildSpec): Promise<ChildExit> =>
  new Promise((resolve) => {
    child.once('error', (error) => {
      child.stdin?.destroy()
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve(notStarted(spec, error))
    })
  })

const notStarted = (spec: ChildSpec, error: Error): ChildExit => {
  // The system reports a missing folder as a missing program; this tells them apart.
  const problem = existsSync(spec.cwd) ? error.message : `the folder ${spec.cwd} does not exist`
  return nothing({ ended: 'spawn-failed', error: `could not start ${spec.file}: ${problem}` })
}

const nothing = (ending: Pick<ChildExit, 'ended' | 'error'>): ChildExit => ({
  code: null,
  killedBy: null,
  stdout: '',
  stderr: '',
  droppedBytes: 0,
  partial: false,
  durationMs: 0,
  ...ending,
})

const stillborn = (exit: Promise<ChildExit>): Child => ({
  pid: undefined,
  exit,
  kill: () => undefined,
  detach: () => undefined,
  write: () => Promise.resolve(),
  endInput: () => undefined,
})
