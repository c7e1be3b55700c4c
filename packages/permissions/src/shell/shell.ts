import { parse, type ParsedScript } from 'unbash'
import { collectCommands } from './shell-collector.js'
import type { ShellValues } from './shell-evaluation.js'
import type { ShellScript } from './shell-script.js'
import { hole, type ShellVariables } from './shell-word.js'

/** Longer command lines are not taken apart (Claude Code 2.1.332, seen). */
const maxLength = 10_000

/** Characters that are not seen for what they are, or not at all: white space other than the shell's, controls, changes of direction. */
const invisible =
  /[\p{Z}\p{Cc}\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF](?<![ \t\n])/u

/**
 * Takes a command line apart into its simple commands. `variables` gives values that expansions shall be resolved with; values
 * assigned in the line itself are added to them.
 */
export const parseShell = (command: string, variables: Readonly<Record<string, string>> = {}): ShellScript => {
  if (command.length > maxLength) {
    const values: ShellValues = { of: new Map(), choices: new Map(), wild: true }
    return { parts: [], syntax: new Set(), cds: [], values, problem: `longer than ${maxLength} characters` }
  }
  const tree = parse(command)
  const given = new Map(Object.entries(variables))
  const script = read(tree, command, { given, unsure: new Set(), choices: new Map() })
  // Loops and functions run commands in another order than that of the text, so what was found out counts from the start.
  const found = script.values.of.size > 0 || script.values.wild ? inForce(given, script.values) : undefined
  const tellsMore = found !== undefined && (found.given.size < given.size || found.unsure.size + found.choices.size > 0)
  return tellsMore ? read(tree, command, found) : script
}

const read = (tree: ParsedScript, command: string, variables: ShellVariables): ShellScript => {
  const { problem = command.includes('\0') ? 'it has a NUL character' : undefined, ...script } = collectCommands(
    tree,
    command,
    variables,
  )
  const syntax = invisible.test(command) ? new Set([...script.syntax, 'invisible character' as const]) : script.syntax
  return { ...script, syntax, ...(problem !== undefined && { problem }) }
}

/** Most values of a variable that are followed. */
const maxChoices = 50

/** What is known of variables by the values that a line gives them. */
const inForce = (given: ReadonlyMap<string, string>, { of, choices, wild }: ShellValues): ShellVariables => {
  // One value that stands in the line as it is needs no second reading.
  const isChoice = ([name, all]: readonly [string, readonly string[]]): boolean =>
    (all.length > 1 || of.get(name)?.[0] !== all[0]) &&
    all.length <= maxChoices &&
    !all.some((text) => text.includes(hole))
  return {
    given: new Map(Array.from(given).filter(([name]) => !wild && !of.has(name))),
    unsure: new Set(Array.from(of).flatMap(([name, held]) => (held.length > 1 ? [name] : []))),
    choices: new Map(wild ? [] : Array.from(choices).filter(isChoice)),
  }
}
