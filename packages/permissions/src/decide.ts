import type {
  Behavior,
  Consideration,
  PermissionDecision,
  PermissionMode,
  PermitQuery,
  ReasonType,
  Source,
} from '@raider/contracts'
import { builtIn, type Assessment, type Finding } from './assessment.js'
import type { PermissionFacts } from './facts.js'
import { assessFile, isFileTool } from './file-assessment.js'
import { assessOther } from './other-assessment.js'
import { canonicalTool } from './rule/rule.js'
import type { Rules } from './rule/ruleset.js'
import { assessShell, isShellTool } from './shell/shell-assessment.js'

/**
 * Decides over one call: deny rules, ask rules, built-in checks, mode, allow rules, in this order. Pure: the same arguments give the
 * same decision, and nothing outside them is looked at.
 */
export const decide = (
  rules: Rules,
  mode: PermissionMode,
  query: PermitQuery,
  facts: PermissionFacts,
): PermissionDecision => {
  const assessment = assess(
    rulesIn(mode, rules),
    { ...query, tool: canonicalTool(query.tool) },
    { ...facts, realPath: remembering(facts.realPath), list: remembering(facts.list) },
  )
  return conclude(assessment, mode, query.tool, facts)
}

/** The rules that count in a mode: in `auto` and `plan`, permissions to run anything at all do not (Claude Code 2.1.332, seen). */
export const rulesIn = (mode: PermissionMode, rules: Rules): Rules =>
  mode === 'auto' || mode === 'plan' ? { ...rules, allow: rules.narrow } : rules

/** What a mode makes of a call. */
export const conclude = (
  assessment: Assessment,
  mode: PermissionMode,
  tool: string,
  facts: Pick<PermissionFacts, 'profile' | 'planAsks'>,
): PermissionDecision => {
  const ruling = answered(ruleOn(assessment, mode, facts), mode, tool)
  return {
    ...ruling,
    considered: considerations(assessment, ruling),
    suggestions: ruling.behavior === 'ask' && assessment.hazard === undefined ? assessment.suggestions : [],
    ...(assessment.blockedPath !== undefined && { blockedPath: assessment.blockedPath }),
  }
}

const assess = (rules: Rules, query: PermitQuery, facts: PermissionFacts): Assessment => {
  if (isShellTool(query.tool)) return assessShell(rules, query, facts)
  return isFileTool(query.tool) ? assessFile(rules, query, facts) : assessOther(rules, query, facts.profile)
}

/** One decision asks about the same few paths again and again, and each answer costs system calls. */
const remembering = <T>(ask: (path: string) => T): ((path: string) => T) => {
  const known = new Map<string, T>()
  return (path) => {
    const answer = known.get(path) ?? ask(path)
    known.set(path, answer)
    return answer
  }
}

type Ruling = Pick<PermissionDecision, 'behavior' | 'reason' | 'reasonType' | 'source' | 'firm' | 'classifiable'>

/** In `dontAsk` nobody is asked: a question is a refusal. */
const answered = (ruling: Ruling, mode: PermissionMode, tool: string): Ruling =>
  mode === 'dontAsk' && ruling.behavior === 'ask'
    ? { ...ruling, behavior: 'deny', reason: dontAskReason(tool), reasonType: 'mode', source: modeSource(mode) }
    : ruling

