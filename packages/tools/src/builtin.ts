import type { Tool } from '@raider/contracts'
import { createEdit } from './file/edit.js'
import { createNotebookEdit } from './file/notebook-edit.js'
import { createRead } from './file/read.js'
import { createWrite } from './file/write.js'
import type { BuiltinOptions } from './options.js'
import { createGlob } from './search/glob.js'
import { createGrep } from './search/grep.js'
import { createAskUserQuestion } from './person/ask-user-question.js'
import { createEnterPlanMode, createExitPlanMode } from './person/plan-mode.js'
import { createBash } from './shell/bash.js'
import { createMonitor } from './shell/monitor.js'
import { createTaskStop } from './shell/task-stop.js'
import { createTaskCreate } from './todo/task-create.js'
import { createTaskUpdate } from './todo/task-update.js'
import { createTaskGet, createTaskList } from './todo/task-view.js'
import { createTodoWrite } from './todo/todo-write.js'
import { createWebFetch } from './web/web-fetch.js'
import { createWebSearch } from './web/web-search.js'
import { createEnterWorktree } from './worktree/enter-worktree.js'
import { createExitWorktree } from './worktree/exit-worktree.js'
import { withIsolation } from './worktree/isolation.js'

/** The built-in tools, with Claude Code's names, inputs and results. Which of them are offered is the host's choice. */
export const builtinTools = (options: BuiltinOptions): readonly Tool[] => [
  withIsolation(createBash(options)),
  createRead(options),
  withIsolation(createWrite(options)),
  withIsolation(createEdit(options)),
  withIsolation(createNotebookEdit(options)),
  createGlob(options),
  createGrep(options),
  withIsolation(createMonitor(options)),
  createTaskStop(),
  createWebFetch(options),
  createWebSearch(options),
  createTodoWrite(),
  createTaskCreate(),
  createTaskGet(),
  createTaskUpdate(),
  createTaskList(),
  createAskUserQuestion(),
  createEnterPlanMode(options),
  createExitPlanMode(options),
  createEnterWorktree(options),
  createExitWorktree(),
]
