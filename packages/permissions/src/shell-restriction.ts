import type { Behavior } from '@raider/contracts'
import { builtIn, type Finding, type Hazard } from './assessment.js'
import type { PermissionFacts } from './facts.js'
import { fileArguments } from './file-command.js'
import { matchingPath, protectedHazard } from './file-assessment.js'
import { matchesPattern, mayMatchPattern } from './pattern.js'
import { isProtected } from './protected-path.js'
import { criticalRemoval } from './removal.js'
import { ruleText } from './rule.js'
import type { CommandRule, RuleSet, Rules } from './ruleset.js'
import { foldersOf, pathsOf } from './shell-folder.js'
import { parseShell, type ShellPart, type ShellScript } from './shell.js'
import { hole, type ShellWord } from './shell-word.js'
import { commandsWithin, openText, plainText, scriptOf, unwrap } from './wrapper.js'

/** A command line with all that it hands to further shells, ready to be held against rules. */
export interface ShellView {
  readonly script: ShellScript
  readonly parts: readonly PartView[]
}

/** One simple command, seen in all the ways in which it may run a command. */
interface PartView {
  readonly part: ShellPart
  readonly commands: readonly (readonly ShellWord[])[]
  /** Folders it may run in; undefined where it cannot be told. */
  readonly folders: readonly string[] | undefined
  /** Handed as text to another shell: `bash -c '…'`. */
  readonly handed: boolean
}

/** How deep texts handed to shells are followed. */
const maxDepth = 4

/** Do deny and ask rules look behind every wrapper? */
const looksDeep = ({ profile }: PermissionFacts): boolean => profile.denyReach === 'any wrapper'

/** Prepares a command line for rules. */
export const viewShell = (command: string, cwd: string, facts: PermissionFacts): ShellView => {
  const script = parseShell(command, { HOME: facts.homeDir })
  return { script, parts: viewParts(script, cwd, facts, 0) }
}

const viewParts = (script: ShellScript, cwd: string, facts: PermissionFacts, depth: number): readonly PartView[] =>
  script.parts.flatMap((part) => {
    const commands = commandsWithin(part.words, { anyWrapper: looksDeep(facts) })
    const view = { part, commands, folders: foldersOf(part, cwd, facts), handed: depth > 0 }
    const texts = depth < maxDepth ? commands.flatMap((words) => scriptOf(words) ?? []) : []
    return [
      view,
      ...texts.flatMap((text) => viewParts(parseShell(text, { HOME: facts.homeDir }), cwd, facts, depth + 1)),
    ]
  })

/** Deny or ask rules that match any command, file argument or redirection of the line. */
export const restrictions = (
  set: RuleSet,
  behavior: Behavior,
  command: string,
  view: ShellView,
  cwd: string,
  facts: PermissionFacts,
): readonly Finding[] => {
  const parts = view.parts.filter((part) => !part.handed || looksDeep(facts))
  const whole = set.commands(command.trim()).filter(({ pattern }) => matchesPattern(pattern, command.trim()))
  const commands = parts.flatMap((part) => commandFindings(set, part))
  const paths =
    behavior === 'deny' || looksDeep(facts) ? parts.flatMap((part) => pathFindings(set, part, cwd, facts)) : []
  return unique([...whole.map(({ rule }) => ({ rule })), ...commands, ...paths])
}

const unique = (findings: readonly Finding[]): readonly Finding[] =>
  findings.length < 2 ? findings : [...new Map(findings.map((finding) => [finding.rule, finding])).values()]

const commandFindings = (set: RuleSet, { part, commands }: PartView): readonly Finding[] => {
  if (set.allCommands.length === 0) return []
  const texts = new Set([part.command, ...commands.map(plainText)])
  return Array.from(texts).flatMap((text) =>
    set
      .commands(text)
      .filter(({ pattern }) => matchesPattern(pattern, text))
      .map(({ rule }) => ({ rule, about: part.text })),
  )
}

const pathFindings = (set: RuleSet, view: PartView, cwd: string, facts: PermissionFacts): readonly Finding[] => {
  const [reads, edits] = [set.paths('Read'), set.paths('Edit')]
  return touchesOf(view, facts).flatMap(({ path, access }) =>
    matchingPath(access === 'read' ? reads : edits, path, cwd, facts, 'any').map(({ rule }) => ({
      rule,
      about: view.part.text,
    })),
  )
}

