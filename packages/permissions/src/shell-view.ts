import type { Touch } from '@raider/contracts'
import type { PermissionFacts } from './facts.js'
import { fileArguments } from './file-command.js'
import { foldersOf, pathsOf } from './shell-folder.js'
import { parseShell, type ShellPart, type ShellScript } from './shell.js'
import { hole, type ShellWord } from './shell-word.js'
import { commandsWithin, plainText, scriptOf, unwrap } from './wrapper.js'

/** A command line with all that it hands to further shells, ready to be held against rules. */
export interface ShellView {
  /** The line, without white space around it. */
  readonly command: string
  readonly script: ShellScript
  /** Its simple commands, those of texts for further shells included. */
  readonly parts: readonly PartView[]
  readonly cwd: string
  readonly facts: PermissionFacts
}

/** One simple command, seen in all the ways in which it may run a command. */
export interface PartView {
  readonly part: ShellPart
  /** Every sequence of its words that may be run as a command. */
  readonly commands: readonly (readonly ShellWord[])[]
  /** The texts that command rules are held against. */
  readonly texts: readonly string[]
  /** Files that it is known to touch, by arguments or redirections. */
  readonly touches: readonly Touch[]
  /** Folders it may run in; undefined where it cannot be told. */
  readonly folders: readonly string[] | undefined
  /** Handed as text to another shell: `bash -c '…'`. */
  readonly handed: boolean
}

/** How deep texts handed to shells are followed. */
const maxDepth = 4

/** Do deny and ask rules look behind every wrapper? */
export const looksDeep = ({ profile }: PermissionFacts): boolean => profile.denyReach === 'any wrapper'

/** Prepares a command line for rules. */
export const viewShell = (command: string, cwd: string, facts: PermissionFacts): ShellView => {
  const script = parseShell(command, { HOME: facts.homeDir })
  return { command: command.trim(), script, parts: viewParts(script, cwd, facts, 0), cwd, facts }
}

const viewParts = (script: ShellScript, cwd: string, facts: PermissionFacts, depth: number): readonly PartView[] =>
  script.parts.flatMap((part) => {
    const commands = commandsWithin(part.words, { anyWrapper: looksDeep(facts) })
    const folders = foldersOf(part, cwd, facts)
    const view: PartView = {
      part,
      commands,
      texts: [...new Set([part.command, ...commands.map(plainText)])],
      touches: touchesOf(part, commands, folders, facts),
      folders,
      handed: depth > 0,
    }
    const handed = commands.flatMap((words) => scriptOf(words) ?? [])
    return [view, ...handed.flatMap((text) => viewText(text, view, cwd, facts, depth + 1))]
  })

/** The commands of a text for another shell. What cannot be read or lies too deep may be any command. */
const viewText = (
  text: string,
  holder: PartView,
  cwd: string,
  facts: PermissionFacts,
  depth: number,
): readonly PartView[] => {
  const anything: PartView = { ...holder, commands: [[unknownWord]], handed: true }
  if (depth > maxDepth) return [anything]
  const script = parseShell(text, { HOME: facts.homeDir })
  const parts = viewParts(script, cwd, facts, depth)
  return script.problem === undefined ? parts : [...parts, anything]
}

const unknownWord: ShellWord = {
  text: hole,
  value: hole,
  path: hole,
  open: hole,
  dynamic: true,
  glob: false,
  expansions: [],
}

const touchesOf = (
  part: ShellPart,
  commands: PartView['commands'],
  folders: PartView['folders'],
  facts: PermissionFacts,
): readonly Touch[] => {
  const behindWrappers = looksDeep(facts) ? commands : [unwrap(part.words) ?? part.words]
  const named = behindWrappers.flatMap(fileArguments)
  const redirected = part.redirects.flatMap(({ access, target }) =>
    target !== undefined && (access === 'read' || access === 'write') ? [{ word: target, access }] : [],
  )
  return [...named, ...redirected].flatMap(({ word, access }) =>
    (pathsOf(word, folders ?? [facts.projectDir], facts) ?? []).map((path) => ({ path, access })),
  )
}
