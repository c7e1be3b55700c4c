import type { PermissionUpdate, PermitQuery, Profile } from '@raider/contracts'
import { builtIn, type Assessment, type Finding, type Hazard } from './assessment.js'
import { wholeOrParameter } from './file-assessment.js'
import { isDocumentationHost, matchesHost } from './rule/host.js'
import type { AnchoredRule } from './rule/rule.js'
import type { Rules, RuleSet } from './rule/ruleset.js'

/** Tools that need no permission in any mode (Claude Code 2.1.332, seen). */
const free =
  /^(Agent|ToolSearch|Task\w*|Todo\w*|SendMessage|Cron\w*|ListAgents|ListMcpResources\w*|ReadMcpResource\w*|ReportFindings|ScheduleWakeup|EnterPlanMode|ExitWorktree|BashOutput)$/

/** Tools whose permission question is the very thing they are for: no rule and no mode answers in the user's place. */
const forPeople: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

const needsPerson: Hazard = {
  reason: 'Only the user can answer this, and nobody has.',
  source: builtIn('needs the user'),
  always: true,
}

/** A worktree that somebody else made: its files are open from then on (Claude Code 2.1.332, seen). */
const movesSession = ({ tool, input }: PermitQuery): boolean => tool === 'EnterWorktree' && input.path !== undefined

const leavesProject: Hazard = {
  reason: 'It moves the session, and what may be written, to a worktree that was not made for it.',
  source: builtIn('worktree from elsewhere'),
  always: false,
}

/** Looks at a call of any tool that neither runs shell commands nor is governed by path rules. */
export const assessOther = (rules: Rules, query: PermitQuery, profile: Profile): Assessment => {
  const specified = (set: RuleSet): readonly Finding[] =>
    set
      .specific(query.tool)
      .filter((rule) => matchesSpecifier(rule, query))
      .map((rule) => ({ rule }))
  const restricting = (set: RuleSet): readonly Finding[] => [...wholeOrParameter(set, query), ...specified(set)]
  const allow = [...rules.allow.wholeTool(query.tool).map((rule) => ({ rule })), ...specified(rules.allow)]
  return {
    deny: isLeftToTool(query, profile) ? wholeOrParameter(rules.deny, query) : restricting(rules.deny),
    ask: heedsAsk(query, profile) ? restricting(rules.ask) : wholeOrParameter(rules.ask, query),
    allow,
    covered: allow.length > 0,
    ...((query.needsUser === true || forPeople.has(query.tool)) && { hazard: needsPerson }),
    ...(movesSession(query) && { hazard: leavesProject }),
    standing: isFree(query) ? 'free' : 'ask',
    isCommand: false,
    ...(query.origin === 'mcp' && query.readsOnly !== true && { effect: 'unknown' }),
    delegates: query.tool === 'Agent' && query.offer !== true,
    plainEdit: false,
    reason: request(query),
    denial: () => denial(query),
    reasonType: 'other',
    suggestions: [suggestion(query)],
  }
}

const isFree = (query: PermitQuery): boolean => {
  if (query.origin === 'code') return true
  if (query.origin === 'mcp') return false
  return (
    query.harmless === true ||
    free.test(query.tool) ||
    (query.tool === 'WebFetch' && isDocumentationHost(hostOf(query)))
  )
}

/** The Agent tool itself fails for types that a rule denies (2.1.332, seen). */
const isLeftToTool = ({ tool, offer }: PermitQuery, { agentDeny }: Profile): boolean =>
  tool === 'Agent' && agentDeny === 'fails' && offer !== true

/** Ask rules on single skills are never looked at by the reference program (2.1.332, seen). */
const heedsAsk = ({ tool }: PermitQuery, { skillAsk }: Profile): boolean => tool !== 'Skill' || skillAsk === 'counts'

/** What stands between the parentheses, per tool: a host, an agent type or the name of a skill. */
const matchesSpecifier = (rule: AnchoredRule, query: PermitQuery): boolean => {
  const specifier = rule.specifier ?? ''
  switch (query.tool) {
    case 'WebFetch':
      return specifier.startsWith('domain:') && matchesHost(specifier.slice('domain:'.length), hostOf(query))
    case 'Agent':
      return specifier === agentType(query)
    case 'Skill':
      return matchesSkill(specifier, query.input.skill)
    default:
      return false
  }
}

/** A name, or the beginning of names: `pdf:*` and `pdf *` are about `pdf`, `pdf-forms` and `pdf:merge` (Claude Code 2.1.332, seen). */
const matchesSkill = (specifier: string, skill: unknown): boolean => {
  if (typeof skill !== 'string') return false
  const [wanted, name] = [specifier, skill].map((text) => text.replace(/^\//, '')) as [string, string]
  return /[: ]\*$/.test(wanted) ? name.startsWith(wanted.slice(0, -2)) : name === wanted
}

/** The agent that a call of Agent starts; without a name it is this one (Claude Code 2.1.332, seen). */
const agentType = ({ input }: PermitQuery): string =>
  typeof input.subagent_type === 'string' ? input.subagent_type : 'general-purpose'

const hostOf = ({ input }: PermitQuery): string => {
  const url = typeof input.url === 'string' && URL.canParse(input.url) ? new URL(input.url) : undefined
  return (url?.hostname ?? '').replace(/\.$/, '')
}

const denial = (query: PermitQuery): string => {
  if (query.tool === 'WebFetch') return `Access to domain:${hostOf(query)} was denied by the permission settings.`
  if (query.tool === 'Agent') return `Agents of type ${agentType(query)} are denied by the permission settings.`
  return `Permission to use ${query.tool} was denied by a deny rule of the permission settings.`
}

const request = ({ tool, input }: PermitQuery): string =>
  tool === 'Skill'
    ? `Permission to invoke skill ${String(input.skill)} was requested, but it has not been granted; the rule Skill(${String(input.skill)}) grants it.`
    : `Permission to use ${tool} was requested, but it has not been granted.`

const suggestion = (query: PermitQuery): PermissionUpdate => ({
  type: 'addRules',
  rules: [
    query.tool === 'WebFetch'
      ? { toolName: 'WebFetch', ruleContent: `domain:${hostOf(query)}` }
      : {
          toolName: query.tool,
          ...(query.tool === 'Skill' && typeof query.input.skill === 'string' && { ruleContent: query.input.skill }),
        },
  ],
  behavior: 'allow',
  destination: 'localSettings',
})
