import type { Behavior, JsonObject } from '@raider/contracts'
import type { PermissionFacts } from '../facts.js'
import { matchesPieces, parsePattern, type CommandPattern } from './pattern.js'
import { createPathSearch } from './path-pattern.js'
import { broadness } from '../lint/broad-rule.js'
import { uselessness, type AnchoredRule } from './rule.js'

/** A command rule with its pattern. */
interface CommandRule {
  readonly rule: AnchoredRule
  readonly pattern: CommandPattern
}

/** The path rules of `Read` or of `Edit`. */
export interface PathRules {
  readonly isEmpty: boolean
  /** Names at the end of the rules, as far as they are no patterns. */
  readonly names: readonly string[]
  /** The rules that match a path. */
  find(path: string, cwd: string): readonly AnchoredRule[]
}

/** The rules of one behaviour, sorted by what they are held against. */
export interface RuleSet {
  /** Rules on a whole tool, by its name: bare names, globs over names, MCP servers. */
  wholeTool(tool: string): readonly AnchoredRule[]
  /** Rules with a specifier, by tool. */
  specific(tool: string): readonly AnchoredRule[]
  /** Rules `Tool(param:value)` that match the input. */
  parameters(tool: string, input: JsonObject): readonly AnchoredRule[]
  /** Command rules that may match a command text, by its first word; in the order of declaration. */
  commands(text: string): readonly CommandRule[]
  /** All command rules, for commands whose first word is not known. */
  readonly allCommands: readonly CommandRule[]
  paths(kind: 'Read' | 'Edit'): PathRules
}

/** All rules of a session, prepared once for any number of decisions. */
export interface Rules extends Readonly<Record<Behavior, RuleSet>> {
  /** Allow rules without those that would let anything run. */
  readonly narrow: RuleSet
}

/** Prepares rules. Rules that can never do anything are left out. */
export const compileRules = (rules: readonly AnchoredRule[], facts: PermissionFacts): Rules => {
  const useful = rules.filter((rule) => uselessness(rule) === undefined)
  const of = (behavior: Behavior): RuleSet =>
    compile(
      useful.filter((rule) => rule.behavior === behavior),
      facts,
    )
  const allow = of('allow')
  const narrow = useful.filter((rule) => rule.behavior === 'allow' && broadness(rule) === undefined)
  return { deny: of('deny'), ask: of('ask'), allow, narrow: compile(narrow, facts) }
}

/** What most sessions have of most behaviours: nothing to prepare, and nothing to hold on to. */
const noRules: RuleSet = {
  wholeTool: () => [],
  specific: () => [],
  parameters: () => [],
  commands: () => [],
  allCommands: [],
  paths: () => noPaths,
}

const noPaths: PathRules = { isEmpty: true, names: [], find: () => [] }

const compile = (rules: readonly AnchoredRule[], facts: PermissionFacts): RuleSet => {
  if (rules.length === 0) return noRules
  const whole = rules.filter((rule) => rule.specifier === undefined)
  const specific = groupBy(
    rules.filter((rule) => rule.specifier !== undefined),
    (rule) => rule.tool,
  )
  const byTool = remember((tool: string) => whole.filter((rule) => matchesToolName(rule.tool, tool)))
  const allCommands = (specific.get('Bash') ?? []).map((rule) => ({
    rule,
    pattern: parsePattern(rule.specifier ?? ''),
  }))
  const byHead = groupBy(allCommands, ({ pattern }) => pattern.head)
  const headless = byHead.get(undefined) ?? []
  const order = new Map(headless.length === 0 ? [] : allCommands.map((entry, at) => [entry, at]))
  const withHead = remember((head: string) => {
    const headed = byHead.get(head) ?? []
    if (headed.length === 0 || headless.length === 0) return headed.length === 0 ? headless : headed
    return [...headless, ...headed].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  })
  const parameters = remember((tool: string) => (specific.get(tool) ?? []).flatMap((rule) => parameterOf(rule) ?? []))
  const paths = remember((kind: string) => compilePaths(specific.get(kind) ?? [], facts))
  return {
    wholeTool: byTool,
    specific: (tool) => specific.get(tool) ?? [],
    parameters: (tool, input) =>
      parameters(tool).flatMap((entry) => (matchesParameter(entry, input) ? [entry.rule] : [])),
    commands: (text) => withHead(firstWord(text)),
    allCommands,
    paths,
  }
}

const compilePaths = (rules: readonly AnchoredRule[], facts: PermissionFacts): PathRules => {
  const [first] = rules
  if (first === undefined) return noPaths
  return {
    isEmpty: false,
    names: [...new Set(rules.flatMap(({ specifier = '' }) => literalName(specifier)))],
    find: createPathSearch(rules, { behavior: first.behavior, facts }),
  }
}

const literalName = (specifier: string): readonly string[] => {
  const name = specifier.split('/').findLast((segment) => segment !== '' && segment !== '**') ?? ''
  return name === '' || /[*?[\]\\]/.test(name) ? [] : [name]
}

const groupBy = <T, K>(values: readonly T[], key: (value: T) => K): ReadonlyMap<K, readonly T[]> => {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const group = groups.get(key(value))
    if (group === undefined) groups.set(key(value), [value])
    else group.push(value)
  }
  return groups
}

/** Tool names are few and come again with every call. */
const remember = <T>(make: (key: string) => T): ((key: string) => T) => {
  const made = new Map<string, T>()
  return (key) => {
    const found = made.get(key)
    if (found !== undefined) return found
    const value = make(key)
    if (made.size < maxRemembered) made.set(key, value)
    return value
  }
}

/** A model may invent any number of tool names. */
const maxRemembered = 1000

/** Does a rule's tool name, which may be a glob or an MCP server, mean this tool? */
export const matchesToolName = (pattern: string, tool: string): boolean => {
  if (pattern === tool) return true
  if (pattern.includes('*')) return matchesPieces(pattern.split('*'), tool)
  return /^mcp__[^_]/.test(pattern) && tool.startsWith(`${pattern}__`)
}

const firstWord = (text: string): string => {
  const end = text.indexOf(' ')
  return end < 0 ? text : text.slice(0, end)
}

/** A rule on a field of the input. */
interface ParameterRule {
  readonly rule: AnchoredRule
  readonly name: string
  /** Pieces between the stars of the value. */
  readonly pieces: readonly string[]
}

/** The field of a tool that its rules speak about; `Tool(field:value)` on it is ignored (seen). */
const mainFields: readonly string[] = ['command', 'file_path', 'path', 'notebook_path', 'url']

const parameterOf = (rule: AnchoredRule): ParameterRule | undefined => {
  const [, name, value] = /^([A-Za-z_]\w*):([^]*)$/.exec(rule.specifier ?? '') ?? []
  if (name === undefined || value === undefined || mainFields.includes(name)) return undefined
  return { rule, name, pieces: value.split('*') }
}

const matchesParameter = ({ name, pieces }: ParameterRule, input: JsonObject): boolean => {
  const given = Object.hasOwn(input, name) ? input[name] : undefined
  const isScalar = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
  return isScalar && matchesPieces(pieces, String(given))
}
