import type { Touch } from '@raider/contracts'
import type { PermissionFacts } from './facts.js'
import { fileArguments } from './file-command.js'
import { foldersOf, pathsOf } from './shell-folder.js'
import { parseShell, type ShellPart, type ShellScript } from './shell.js'
import { unknownWord, type ShellWord } from './shell-word.js'
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

/** Texts handed to shells that are followed; there may be texts within texts. */
const maxTexts = 32

/** Do deny and ask rules look behind every wrapper? */
export const looksDeep = ({ profile }: PermissionFacts): boolean => profile.denyReach === 'any wrapper'

/** Prepares a command line for rules. */
export const viewShell = (command: string, cwd: string, facts: PermissionFacts): ShellView => {
  const script = parseShell(command, { HOME: facts.homeDir })
  const parts = script.parts.map((part) => viewPart(part, cwd, facts, false))
  return { command: command.trim(), script, parts: [...parts, ...handedParts(parts, cwd, facts)], cwd, facts }
}

const viewPart = (part: ShellPart, cwd: string, facts: PermissionFacts, handed: boolean): PartView => {
  const commands = commandsWithin(part.words, { anyWrapper: looksDeep(facts) })
  const folders = foldersOf(part, cwd, facts)
  return {
    part,
    commands,
    texts: [...new Set([part.command, ...commands.map(plainText)])],
    touches: touchesOf(part, commands, folders, facts),
    folders,
    handed,
  }
}

/** The commands of all texts for further shells, each text once. What cannot be read or is one too many may be any command. */
const handedParts = (holders: readonly PartView[], cwd: string, facts: PermissionFacts): readonly PartView[] => {
  const found: PartView[] = []
  const seen = new Set<string>()
  const waiting = [...holders]
  for (let view = waiting.shift(); view !== undefined; view = waiting.shift()) {
    for (const text of view.commands.flatMap((words) => scriptOf(words) ?? [])) {
      if (seen.has(text)) continue
      seen.add(text)
      const script = seen.size > maxTexts ? undefined : parseShell(text, { HOME: facts.homeDir })
      if (script === undefined || script.problem !== undefined) found.push(anything(view))
      const parts = script?.parts.map((part) => viewPart(part, cwd, facts, true)) ?? []
      found.push(...parts)
      waiting.push(...parts)
    }
  }
  return found
}

const anything = (view: PartView): PartView => ({
  ...view,
  commands: [[unknownWord]],
  texts: [],
  touches: [],
  handed: true,
})

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
  // The readings of one command share most of their words.
  const words = { read: new Set<ShellWord>(), write: new Set<ShellWord>() }
  for (const { word, access } of [...named, ...redirected]) words[access].add(word)
  return (['read', 'write'] as const).flatMap((access) =>
    Array.from(words[access]).flatMap((word) =>
      (pathsOf(word, folders ?? [facts.projectDir], facts) ?? []).map((path) => ({ path, access })),
    ),
  )
}
