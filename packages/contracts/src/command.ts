import type { Change } from './change.js'
import type { UserBlock } from './message.js'
import type { Effort } from './engine.js'
import type { Note } from './note.js'
import type { CallScope, StepScope } from './scope.js'

/** What the model gets in place of a prompt that names a command. */
export interface ExpandedPrompt {
  readonly content: readonly UserBlock[]
  readonly notes?: readonly Note[]
  /** In force for this run. */
  readonly model?: string
  /** In force for this run. */
  readonly effort?: Effort
}

/** A command that ends the run without a request to the model. */
export interface CommandAnswer {
  readonly answer: string
  /** An agent said it: those who vote on the end of a turn are told. */
  readonly endsTurn?: boolean
}

/** A command that a prompt names. */
export interface Command {
  /** Nobody has a command of that name, and the model is told so: one that the session knows by itself goes before. */
  readonly unknown?: true
  /** What plugins vote on before it is carried out; absent: nobody is asked. */
  readonly change?: Change
  /** Carries it out. Never throws for what the author of the command did wrong: that is an answer. */
  expand(scope: CallScope): Promise<ExpandedPrompt | CommandAnswer>
}

/** Slash commands: what prompts such as `/name args` stand for. */
export interface Commands {
  /** The command that a prompt names; undefined where it is to reach the model as it is. */
  find(prompt: string, scope: StepScope): Promise<Command | undefined>
}

/** How the model is told that the user gave a command; to the letter (Claude Code 2.1.332, seen). */
export const commandHeading = (name: string, args?: string): string =>
  [
    `<command-message>${name}</command-message>`,
    `<command-name>/${name}</command-name>`,
    ...(args === undefined ? [] : [`<command-args>${args}</command-args>`]),
  ].join('\n')

/** How the model is told what came of a command that was carried out without it; to the letter (seen). */
export const commandOutput = (output: string): string => `<local-command-stdout>${output}</local-command-stdout>`
