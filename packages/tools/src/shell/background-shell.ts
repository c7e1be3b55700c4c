import { taskNotification, type CallScope, type TaskEnd } from '@raider/contracts'
import type { ShellProcess, ShellRun } from './shell-run.js'

/** A command that goes on while the conversation does. */
interface BackgroundShell {
  readonly command: string
  readonly description: string
  /** Milliseconds until it is ended. */
  readonly lifetimeMs: number
}

/** Hands a running command over to the background tasks of the session; the file that takes its output. */
export const keepRunning = (shell: ShellProcess, about: BackgroundShell, scope: CallScope): string => {
  const { id, child } = shell
  const { command, description, lifetimeMs } = about
  child.detach()
  const { file = '/dev/null' } = shell.spill()
  scope.tasks.start(
    { id, kind: 'shell', description, command, owner: scope.agent?.id ?? scope.session },
    async (signal) => {
      const stop = (): void => child.kill('cancelled')
      const deadline = setTimeout(() => child.kill('timeout'), lifetimeMs)
      signal.addEventListener('abort', stop, { once: true })
      const run = await shell.done
      clearTimeout(deadline)
      signal.removeEventListener('abort', stop)
      return run.exit.ended === 'cancelled'
        ? undefined
        : taskNotification({ id, callId: scope.callId, outputFile: file, ...endOf(description, run) })
    },
  )
  return file
}

const endOf = (description: string, { exit }: ShellRun): Pick<TaskEnd, 'status' | 'summary'> => {
  const subject = `Background command "${description}"`
  if (exit.ended === 'timeout') return { status: 'stopped', summary: `${subject} was stopped at its time limit` }
  if (exit.code === 0) return { status: 'completed', summary: `${subject} completed (exit code 0)` }
  const why = exit.error ?? (exit.code === null ? `by ${exit.killedBy ?? 'a signal'}` : `with exit code ${exit.code}`)
  return { status: 'failed', summary: `${subject} failed ${why}` }
}
