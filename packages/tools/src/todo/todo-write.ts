import { text, type CallScope, type Tool, type ToolState } from '@raider/contracts'
import { closedObject, openObject, stringField } from '../schema.js'

/** One entry of the list of TodoWrite. */
export interface Todo {
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly activeForm: string
}

interface TodoWriteOutput {
  readonly oldTodos: readonly Todo[]
  readonly newTodos: readonly Todo[]
}

/** The TodoWrite tool: replaces the whole list of what is to be done. */
export const createTodoWrite = (): Tool => ({
  name: 'TodoWrite',
  origin: 'built-in',
  description:
    'Replaces the list of what is to be done. Use it for work of several steps; have exactly one entry in_progress at a time, ' +
    'and mark an entry completed as soon as it is wholly done.',
  inputSchema: closedObject(['todos'], {
    todos: {
      type: 'array',
      description: 'The whole new list',
      items: openObject(['content', 'status', 'activeForm'], {
        content: { ...stringField('What is to be done'), minLength: 1 },
        status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
        activeForm: { ...stringField('What to show while it is worked on, such as "Fixing the test"'), minLength: 1 },
      }),
    },
  }),
  outputSchema: openObject(['oldTodos', 'newTodos'], { oldTodos: { type: 'array' }, newTodos: { type: 'array' } }),
  parallel: () => false,
  run: ({ todos }, scope) => Promise.resolve(replaceTodos(todos as readonly Todo[], scope)),
  render: () => [text('The list was updated. Go on with what is in progress, and keep the list up to date.')],
})

const replaceTodos = (newTodos: readonly Todo[], { state }: CallScope): TodoWriteOutput => {
  const old = state.slots.get('TodoWrite')
  const oldTodos = (old?.['todos'] ?? []) as readonly Todo[]
  writeTodos(state, newTodos)
  return { oldTodos, newTodos }
}

/** Puts a list in place of the one before. A list of which everything is done is done with. */
export const writeTodos = ({ slots }: ToolState, todos: readonly Todo[]): void =>
  slots.set('TodoWrite', { todos: todos.every(({ status }) => status === 'completed') ? [] : todos })
