import type { PermitQuery } from '@raider/contracts'
import type { Assessment, Finding } from '../assessment.js'
import type { PermissionFacts } from '../facts.js'
import { wholeOrParameter } from '../file-assessment.js'
import { fileArguments } from './file-command.js'
import { first } from '../first.js'
import { matchesPattern } from '../rule/pattern.js'
import type { Rules, RuleSet } from '../rule/ruleset.js'
import { coverPart, type Coverage } from './shell-coverage.js'
import { foldersOf } from './shell-folder.js'
import { hazardOf } from './shell-hazard.js'
import { restrictions } from './shell-restriction.js'
import { viewShell, type ShellView } from './shell-view.js'
import type { ShellPart, ShellSyntax } from './shell-script.js'
import { shellSuggestions } from '../suggestion.js'

/** Is this one of the tools that run shell commands? */
export const isShellTool = (tool: string): boolean => tool === 'Bash' || tool === 'Monitor'

/** Looks at a shell command: each simple command in it is held against deny and ask rules, and must be covered on its own. */
export const assessShell = (rules: Rules, query: PermitQuery, facts: PermissionFacts): Assessment => {
  return assessView(rules, query, viewShell(commandOf(query), query.cwd, facts))
}

/** The command line of a call. */
export const commandOf = ({ input }: PermitQuery): string => (typeof input.command === 'string' ? input.command : '')

/** The same for a command line, or a part of one, that was prepared before. */
export const assessView = (rules: Rules, query: PermitQuery, view: ShellView): Assessment => {
  const find = (behavior: 'deny' | 'ask'): readonly Finding[] => [
    ...wholeOrParameter(rules[behavior], query),
    ...restrictions(rules[behavior], behavior, view),
  ]
  const deny = find('deny')
  const hazard = hazardOf(view, rules)
  return {
    isCommand: true,
    ...(view.facts.isFreeInSandbox?.(query.input) === true && { sandboxed: true }),
    deny,
    ask: find('ask'),
    ...(hazard !== undefined && { hazard }),
    ...standingOf(rules.allow, view, query.tool),
    denial: () => denial(query, view.command, deny.at(0)),
  }
}

const denial = ({ tool, input }: PermitQuery, command: string, finding: Finding | undefined): string => {
  const [, name] = /^(\w+):/.exec(finding?.rule.specifier ?? '') ?? []
  const byParameter = finding?.about === undefined && name !== undefined && Object.hasOwn(input, name)
  const what = byParameter ? `${tool} with ${finding?.rule.specifier ?? ''}` : `${tool} with the command ${command}`
  return `Permission to use ${what} was denied by the permission settings.`
}

type Standing = Pick<
  Assessment,
  'allow' | 'covered' | 'standing' | 'plainEdit' | 'reason' | 'reasonType' | 'suggestions' | 'blockedPath'
>

const standingOf = (allow: RuleSet, view: ShellView, tool: string): Standing => {
  const tools = allow.wholeTool(tool).map((rule) => ({ rule }))
  if (tools.length > 0 && !isJob(view)) return { ...unknown, allow: tools, covered: true }
  const entries = view.own.map((part) => ({ part: part.part, covers: coverPart(part, allow, view) }))
  const covers = entries.flatMap((entry) => entry.covers)
  const whole = isFreeJob(view, covers) ? [] : [...tools, ...exactFindings(allow, view, covers)]
  if (whole.length > 0) return { ...unknown, allow: whole, covered: true }
  const has = (by: Coverage['by']): boolean => covers.some((cover) => cover.by === by)
  const findings = covers.flatMap((cover) => ('findings' in cover ? cover.findings : []))
  const obstacle = obstacleOf(view, covers)
  const passes = obstacle === undefined && !has('nothing')
  const open = entries.filter((entry) => entry.covers.some(({ by }) => by === 'nothing' || by === 'edit'))
  const blocked = first(covers, (cover) => ('path' in cover ? cover.path : undefined))
  return {
    allow: findings,
    covered: passes && !has('edit') && findings.length > 0,
    standing: !passes ? 'ask' : has('edit') ? 'edit' : 'free',
    plainEdit: has('edit-rule'),
    reason: reasonOf(obstacle, open),
    reasonType: entries.length > 1 ? 'subcommandResults' : blocked === undefined ? 'other' : 'workingDir',
    suggestions: shellSuggestions(
      open.map(({ part }) => part),
      passes,
      blocked,
      view,
    ),
    ...(blocked !== undefined && { blockedPath: blocked }),
  }
}

