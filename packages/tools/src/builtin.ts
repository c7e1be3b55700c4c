import type { Tool } from '@raider/contracts'
import { createBash } from './shell/bash.js'
import { createEdit } from './file/edit.js'
import { createGlob } from './search/glob.js'
import { createGrep } from './search/grep.js'
import type { BuiltinOptions } from './options.js'
import { createRead } from './file/read.js'
import { createWrite } from './file/write.js'

/** The built-in tools, with Claude Code's names, inputs and results. Which of them are offered is the host's choice. */
export const builtinTools = (options: BuiltinOptions = {}): readonly Tool[] => [
  createBash(options),
  createRead(options),
  createWrite(options),
  createEdit(options),
  createGlob(options),
  createGrep(options),
]
