import { taskNotification, type CallScope, type TaskEnd } from '@raider/contracts'
import type { ShellProcess, ShellRun } from './shell-run.js'

/** A command that goes on while the conversation does. */
interface BackgroundShell {
  readonly command: string
  readonly description: string
  /** Milliseconds until it is ended. */
  readonly lifetimeMs: number
  /** What is told of its end. */
  readonly end: (run: ShellRun) => Pick<TaskEnd, 'status' | 'summary' | 'more'>
}

/** Hands a running command over to the background tasks of the session; the file that takes its output. */
export const keepRunning = (shell: ShellProcess, about: BackgroundShell, scope: CallScope): string => {
  const { id, child } = shell
  const { command, description, lifetimeMs, end } = about
  child.detach()
  const { file: outputFile = '/dev/null' } = shell.spill()
  const task = { id, kind: 'shell', description, command, owner: scope.agent?.id ?? scope.session } as const
  void scope.emit({ type: 'task-start', call: scope.callId, task })
  scope.tasks.start(task, async (signal) => {
    const stop = (): void => child.kill('cancelled')
    const deadline = setTimeout(() => child.kill('timeout'), lifetimeMs)
    signal.addEventListener('abort', stop, { once: true })
    const run = await shell.done
    clearTimeout(deadline)
    signal.removeEventListener('abort', stop)
    const isStopped = run.exit.ended === 'cancelled'
    const told = { id, callId: scope.callId, outputFile, ...end(run) }
    const taskEnd = isStopped ? { ...told, status: 'stopped' as const, summary: description } : told
    await scope.emit({ type: 'task-end', end: taskEnd })
    // Whoever stopped it knows.
    return isStopped ? undefined : taskNotification(taskEnd)
  })
  return outputFile
}

/** How a command ended, in one line about `subject`. */
export const endOf = (subject: string, { exit }: ShellRun): Pick<TaskEnd, 'status' | 'summary'> => {
  if (exit.ended === 'timeout') return { status: 'stopped', summary: `${subject} was stopped at its time limit` }
  if (exit.code === 0) return { status: 'completed', summary: `${subject} completed (exit code 0)` }
  const why = exit.error ?? (exit.code === null ? `by ${exit.killedBy ?? 'a signal'}` : `with exit code ${exit.code}`)
  return { status: 'failed', summary: `${subject} failed ${why}` }
}
