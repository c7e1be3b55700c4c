import { text, ToolFailure, type CallScope, type JsonObject, type Tool } from '@raider/contracts'
import { openObject, stringField } from '../schema.js'
import { readTasks, writeTasks, type TaskRecord } from './task-record.js'
import { objectionTo } from './task-vote.js'

interface TaskCreateInput {
  readonly subject: string
  readonly description: string
  readonly activeForm?: string
  readonly metadata?: JsonObject
}

interface TaskCreateOutput {
  readonly task: Pick<TaskRecord, 'id' | 'subject' | 'description'>
}

const keys = ['subject', 'description', 'activeForm', 'metadata']

/** The TaskCreate tool: adds a task to the list. */
export const createTaskCreate = (): Tool => ({
  name: 'TaskCreate',
  origin: 'built-in',
  description:
    'Adds a task to the list of this session. Use it for work of several steps: one task for each, then TaskUpdate as you go.',
  inputSchema: openObject(['subject'], {
    subject: stringField('What is to be done, in a few words'),
    description: stringField('What is to be done, in full; the subject where absent'),
    activeForm: stringField('What to show while it is worked on, such as "Fixing the test"'),
    metadata: { type: 'object', description: 'Anything else to keep with it' },
  }),
  outputSchema: openObject(['task'], { task: { type: 'object' } }),
  // Keys of nobody's are dropped without a word (Claude Code 2.1.332, seen).
  normalize: (input) => {
    const known = Object.fromEntries(keys.filter((key) => key in input).map((key) => [key, input[key]]))
    return { description: input['subject'], ...known }
  },
  parallel: () => false,
  run: (input, scope) => create(input as unknown as TaskCreateInput, scope),
  render: (structured) => {
    const { task } = structured as TaskCreateOutput
    return [text(`Task #${task.id} created successfully: ${task.subject}`)]
  },
})

const create = async (input: TaskCreateInput, scope: CallScope): Promise<TaskCreateOutput> => {
  const { tasks, last } = readTasks(scope.state)
  const id = String(last + 1)
  const task: TaskRecord = { id, ...input, status: 'pending', blocks: [], blockedBy: [] }
  // The number is used up even where hooks object (Claude Code 2.1.332, seen).
  writeTasks(scope.state, { tasks, last: last + 1 })
  const objection = await objectionTo('TaskCreated', task, scope)
  if (objection !== undefined) throw new ToolFailure(objection)
  const now = readTasks(scope.state)
  writeTasks(scope.state, { ...now, tasks: [...now.tasks, task] })
  return { task: { id, subject: task.subject, description: task.description } }
}
