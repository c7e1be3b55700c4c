import type { Behavior, Source } from '@raider/contracts'
import { matchesHost } from '../rule/host.js'
import { matchesPattern, parsePattern } from '../rule/pattern.js'
import { ruleText, type AnchoredRule } from '../rule/rule.js'
import { matchesToolName } from '../rule/ruleset.js'

/** The rule that decides wherever this one matches, with what that means; undefined where it counts somewhere. */
export const shadowOf = (
  rule: AnchoredRule,
  rules: readonly AnchoredRule[],
): { readonly text: string; readonly by: Source } | undefined => {
  const at = rules.indexOf(rule)
  const shadow = rules.find((other, index) => outranks(other, index, rule, at) && covers(other, rule))
  if (shadow === undefined) return undefined
  const same = shadow.behavior === rule.behavior
  const text = same
    ? `It adds nothing: ${ruleText(shadow)} matches all that it does.`
    : `It never counts: the ${shadow.behavior} rule ${ruleText(shadow)} decides first, wherever it matches.`
  return { text, by: shadow.source }
}

const strictness: Readonly<Record<Behavior, number>> = { allow: 0, ask: 1, deny: 2 }

/** A stricter rule goes first; of two that say the same, the first one stays. */
const outranks = (other: AnchoredRule, otherAt: number, rule: AnchoredRule, at: number): boolean => {
  const more = strictness[other.behavior] - strictness[rule.behavior]
  return more > 0 || (more === 0 && other !== rule && (otherAt < at || !covers(rule, other)))
}

/** Does one rule match every call that the other does? True only where that is certain. */
const covers = (wide: AnchoredRule, narrow: AnchoredRule): boolean => {
  if (wide.specifier === undefined) return coversTool(wide.tool, narrow)
  if (narrow.specifier === undefined || wide.tool !== narrow.tool) return false
  if (wide.specifier === narrow.specifier) return wide.anchor === narrow.anchor || !/^\/(?!\/)/.test(wide.specifier)
  // An exact allow rule may be a whole line, which allow rules on single commands do not cover.
  if (wide.tool === 'Bash') return coversCommand(wide.specifier, narrow.specifier)
  return wide.tool === 'WebFetch' && coversHost(wide.specifier, narrow.specifier)
}

const coversTool = (wide: string, { tool, specifier }: AnchoredRule): boolean => {
  // A rule on the whole of Edit or Read does not govern all that path rules of that name do.
  if (specifier !== undefined && (tool === 'Edit' || tool === 'Read')) return false
  return matchesToolName(wide, tool.includes('*') ? tool.replaceAll('*', anything) : tool)
}

/** Stands for what only a star can match. */
const anything = '\u0001'

const coversCommand = (wide: string, narrow: string): boolean => {
  const pattern = parsePattern(wide)
  if (pattern.kind === 'exact') return false
  const { kind, pieces } = parsePattern(narrow)
  const [prefix = ''] = pieces
  const samples = kind === 'prefix' ? [prefix, `${prefix} ${anything}`] : [pieces.join(anything)]
  return !/[;&|\n]/.test(narrow) && samples.every((sample) => matchesPattern(pattern, sample))
}

const coversHost = (wide: string, narrow: string): boolean =>
  [wide, narrow].every((text) => text.startsWith('domain:')) &&
  matchesHost(wide.slice('domain:'.length), narrow.slice('domain:'.length).replaceAll('*', `${anything}.${anything}`))
