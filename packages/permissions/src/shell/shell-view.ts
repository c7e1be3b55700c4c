import type { Touch } from '@raider/contracts'
import type { PermissionFacts } from '../facts.js'
import { bothWays, touchedFiles, type FileArgument } from './file-command.js'
import { foldersOf, pathsOf } from './shell-folder.js'
import { parseShell } from './shell.js'
import type { ShellPart, ShellRedirect, ShellScript } from './shell-script.js'
import { handedTexts, variableTexts } from './handed-text.js'
import { joinValues, mayRunCommands, type ShellValues } from './shell-evaluation.js'
import { isGlob } from './shell-glob.js'
import { hole, unknownWord, type ShellWord } from './shell-word.js'
import { plainText } from './command-words.js'
import { distinct } from '../distinct.js'
import { readingsOf, startsWithin } from './wrapper.js'

/** A command line with all that it hands to further shells, ready to be held against rules. */
export interface ShellView {
  /** The line, without white space around it. */
  readonly command: string
  readonly script: ShellScript
  /** Its own simple commands. */
  readonly own: readonly PartView[]
  /** The same with those of texts for further shells. */
  readonly parts: readonly PartView[]
  readonly cwd: string
  readonly facts: PermissionFacts
}

/** One simple command, seen in all the ways in which it may run a command. */
export interface PartView {
  readonly part: ShellPart
  /** Every sequence of its words that may be run as a command. */
  readonly starts: readonly (readonly ShellWord[])[]
  /** The same in all readings: without the path of the program, or the options before a subcommand. */
  readonly commands: readonly (readonly ShellWord[])[]
  /** The texts that command rules are held against. */
  readonly texts: readonly string[]
  /** Files that it is known to touch, by arguments or redirections. */
  readonly touches: readonly Touch[]
  /** How it touches files of which not even the name is known. */
  readonly blind: readonly Touch['access'][]
  /** Globs among the names of files, absolute. */
  readonly globs: readonly Touch[]
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
  const own = script.parts.map((part) => viewPart(part, script.values, cwd, facts, false))
  const all = [...own, ...handedParts(own, script, cwd, facts)]
  const parts = all.some(({ part }) => changesGlobs(part)) ? all.map(withBlindGlobs) : all
  return { command: command.trim(), script, own, parts, cwd, facts }
}

/** A command for which globs may mean hidden files too. */
const withBlindGlobs = (view: PartView): PartView => ({
  ...view,
  blind: [...view.blind, ...view.globs.map(({ access }) => access)],
})

const viewPart = (
  part: ShellPart,
  values: ShellValues,
  cwd: string,
  facts: PermissionFacts,
  handed: boolean,
): PartView => {
  const deep = looksDeep(facts)
  const starts = startsWithin(part.words, { anyWrapper: deep })
  const named = readingsOf(starts, { anyWrapper: deep })
  const evaluates = deep && part.evaluated.some((text) => mayRunCommands(text, values))
  const commands = evaluates ? [...named, [unknownWord]] : named
  const folders = foldersOf(part, cwd, facts)
  return {
    part,
    starts,
    commands,
    texts: distinct([part.command, ...commands.map(plainText)]),
    ...touchesOf(part, named, folders, facts),
    folders,
    handed,
  }
}

/** The commands of all texts for further shells, each text once. What cannot be read or is one too many may be any command. */
const handedParts = (
  holders: readonly PartView[],
  { values: outer, parts: outerParts }: ShellScript,
  cwd: string,
  facts: PermissionFacts,
): readonly PartView[] => {
  const found: PartView[] = []
  const seen = new Set<string>()
  const waiting = [...holders]
  for (const view of waiting) {
    for (const text of textsFrom(view)) {
      if (seen.has(text)) continue
      if (seen.size === maxTexts) return [...found, anything(view)]
      seen.add(text)
      const isHomeKnown = !outer.wild && !outer.of.has('HOME') && !outerParts.some(mentionsHome)
      const script = parseShell(text, isHomeKnown ? { HOME: facts.homeDir } : {})
      if (script.problem !== undefined) found.push(anything(view))
      const values = joinValues(outer, script.values)
      const parts = script.parts.map((part) => viewPart(part, values, cwd, facts, true))
      found.push(...parts)
      waiting.push(...parts)
    }
  }
  return found
}

const textsFrom = ({ starts, part }: PartView): readonly string[] => [
  ...starts.flatMap(handedTexts),
  ...part.assignments.flatMap(({ name, value }) => variableTexts(name, value ?? unknownWord)),
]

/** Does a command have `HOME=…` among its words, as `env` may? */
const mentionsHome = ({ words }: ShellPart): boolean => words.some(({ value }) => /\bHOME\b/.test(value))

const anything = (view: PartView): PartView => ({
  ...view,
  starts: [],
  commands: [[unknownWord]],
  texts: [],
  touches: [],
  blind: [],
  globs: [],
  handed: true,
})

const touchesOf = (
  part: ShellPart,
  commands: PartView['commands'],
  folders: PartView['folders'],
  facts: PermissionFacts,
): Pick<PartView, 'touches' | 'blind' | 'globs'> => {
  const touched = [...commands.flatMap(touchedFiles), ...part.redirects.flatMap(redirectedFile)].flatMap(bothWays)
  if (touched.length === 0) return untouched
  // The readings of one command share most of their words.
  const words = { read: new Set<ShellWord>(), write: new Set<ShellWord>() }
  for (const { word, access } of touched) words[access].add(word)
  const found = { touches: [] as Touch[], blind: new Set<Touch['access']>(), globs: [] as Touch[] }
  for (const access of ['read', 'write'] as const) {
    for (const word of words[access]) {
      const paths = pathsOf(word, folders ?? [facts.projectDir], facts)
      if (paths === undefined) found.blind.add(access)
      for (const path of paths ?? []) {
        found.touches.push({ path, access })
        if (isGlob(path)) found.globs.push({ path, access })
      }
    }
  }
  return { ...found, blind: [...found.blind] }
}

const redirectedFile = ({ access, target }: ShellRedirect): readonly FileArgument[] =>
  target !== undefined && (access === 'read' || access === 'write') ? [{ word: target, access }] : []

const untouched: Pick<PartView, 'touches' | 'blind' | 'globs'> = { touches: [], blind: [], globs: [] }

/** Does a command make stars match hidden files? */
const changesGlobs = ({ words, assignments }: ShellPart): boolean =>
  words.some(({ open }) => /dotglob|GLOBIGNORE/.test(open) || (words[0]?.value === 'shopt' && open.includes(hole))) ||
  assignments.some(({ name }) => name === 'GLOBIGNORE')