const ruleOn = (
  assessment: Assessment,
  mode: PermissionMode,
  { profile, planAsks = false }: Pick<PermissionFacts, 'profile' | 'planAsks'>,
): Ruling => {
  const { deny, refusal, ask, allow, hazard, standing, reason, reasonType } = assessment
  const [denying] = deny
  if (denying !== undefined) return byRule('deny', denying, assessment.denial())
  if (refusal !== undefined) return { ...refusal, behavior: 'deny', reasonType: 'safetyCheck', firm: true }
  if (mode === 'plan' && profile.planCommand === 'refuses' && !planAsks && isHeldCommand(assessment)) {
    return { ...heldByPlan(assessment), behavior: 'deny' }
  }
  // A hook may let it pass: it is not firm (Claude Code 2.1.332, seen).
  if (assessment.delegates && (mode === 'plan' || mode === 'auto') && profile.planCommand === 'refuses' && !planAsks) {
    return { ...heldByPlan(assessment), behavior: 'deny', firm: false }
  }
  const [asking] = ask
  if (asking !== undefined) return byRule('ask', asking, reason)
  if (hazard !== undefined && (hazard.always || mode !== 'bypassPermissions')) {
    return { behavior: 'ask', reason: hazard.reason, reasonType: 'safetyCheck', source: hazard.source, firm: true }
  }
  if (mode === 'bypassPermissions') return allowed(modeSource(mode), 'mode')
  if (mode === 'plan' && assessment.plainEdit) return heldByPlan(assessment)
  const isHeld = mode === 'plan' && profile.planCall === 'held' && !planAsks
  if (isHeld && assessment.effect === 'unknown') return unclassified(heldByPlan(assessment))
  const [allowing] = allow
  if (assessment.covered && allowing !== undefined) return allowed(allowing.rule.source, 'rule')
  if (standing === 'free') return allowed(builtIn('needs no permission'), 'other')
  if (assessment.sandboxed && mode !== 'plan' && mode !== 'dontAsk') return allowed(builtIn('sandbox'), 'other')
  if (standing === 'edit' && (mode === 'acceptEdits' || mode === 'auto')) return allowed(modeSource(mode), 'mode')
  if (mode === 'plan' && isHeldCommand(assessment)) return heldByPlan(assessment)
  if (isHeld && assessment.effect === 'reads') return allowed(modeSource(mode), 'mode')
  if (isHeld) return { ...heldByPlan(assessment), behavior: 'deny', firm: false }
  return {
    behavior: 'ask',
    reason,
    reasonType,
    source: modeSource(mode),
    ...(mode === 'auto' && { classifiable: true }),
  }
}

/** A command that plan mode holds: nothing says that it only reads, and no rule covers it. */
const isHeldCommand = ({ isCommand, covered, standing }: Assessment): boolean =>
  isCommand && !covered && standing !== 'free'

const byRule = (behavior: Behavior, { rule }: Finding, reason: string): Ruling => ({
  behavior,
  reason,
  reasonType: 'rule',
  source: rule.source,
  firm: true,
})

const allowed = (source: Source, reasonType: ReasonType): Ruling => ({
  behavior: 'allow',
  reason: '',
  reasonType,
  source,
})

const heldByPlan = ({ reason, blockedPath, plainEdit }: Assessment): Ruling => ({
  behavior: 'ask',
  reason:
    plainEdit && blockedPath !== undefined
      ? `${blockedPath} cannot be written while in plan mode. Present the plan and wait for its approval.`
      : `${reason} The session is in plan mode, in which nothing is changed before the plan is approved.`,
  reasonType: 'mode',
  source: modeSource('plan'),
  firm: true,
  ...(!plainEdit && { classifiable: true }),
})

/** Only a person may let it pass. */
const unclassified = ({ classifiable: _classifiable, ...ruling }: Ruling): Ruling => ruling

/** The source of a decision that the mode made. */
const modeSource = (mode: PermissionMode): Source => ({ kind: 'mode', name: mode })

const dontAskReason = (tool: string): string =>
  `Permission to use ${tool} was denied, because this session runs in dontAsk mode: what no rule allows is refused without a question. ` +
  'Go on without it; do not look for another way to the same effect.'

const considerations = ({ deny, ask, hazard, allow }: Assessment, ruling: Ruling): readonly Consideration[] => {
  const heard = [
    ...[...deny, ...ask].map(findingOf),
    ...(hazard === undefined ? [] : [{ source: hazard.source, behavior: 'ask' as const }]),
    ...allow.map(findingOf),
  ]
  const known = heard.some(({ source }) => source === ruling.source)
  const all = known ? heard : [...heard, { source: ruling.source, behavior: ruling.behavior }]
  return all.map((entry) => ({
    ...entry,
    decided: entry.source === ruling.source && entry.behavior === ruling.behavior,
  }))
}

const findingOf = ({ rule, about }: Finding): Omit<Consideration, 'decided'> => ({
  source: rule.source,
  behavior: rule.behavior,
  ...(about !== undefined && { about }),
})
