import { basename, dirname, join } from 'node:path'
import type { Touch } from '@raider/contracts'
import { builtIn, type Hazard } from '../assessment.js'
import { protectedHazard } from '../file-assessment.js'
import { first } from '../first.js'
import { mayMatchPattern } from '../rule/pattern.js'
import { isProtected } from '../protected-path.js'
import { criticalRemoval } from './removal.js'
import { ruleText } from '../rule/rule.js'
import type { PathRules, Rules, RuleSet } from '../rule/ruleset.js'
import { globMatcher } from './shell-glob.js'
import { commandFindings } from './shell-restriction.js'
import { looksDeep, type PartView, type ShellView } from './shell-view.js'
import { openText } from './command-words.js'

/** The gravest built-in check that the line does not pass. */
export const hazardOf = (view: ShellView, rules: Rules): Hazard | undefined => {
  const { parts, facts } = view
  return (
    unreadable(view, rules) ??
    first(parts, (part) => removal(part, view)) ??
    first(parts, (part) => (looksDeep(facts) ? hiddenCommand(part, rules) : handedCommand(part, rules))) ??
    (looksDeep(facts) ? first(parts, (part) => hiddenPath(part, rules, view.cwd)) : undefined) ??
    first(parts, (part) => protectedWrite(part, view))
  )
}

const hazard = (name: string, reason: string): Hazard => ({
  reason: `This command needs approval whatever the rules allow: ${reason}.`,
  source: builtIn(name),
  always: true,
})

/**
 * A line that cannot be read may hold anything that rules hold back. Where there are no such rules, and no substitution is left open,
 * the reference program lets a rule on the whole tool speak of it (2.1.332, seen).
 */
const unreadable = ({ script: { problem }, command, facts }: ShellView, rules: Rules): Hazard | undefined => {
  if (problem === undefined) return undefined
  const isFree = facts.profile.unreadableCommand === 'as the tool' && !/\$[({]/.test(command) && !restricts(rules)
  return isFree
    ? undefined
    : hazard('unreadable command', `it could not be read the way the shell will read it (${problem})`)
}

/** Is there any rule that a command could be kept by? */
const restricts = ({ deny, ask }: Rules): boolean =>
  [deny, ask].some((set) => set.allCommands.length > 0 || !set.paths('Read').isEmpty || !set.paths('Edit').isEmpty)

const removal = ({ commands, folders }: PartView, { cwd, facts }: ShellView): Hazard | undefined => {
  const target = first(commands, (words) => criticalRemoval(words, folders ?? [cwd], facts))
  return target === undefined
    ? undefined
    : hazard('critical removal', `it would remove ${target}, a system folder, the home folder or a folder worked in`)
}

/** The reference program asks where a denied command stands in a text for another shell (2.1.332, seen). */
const handedCommand = (view: PartView, rules: Rules): Hazard | undefined =>
  view.handed && commandFindings(rules.deny, view).length > 0
    ? hazard('hidden command', `a rule denies "${view.part.text}", which it hands to another shell`)
    : undefined

/** Something that is only known when it runs could turn out to be what a rule denies or asks for. */
const hiddenCommand = ({ part, commands }: PartView, rules: Rules): Hazard | undefined => {
  const found = first(commands, (words) => {
    const text = openText(words)
    return text === undefined ? undefined : (mayBe(rules.deny, text) ?? mayBe(rules.ask, text))
  })
  return found === undefined
    ? undefined
    : hazard('hidden command', `"${part.text}" may turn out to be ${ruleText(found.rule)}`)
}

/** A rule that a text with holes may match: one of those for its first word, where that is known. */
const mayBe = (set: RuleSet, text: string): RuleSet['allCommands'][number] | undefined => {
  const candidates = /^[^ \0]+ /.test(text) ? set.commands(text) : set.allCommands
  return candidates.find(({ pattern }) => mayMatchPattern(pattern, text))
}

/** A file whose name is only known when the command runs could be one that a rule denies. */
const hiddenPath = ({ part, blind, globs }: PartView, { deny }: Rules, cwd: string): Hazard | undefined => {
  const kindOf = (access: Touch['access']) => (access === 'read' ? 'Read' : 'Edit')
  const hit = globs.find(({ path, access }) => mayMatchRule(path, deny.paths(kindOf(access)), cwd))
  const kind = [...blind, ...(hit === undefined ? [] : [hit.access])]
    .map(kindOf)
    .find((name) => !deny.paths(name).isEmpty)
  return kind === undefined
    ? undefined
    : hazard(
        'hidden path',
        `"${part.text}" names a file in a way that may turn out to be one that a rule on ${kind} denies`,
      )
}

/** Could a glob stand for a file that a rule names, if there is one by the time? */
const mayMatchRule = (glob: string, rules: PathRules, cwd: string): boolean => {
  if (rules.isEmpty) return false
  const matches = globMatcher(basename(glob))
  return rules.names.some((name) => matches(name) && rules.find(join(dirname(glob), name), cwd).length > 0)
}

const protectedWrite = ({ touches }: PartView, { facts }: ShellView): Hazard | undefined => {
  const touch = touches.find(({ path, access }) => access === 'write' && isProtected(path, facts))
  return touch === undefined ? undefined : protectedHazard(touch.path)
}
