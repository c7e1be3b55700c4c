import type { Tool } from '@raider/contracts'
import { createBash } from './bash.js'
import { createEdit } from './edit.js'
import { createGlob } from './glob.js'
import { createGrep } from './grep.js'
import type { BuiltinOptions } from './options.js'
import { createRead } from './read.js'
import { createWrite } from './write.js'

/** The built-in tools, with Claude Code's names, inputs and results. Which of them are offered is the host's choice. */
export const builtinTools = (options: BuiltinOptions = {}): readonly Tool[] => [
  createBash(options),
  createRead(options),
  createWrite(options),
  createEdit(options),
  createGlob(options),
  createGrep(options),
]
