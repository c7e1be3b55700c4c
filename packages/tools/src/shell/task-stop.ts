import { text, type CallScope, type JsonObject, type Tool } from '@raider/contracts'
import { closedObject, openObject, stringField } from '../schema.js'

interface TaskStopOutput {
  readonly message: string
  readonly task_id: string
  /** `local_bash` or `local_agent`, as Claude Code has it. */
  readonly task_type: string
  readonly command?: string
}

/** The TaskStop tool: ends what runs in the background. */
export const createTaskStop = (): Tool => ({
  name: 'TaskStop',
  aliases: ['KillShell'],
  origin: 'built-in',
  description: 'Ends a command or an agent that runs in the background.',
  inputSchema: closedObject([], {
    task_id: stringField('Id that the start of the task told, or the name of an agent'),
    shell_id: stringField('Another name of task_id'),
  }),
  outputSchema: openObject(['message', 'task_id', 'task_type'], {
    message: { type: 'string' },
    task_id: { type: 'string' },
    task_type: { type: 'string' },
  }),
  parallel: () => false,
  check: (input, scope) => {
    const id = idOf(input)
    if (id === undefined) return { message: 'Missing required parameter: task_id' }
    return taskOf(id, scope) === undefined ? { message: `No task found with ID: ${id}` } : undefined
  },
  run: (input, scope) => Promise.resolve(stop(idOf(input) ?? '', scope)),
  render: (structured) => [text((structured as TaskStopOutput).message)],
})

const idOf = ({ task_id: id, shell_id: shell }: JsonObject): string | undefined => {
  const given = id ?? shell
  return typeof given === 'string' ? given : undefined
}

const taskOf = (id: string, { tasks }: CallScope) =>
  tasks.running().find((task) => task.id === id) ?? tasks.running().findLast(({ name }) => name === id)

const stop = (given: string, scope: CallScope): TaskStopOutput => {
  const task = taskOf(given, scope)
  const { id, command } = task ?? { id: given }
  const stopped = scope.tasks.stop(id)
  return {
    message: stopped ? `Stopped ${id} (${command ?? task?.description ?? ''})` : `${id} had ended by itself.`,
    task_id: id,
    task_type: task?.kind === 'subagent' ? 'local_agent' : 'local_bash',
    ...(command !== undefined && { command }),
  }
}
