import type { ShellValues } from './shell-evaluation.js'
import type { ShellWord } from './shell-word.js'

/** `NAME=value` before a command or alone. */
export interface ShellAssignment {
  readonly name: string
  /** Undefined for arrays. */
  readonly value: ShellWord | undefined
  /** False where it adds to a value, or sets one element of a list. */
  readonly plain: boolean
}

/** A redirection of one command, or of a whole loop or group around it. */
export interface ShellRedirect {
  readonly access: 'read' | 'write' | 'text' | 'descriptor'
  /** File, or the text of a here-string; undefined for here-documents. */
  readonly target: ShellWord | undefined
  /** True for a here-document in which the shell expands variables and commands. */
  readonly expands: boolean
}

/** One simple command of a command line, wherever it stands; without words for syntax that evaluates or redirects something. */
export interface ShellPart {
  /** As written, assignments and redirections included. */
  readonly text: string
  /** Its words as written, without assignments and redirections; empty for plain assignments. */
  readonly command: string
  readonly assignments: readonly ShellAssignment[]
  /** Command name and arguments. */
  readonly words: readonly ShellWord[]
  readonly redirects: readonly ShellRedirect[]
  /** Targets of `cd` commands that may have run before it; undefined for a `cd` to a folder unknown here. */
  readonly cds: readonly (string | undefined)[]
  /** Inside `$(…)`, backticks, `<(…)` or the operand of a parameter expansion. */
  readonly substituted: boolean
  /** Texts that the shell evaluates for it: arithmetic, subscripts, names of names. They may run commands that variables hold. */
  readonly evaluated: readonly string[]
}

/** Syntax that says more than "run these commands one after the other". */
export type ShellSyntax =
  | 'substitution'
  | 'process substitution'
  | 'subshell'
  | 'group'
  | 'background job'
  | 'case'
  | 'for loop'
  | 'counting loop'
  | 'select loop'
  | 'while loop'
  | 'pipe'
  | 'function'
  | 'coprocess'
  | 'arithmetic command'
  | 'test command'
  | 'time'
  | 'invisible character'

/** A command line, taken apart. */
export interface ShellScript {
  /** Simple commands in the order of the text; those of substitutions follow the command that holds them. */
  readonly parts: readonly ShellPart[]
  readonly syntax: ReadonlySet<ShellSyntax>
  /** Targets of all its `cd` commands; undefined for a `cd` to a folder unknown here. */
  readonly cds: readonly (string | undefined)[]
  readonly values: ShellValues
  /** Set where the text cannot be understood; `parts` then holds what could be made out. */
  readonly problem?: string
}
