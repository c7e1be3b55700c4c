import { tagged, text, type CallScope, type JsonObject, type TaskEnd, type Tool } from '@raider/contracts'
import type { BuiltinOptions } from '../options.js'
import { closedObject, openObject, stringField } from '../schema.js'
import { endOf, keepRunning } from './background-shell.js'
import { createLineBatch } from './line-batch.js'
import { enterSandbox } from './sandbox.js'
import { startShell, type ShellRun } from './shell-run.js'
import { seconds } from './shell-text.js'

interface MonitorInput {
  readonly description: string
  readonly command: string
  readonly timeout_ms: number
}

/** The structured result of Monitor, in Claude Code's shape. */
interface MonitorOutput {
  readonly taskId: string
  readonly timeoutMs: number
  readonly persistent: false
}

/** Milliseconds that a watch lasts: usual, least, longest. */
const usualMs = 300_000
const leastMs = 1000
const longestMs = 1_800_000
/** Milliseconds for which lines are gathered, so that what comes together is one event. */
const gatherMs = 200
/** Events that the model is told of; a command that has more to say is no watch. */
const maxEvents = 200
/** Characters of output that are kept beside the file. */
const maxChars = 30_000

/** The Monitor tool: runs a command beside the conversation and tells the model each line that it prints. */
export const createMonitor = ({ homeDir, shellEnv = () => '' }: BuiltinOptions): Tool => ({
  name: 'Monitor',
  origin: 'built-in',
  description:
    'Watches something beside the conversation: runs a shell command and tells you each line it prints, as it comes, and its end. ' +
    'Let it print only what matters, such as `tail -f log | grep --line-buffered ERROR` or a loop that polls. For a command whose end ' +
    'alone matters use Bash with run_in_background.',
  inputSchema: closedObject(['description', 'command'], {
    description: stringField('What is watched, in a few words'),
    command: stringField('The command; each line it prints is an event'),
    timeout_ms: {
      type: 'integer',
      minimum: leastMs,
      maximum: longestMs,
      description: 'Milliseconds until the watch ends; default 300000',
    },
  }),
  outputSchema: openObject(['taskId', 'timeoutMs'], { taskId: { type: 'string' }, timeoutMs: { type: 'number' } }),
  normalize: (input) => ({ timeout_ms: usualMs, ...input }),
  parallel: () => false,
  run: (input, scope) => watch(readInput(input), scope, homeDir, shellEnv()),
  render: (structured) => {
    const { taskId, timeoutMs } = structured as MonitorOutput
    return [
      text(
        `The watch has begun (task ${taskId}) and lasts ${seconds(timeoutMs)}, unless the command ends before. You will be told of each ` +
          'event: go on with something else and do not poll. An event is no word of the user. TaskStop ends the watch.',
      ),
    ]
  },
})

const readInput = (input: JsonObject): MonitorInput => input as unknown as MonitorInput

const watch = async (
  { command, description, timeout_ms: lifetimeMs }: MonitorInput,
  scope: CallScope,
  homeDir: string,
  before: string,
): Promise<MonitorOutput> => {
  const owner = scope.agent?.id ?? scope.session
  let events = 0
  const batch = createLineBatch(gatherMs, (lines) => {
    if (events++ < maxEvents) scope.tasks.tell(owner, eventText(shell.id, description, lines))
    else if (events === maxEvents + 1) shell.child.kill('timeout')
  })
  const sandbox = await enterSandbox({ command }, scope, homeDir)
  const shell = startShell({ command, before, maxChars, sandbox, onOutput: (chunk) => batch.add(chunk) }, scope)
  const end = (run: ShellRun): Pick<TaskEnd, 'status' | 'summary' | 'more'> => {
    const left = batch.end()
    const told = endOf(`Monitor "${description}"`, run)
    const summary = events > maxEvents ? `Monitor "${description}" was stopped: it had too much to say` : told.summary
    return { ...told, summary, ...(left !== '' && { more: [tagged('event', left)] }) }
  }
  keepRunning(shell, { command, description, lifetimeMs, end }, scope)
  return { taskId: shell.id, timeoutMs: lifetimeMs, persistent: false }
}

/** What the model is told of lines that a watch printed (form of Claude Code 2.1.332, seen). */
const eventText = (id: string, description: string, lines: string): string =>
  [
    '<task-notification>',
    tagged('task-id', id),
    tagged('summary', `Monitor event: "${description}"`),
    tagged('event', lines),
    '</task-notification>',
  ].join('\n')
