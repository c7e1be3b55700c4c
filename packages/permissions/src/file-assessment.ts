import { dirname } from 'node:path'
import type { PermissionUpdate, PermitQuery } from '@raider/contracts'
import { builtIn, type Assessment, type Finding, type Hazard } from './assessment.js'
import { distinct } from './distinct.js'
import { isInside, isNoted, isReadable, leavesByLink, linkTarget, type PermissionFacts } from './facts.js'
import { isProtected } from './protected-path.js'
import type { PathRules, Rules, RuleSet } from './rule/ruleset.js'

const readTools: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LSP'])
const writeTools: ReadonlySet<string> = new Set(['Edit', 'Write', 'NotebookEdit', 'MultiEdit'])

/** Is this one of the tools that path rules govern? */
export const isFileTool = (tool: string): boolean => readTools.has(tool) || writeTools.has(tool)

/** Looks at a call of a file tool: every path it touches against the path rules of `Read` or `Edit`. */
export const assessFile = (rules: Rules, query: PermitQuery, facts: PermissionFacts): Assessment => {
  const writes = writeTools.has(query.tool)
  const paths = query.paths.length > 0 ? query.paths.map(({ path }) => path) : [query.cwd]
  const notes = writes && paths.every((path) => isNoted(path, facts))
  const allow = paths.map((path) => allowing(rules.allow, query, path, writes, facts))
  const outside = notes ? undefined : paths.find((path) => !(writes ? isInside : isReadable)(path, facts))
  const guarded = writes && !notes ? paths.find((path) => isProtected(path, facts)) : undefined
  const leaving = writes ? paths.find((path) => leavesUncovered(rules, query, path, facts)) : undefined
  const linked = writes ? refusalOfLink(paths, facts) : undefined
  const [first = query.cwd] = paths
  const blocked = guarded ?? outside ?? first
  return {
    deny: restricting(rules.deny, query, paths, writes, facts),
    ask: restricting(rules.ask, query, paths, writes, facts),
    allow: allow.flat(),
    covered: allow.every((findings) => findings.length > 0),
    ...(linked !== undefined && { refusal: linked }),
    ...(guarded !== undefined
      ? { hazard: protectedHazard(guarded) }
      : leaving !== undefined && { hazard: leavingHazard(leaving, facts) }),
    standing: outside !== undefined ? 'ask' : writes && !notes ? 'edit' : 'free',
    isCommand: false,
    ...(!writes && { effect: 'reads' }),
    plainEdit: writes && !notes,
    reason: `Permission to ${writes ? 'write to' : 'read from'} ${blocked} was requested, but it has not been granted.`,
    denial: () =>
      `Permission to ${writes ? 'write to' : 'read from'} ${blocked} was denied: a deny rule of the permission settings covers it.`,
    reasonType: outside === undefined ? 'other' : 'workingDir',
    suggestions: suggestions(writes, outside),
    blockedPath: blocked,
  }
}

/**
 * A link is not written through: the target is to be named, so that whoever reads the call sees what it changes (Claude Code
 * 2.1.332, seen).
 */
const refusalOfLink = (paths: readonly string[], facts: PermissionFacts): Assessment['refusal'] => {
  const link = paths.find((path) => linkTarget(path, facts) !== undefined)
  if (link === undefined) return undefined
  const reason = `${link} was not written: it is a symbolic link. Write to its target instead: ${facts.realPath(link)}.`
  return { reason, source: builtIn('symbolic link') }
}

/** A rule on the tool alone does not speak of what lies behind a link; one that covers both sides of it does. */
const leavesUncovered = (rules: Rules, query: PermitQuery, path: string, facts: PermissionFacts): boolean =>
  leavesByLink(path, facts) && matchingPath(rules.allow.paths('Edit'), path, query.cwd, facts, 'every').length === 0

const leavingHazard = (path: string, facts: PermissionFacts): Hazard => ({
  reason:
    `Permission to write to ${path} was requested, but it has not been granted: ` +
    `it leads through a link to ${facts.realPath(path)}, outside of the working directories.`,
  source: builtIn('link to the outside'),
  always: false,
  path,
})

/** The check that keeps protected paths from being written without a question. */
export const protectedHazard = (path: string): Hazard => ({
  reason: `Permission to edit ${path} was requested, but it has not been granted: it is a sensitive file.`,
  source: builtIn('protected path'),
  always: false,
  path,
})

/** Deny or ask rules on any of the paths. What may not be read may not be written either, by whoever reads first. */
const restricting = (
  set: RuleSet,
  query: PermitQuery,
  paths: readonly string[],
  writes: boolean,
  facts: PermissionFacts,
): readonly Finding[] => {
  const readToo = writes && query.tool !== 'NotebookEdit'
  const kinds: readonly ('Read' | 'Edit')[] = !writes ? ['Read'] : readToo ? ['Edit', 'Read'] : ['Edit']
  return [
    ...wholeOrParameter(set, query),
    ...kinds.flatMap((kind) => paths.flatMap((path) => matchingPath(set.paths(kind), path, query.cwd, facts, 'any'))),
  ]
}

/** Deny or ask rules on the whole tool, and on a parameter of its input. */
export const wholeOrParameter = (set: RuleSet, { tool, input }: PermitQuery): readonly Finding[] =>
  [...set.wholeTool(tool), ...set.parameters(tool, input)].map((rule) => ({ rule }))

/** Path rules that match a path. A restriction counts where any form of it matches, a permission where every form does. */
export const matchingPath = (
  rules: PathRules,
  path: string,
  cwd: string,
  facts: PermissionFacts,
  forms: 'any' | 'every',
): readonly Finding[] => {
  if (rules.isEmpty) return []
  const written = rules.find(path, cwd)
  const target = facts.realPath(path)
  const real = target === path ? written : rules.find(target, cwd)
  const found = forms === 'any' ? [...written, ...real] : written.filter((rule) => real.includes(rule))
  return distinct(found).map((rule) => ({ rule, about: path }))
}

const allowing = (
  set: RuleSet,
  query: PermitQuery,
  path: string,
  writes: boolean,
  facts: PermissionFacts,
): readonly Finding[] => {
  return [
    ...set.wholeTool(query.tool).map((rule) => ({ rule })),
    ...matchingPath(set.paths(writes ? 'Edit' : 'Read'), path, query.cwd, facts, 'every'),
  ]
}

const suggestions = (writes: boolean, outside: string | undefined): readonly PermissionUpdate[] => {
  const folder = outside === undefined ? undefined : dirname(outside)
  if (!writes) return folder === undefined ? [] : [readRule(folder)]
  return [
    ...(folder === undefined ? [] : [openFolder(folder)]),
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  ]
}

/** The offer to read a folder from now on. */
export const readRule = (folder: string): PermissionUpdate => ({
  type: 'addRules',
  rules: [{ toolName: 'Read', ruleContent: `/${escapePattern(folder)}/**` }],
  behavior: 'allow',
  destination: 'session',
})

/** The offer to count a folder as inside from now on. */
export const openFolder = (folder: string): PermissionUpdate => ({
  type: 'addDirectories',
  directories: [folder],
  destination: 'session',
})

/** A path as a gitignore pattern that means just this path. */
const escapePattern = (path: string): string => path.replace(/[\\*?[\]!#]/g, '\\$&')