/** Files that a command is known to touch, by arguments or redirections. */
const touchesOf = (
  { part, commands, folders }: PartView,
  facts: PermissionFacts,
): readonly { readonly path: string; readonly access: 'read' | 'write' }[] => {
  const behindWrappers = looksDeep(facts) ? commands : [unwrap(part.words) ?? part.words]
  const named = behindWrappers.flatMap(fileArguments)
  const redirected = part.redirects.flatMap(({ access, target }) =>
    target !== undefined && (access === 'read' || access === 'write') ? [{ word: target, access }] : [],
  )
  return [...named, ...redirected].flatMap(({ word, access }) =>
    (pathsOf(word, folders ?? [facts.projectDir], facts) ?? []).map((path) => ({ path, access })),
  )
}

/** A built-in check that the line does not pass, the gravest first. */
export const hazardOf = (view: ShellView, rules: Rules, cwd: string, facts: PermissionFacts): Hazard | undefined =>
  unreadable(view.script) ??
  first(view.parts, (part) => removalHazard(part, cwd, facts)) ??
  handedHazard(view, rules, facts) ??
  (looksDeep(facts) ? first(view.parts, (part) => hiddenHazard(part, rules)) : undefined) ??
  first(view.parts, (part) => protectedWrite(part, facts))

const first = <T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined => {
  for (const value of values) {
    const found = find(value)
    if (found !== undefined) return found
  }
  return undefined
}

const unreadable = ({ problem }: ShellScript): Hazard | undefined =>
  problem === undefined
    ? undefined
    : {
        reason: `This command could not be read the way the shell will read it (${problem}), so it needs approval whatever the rules say.`,
        source: builtIn('unreadable command'),
        always: true,
      }

const removalHazard = ({ commands, folders }: PartView, cwd: string, facts: PermissionFacts): Hazard | undefined => {
  const target = first(commands, (words) => criticalRemoval(words, folders ?? [cwd], facts))
  return target === undefined
    ? undefined
    : {
        reason: `This command would remove ${target}: a system folder, the home folder or a folder worked in. That needs approval whatever the rules say.`,
        source: builtIn('critical removal'),
        always: true,
      }
}

/** The reference program asks where a denied command stands in a text for another shell (2.1.332, seen). */
const handedHazard = (view: ShellView, rules: Rules, facts: PermissionFacts): Hazard | undefined => {
  if (looksDeep(facts)) return undefined
  const denied = view.parts.find((part) => part.handed && commandFindings(rules.deny, part).length > 0)
  return denied === undefined ? undefined : hidden(denied.part.text, 'holds a command that a rule denies')
}

/** Something that is only known when it runs could turn out to be what a rule denies. */
const hiddenHazard = ({ part, commands }: PartView, rules: Rules): Hazard | undefined => {
  const texts = commands.flatMap((words) => openText(words) ?? [])
  if (texts.length === 0) return undefined
  const restricting = [...rules.deny.allCommands, ...rules.ask.allCommands]
  const rule = first(texts, (text) => restricting.find(({ pattern }) => mayMatch(pattern, text)))
  if (rule !== undefined) return hidden(part.text, `may turn out to be ${ruleText(rule.rule)}`)
  const handed = commands.some((words) => scriptOf(words)?.includes(hole))
  return handed && restricting.length > 0 ? hidden(part.text, 'runs a text that is not known before') : undefined
}

const mayMatch = (pattern: CommandRule['pattern'], text: string): boolean => {
  const end = text.search(/[ \0]/)
  const head = text[end] === ' ' ? text.slice(0, end) : undefined
  const differs = head !== undefined && pattern.head !== undefined && head !== pattern.head
  return !differs && mayMatchPattern(pattern, text)
}

const hidden = (text: string, why: string): Hazard => ({
  reason: `This command needs approval: "${text}" ${why}.`,
  source: builtIn('hidden command'),
  always: true,
})

const protectedWrite = (view: PartView, facts: PermissionFacts): Hazard | undefined => {
  const touch = touchesOf(view, facts).find(({ path, access }) => access === 'write' && isProtected(path, facts))
  return touch === undefined ? undefined : protectedHazard(touch.path)
}
