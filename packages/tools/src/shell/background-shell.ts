import type { CallScope } from '@raider/contracts'
import type { ShellProcess, ShellRun } from './shell-run.js'

/** A command that goes on while the conversation does. */
export interface BackgroundShell {
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
  scope.tasks.start({ id, kind: 'shell', description, command }, async (signal) => {
    const stop = (): void => child.kill('cancelled')
    const deadline = setTimeout(() => child.kill('timeout'), lifetimeMs)
    signal.addEventListener('abort', stop, { once: true })
    const run = await shell.done
    clearTimeout(deadline)
    signal.removeEventListener('abort', stop)
    return run.exit.ended === 'cancelled' ? undefined : notification(id, scope.callId, file, endOf(description, run))
  })
  return file
}

interface End {
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly summary: string
}

const endOf = (description: string, { exit }: ShellRun): End => {
  const subject = `Background command "${description}"`
  if (exit.ended === 'timeout') return { status: 'stopped', summary: `${subject} was stopped at its time limit` }
  if (exit.code === 0) return { status: 'completed', summary: `${subject} completed (exit code 0)` }
  const why = exit.error ?? (exit.code === null ? `by ${exit.killedBy ?? 'a signal'}` : `with exit code ${exit.code}`)
  return { status: 'failed', summary: `${subject} failed ${why}` }
}

/** The tags are Claude Code's (2.1.332, seen). */
const notification = (id: string, callId: string, file: string, { status, summary }: End): string =>
  [
    '<task-notification>',
    `<task-id>${id}</task-id>`,
    `<tool-use-id>${callId}</tool-use-id>`,
    `<output-file>${file}</output-file>`,
    `<status>${status}</status>`,
    `<summary>${escaped(summary)}</summary>`,
    '</task-notification>',
  ].join('\n')

/** A command must not be able to end its tag. */
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
