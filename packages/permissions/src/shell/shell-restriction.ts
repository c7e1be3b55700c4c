import type { Behavior } from '@raider/contracts'
import type { Finding } from '../assessment.js'
import { distinctBy } from '../distinct.js'
import { matchingPath } from '../file-assessment.js'
import { matchesPattern } from '../rule/pattern.js'
import type { RuleSet } from '../rule/ruleset.js'
import { looksDeep, type PartView, type ShellView } from './shell-view.js'

/** Deny or ask rules that match any command, file argument or redirection of the line. */
export const restrictions = (set: RuleSet, behavior: Behavior, view: ShellView): readonly Finding[] => {
  const deep = looksDeep(view.facts)
  const parts = deep ? view.parts : view.parts.filter(({ handed }) => !handed)
  const commands = parts.flatMap((part) => commandFindings(set, part))
  // The reference program holds only deny rules on paths against commands (2.1.332, seen).
  const paths = behavior === 'deny' || deep ? parts.flatMap((part) => pathFindings(set, part, view)) : []
  return distinctBy([...matching(set, view.command), ...commands, ...paths], ({ rule }) => rule)
}

/** Rules that match one of the commands that a part may run. */
export const commandFindings = (set: RuleSet, { part, texts }: PartView): readonly Finding[] =>
  set.allCommands.length === 0 ? [] : texts.flatMap((text) => matching(set, text, part.text))

const matching = (set: RuleSet, text: string, about?: string): readonly Finding[] =>
  set
    .commands(text)
    .flatMap(({ rule, pattern }) =>
      matchesPattern(pattern, text) ? [{ rule, ...(about !== undefined && { about }) }] : [],
    )

const pathFindings = (set: RuleSet, { part, touches }: PartView, { cwd, facts }: ShellView): readonly Finding[] =>
  touches.flatMap(({ path, access }) =>
    matchingPath(set.paths(access === 'read' ? 'Read' : 'Edit'), path, cwd, facts, 'any').map(({ rule }) => ({
      rule,
      about: part.text,
    })),
  )
