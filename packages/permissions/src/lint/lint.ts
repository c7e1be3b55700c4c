import type { Source } from '@raider/contracts'
import { broadness } from './broad-rule.js'
import type { PermissionFacts } from '../facts.js'
import { futility } from './futile-rule.js'
import { leaks } from './leaky-rule.js'
import type { AnchoredRule } from '../rule/rule.js'
import { shadowOf } from './shadowed-rule.js'

/** Something that a rule does not do, or does too well. */
export interface RuleFinding {
  /**
   * `never`: it can match no call. `shadowed`: another rule decides every call that it matches. `leaky`: obvious spellings of what it
   * holds back get past it. `broad`: it permits to run anything.
   */
  readonly kind: 'never' | 'shadowed' | 'leaky' | 'broad'
  readonly rule: AnchoredRule
  readonly text: string
  /** The rule that shadows it. */
  readonly by?: Source
  /** Spellings that get past it. */
  readonly missed?: readonly string[]
}

/** Looks for rules that do not do what they seem to. Pure; the findings come in the order of the rules. */
export const lintRules = (rules: readonly AnchoredRule[], facts: PermissionFacts): readonly RuleFinding[] =>
  rules.flatMap((rule) => lintRule(rule, rules, facts))

const lintRule = (
  rule: AnchoredRule,
  rules: readonly AnchoredRule[],
  facts: PermissionFacts,
): readonly RuleFinding[] => {
  const never = futility(rule)
  if (never !== undefined) return [{ kind: 'never', rule, text: `It can never match: ${never}.` }]
  const shadow = shadowOf(rule, rules)
  if (shadow !== undefined) return [{ kind: 'shadowed', rule, ...shadow }]
  const broad = broadness(rule)
  const leak = leaks(rule, facts)
  return [
    ...(leak === undefined ? [] : [{ kind: 'leaky' as const, rule, ...leak }]),
    ...(broad === undefined ? [] : [{ kind: 'broad' as const, rule, text: `It is broad: ${broad}.` }]),
  ]
}