/** How a command stands of which nothing is known. */
const unknown: Standing = {
  allow: [],
  covered: false,
  standing: 'ask',
  plainEdit: false,
  reason: 'This command needs approval.',
  reasonType: 'other',
  suggestions: [],
}

const isJob = ({ script }: ShellView): boolean => script.syntax.has('background job')

/**
 * Commands that need no rule, put into the background: the reference program asks for them though it would run any other command
 * under a rule on the whole tool (2.1.332, seen).
 */
const isFreeJob = (view: ShellView, covers: readonly Coverage[]): boolean =>
  view.facts.profile.freeJob === 'asks' &&
  isJob(view) &&
  opaque.filter((kind) => view.script.syntax.has(kind)).length === 1 &&
  covers.every(({ by }) => by === 'nature')

/** Exact rules that are the command line as it stands. */
const exactFindings = (allow: RuleSet, view: ShellView, covers: readonly Coverage[]): readonly Finding[] => {
  const { command, script } = view
  const leads = covers.some((cover) => cover.by === 'edit' && cover.path !== undefined)
  if (leads || isStrayGit(view) || beyondExact.some((kind) => script.syntax.has(kind))) return []
  return allow
    .commands(command)
    .filter(({ pattern }) => pattern.kind === 'exact' && matchesPattern(pattern, command))
    .map(({ rule }) => ({ rule }))
}

/**
 * What an exact rule does not speak of, though it has it in it; nor does it of the file that output goes to,
 * or of a repository that git is led to (Claude Code 2.1.332, seen).
 */
const beyondExact: readonly ShellSyntax[] = ['subshell', 'background job', 'pipe']

/** Loops that run their commands once for each of some values. */
const loops: readonly ShellSyntax[] = ['for loop', 'counting loop', 'select loop']

/** Syntax behind which more may run than the parts show (Claude Code 2.1.332, seen). */
const opaque: readonly ShellSyntax[] = [
  'substitution',
  'process substitution',
  'subshell',
  'group',
  'background job',
  'case',
  ...loops,
  'function',
  'coprocess',
  'arithmetic command',
  'invisible character',
]

/** What keeps the whole line from being covered by its parts. */
const obstacleOf = (view: ShellView, covers: readonly Coverage[]): string | undefined => {
  const { script } = view
  if (script.problem !== undefined) return `it could not be read the way the shell will read it (${script.problem})`
  // A loop over commands that only read is as good as they are; a rule on one does not speak of it (seen).
  const isFree = covers.every(({ by }) => by === 'nature')
  const syntax = opaque.find((kind) => script.syntax.has(kind) && !(isFree && loops.includes(kind)))
  if (syntax !== undefined)
    return `it has ${/^[aeiou]/.test(syntax) ? 'an' : 'a'} ${syntax}, so what it would do cannot be told before it runs`
  if (script.syntax.has('time') && isFree) return 'it measures time'
  if (isStrayGit(view)) return 'it changes the folder, and a repository there may bring programs for git to run'
  // CDPATH may lead a relative `cd` anywhere.
  const moves = script.parts.some(({ words }) => words[0]?.value === 'cd' && isRelative(words[1]?.path))
  return moves && (covers.some(({ by }) => by === 'edit') || script.parts.some(writesFile))
    ? 'it changes the folder and writes files'
    : undefined
}

/** Does git run in a line that may be in another folder than the one it starts in, or that of the session? */
const isStrayGit = ({ script, cwd, facts }: ShellView): boolean =>
  script.cds.length > 0 &&
  script.parts.some(({ words }) => words[0]?.value === 'git') &&
  foldersOf(script, cwd, facts)?.every((folder) => folder === cwd || folder === facts.projectDir) !== true

const writesFile = ({ words }: ShellPart): boolean => fileArguments(words).some(({ access }) => access === 'write')

const isRelative = (path: string | undefined): boolean => path !== undefined && path !== '.' && !/^[/~]/.test(path)

interface Entry {
  readonly part: ShellPart
  readonly covers: readonly Coverage[]
}

const reasonOf = (obstacle: string | undefined, open: readonly Entry[]): string => {
  const why =
    obstacle ?? first(open, ({ covers }) => first(covers, (cover) => ('why' in cover ? cover.why : undefined)))
  if (obstacle === undefined && open.length > 1) {
    return `This command needs approval. These parts of it do: ${open.map(({ part }) => part.text).join(', ')}.`
  }
  return why === undefined ? unknown.reason : `This command needs approval: ${why}.`
}
