import type { CallScope, Note, StepScope, Tool } from '@raider/contracts'
import { fill, type Filling } from './argument.js'
import { readMentions } from './mention.js'
import { piecesOf, runShell, type Invoker } from './shell.js'
import type { Skill } from './skill.js'

/** Tools that rendering works with; what is absent is not done. */
export interface Press {
  /** Runs shell commands. */
  readonly bash?: Tool
  /** Reads the files that bodies mention. */
  readonly read?: Tool
}

/** A body ready for the model, or why there is none. */
export type Rendered =
  | {
      readonly text: string
      /** Files it mentions. */
      readonly notes: readonly Note[]
    }
  | { readonly problem: string }

/**
 * Fills in the arguments, runs the commands of the body and reads the files that it or its arguments mention. No command is
 * looked for in arguments and outputs.
 */
export async function render(
  skill: Skill,
  args: string,
  invoker: Invoker,
  press: Press,
  scope: CallScope,
): Promise<Rendered> {
  const filling: Filling = { args, names: skill.argumentNames, variables: variablesOf(skill, scope) }
  const parts: string[] = []
  let tookArguments = false
  let commands = 0
  const put = (text: string): string => {
    const filled = fill(text, filling)
    tookArguments ||= filled.tookArguments
    return filled.text
  }
  for (const piece of piecesOf(skill.body)) {
    if ('text' in piece) parts.push(put(piece.text))
    else if (press.bash === undefined) parts.push('[not run: shell commands of this skill are switched off]')
    else {
      const command = { ...piece, command: put(piece.command) }
      const ending = await runShell(command, commands++, skill, invoker, press.bash, scope)
      if ('problem' in ending) return ending
      parts.push(ending.output)
    }
  }
  const tail = args !== '' && !tookArguments ? `\n\nARGUMENTS: ${args}` : ''
  const notes = press.read === undefined ? [] : await readMentions(put(skill.body) + tail, press.read, scope, 'file')
  return { text: headed(skill, parts.join('') + tail), notes }
}

/** A text of the skill with its variables filled in. */
export const withVariables = (text: string, skill: Skill, scope: StepScope): string =>
  fill(text, { args: '', names: [], variables: variablesOf(skill, scope) }).text

/** The body as it is, for an agent that has the skill from its start: no arguments, and no command is run. */
export const plainBody = (skill: Skill, scope: StepScope): string =>
  headed(skill, withVariables(skill.body, skill, scope))

const headed = ({ kind, dir }: Skill, body: string): string =>
  `${kind === 'skill' ? `Base directory for this skill: ${dir}\n\n` : ''}${body.trimStart()}`

const variablesOf = ({ dir, bundle }: Skill, scope: StepScope): Readonly<Record<string, string>> => ({
  CLAUDE_SESSION_ID: scope.session,
  CLAUDE_EFFORT: scope.effort ?? '',
  CLAUDE_SKILL_DIR: dir,
  CLAUDE_PROJECT_DIR: scope.projectDir,
  ...(bundle !== undefined && {
    CLAUDE_PLUGIN_ROOT: bundle.root,
    CLAUDE_PLUGIN_DATA: bundle.dataDir,
    ...Object.fromEntries(Object.entries(bundle.userConfig).map(([key, value]) => [`user_config.${key}`, value])),
  }),
})
