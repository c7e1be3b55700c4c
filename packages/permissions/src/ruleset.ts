import type { Behavior, JsonObject } from '@raider/contracts'
import type { PermissionFacts } from './facts.js'
import { matchesPieces, parsePattern, type CommandPattern } from './pattern.js'
import { createPathPattern, type PathPattern } from './path-pattern.js'
import { uselessness, type AnchoredRule } from './rule.js'

/** A command rule with its pattern. */
export interface CommandRule {
  readonly rule: AnchoredRule
  readonly pattern: CommandPattern
}

/** A path rule with its pattern. */
export interface PathRule {
  readonly rule: AnchoredRule
  readonly matches: PathPattern
}

/** The rules of one behaviour, sorted by what they are held against. */
export interface RuleSet {
  /** Rules on a whole tool, by its name: bare names, globs over names, MCP servers. */
  wholeTool(tool: string): readonly AnchoredRule[]
  /** Rules with a specifier, by tool. */
  specific(tool: string): readonly AnchoredRule[]
  /** Command rules that may match a command of this first word, in the order of declaration. */
  commands(head: string): readonly CommandRule[]
  /** All command rules, for commands whose first word is not known. */
  readonly allCommands: readonly CommandRule[]
  paths(kind: 'Read' | 'Edit'): readonly PathRule[]
}

/** All rules of a session, prepared once for any number of decisions. */
export type Rules = Readonly<Record<Behavior, RuleSet>>

/** Prepares rules. Rules that can never do anything are left out. */
export const compileRules = (rules: readonly AnchoredRule[], facts: PermissionFacts): Rules => {
  const of = (behavior: Behavior): RuleSet =>
    compile(
      rules.filter((rule) => rule.behavior === behavior && uselessness(rule) === undefined),
      facts,
    )
  return { deny: of('deny'), ask: of('ask'), allow: of('allow') }
}

const compile = (rules: readonly AnchoredRule[], facts: PermissionFacts): RuleSet => {
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
  const byAnyHead = new Map(
    [...byHead.keys()].map((head) => [
      head,
      allCommands.filter(({ pattern }) => pattern.head === undefined || pattern.head === head),
    ]),
  )
  const paths = remember((kind: string) =>
    (specific.get(kind) ?? []).map((rule) => ({
      rule,
      matches: createPathPattern(rule.specifier ?? '', { behavior: rule.behavior, anchor: rule.anchor, facts }),
    })),
  )
  return {
    wholeTool: byTool,
    specific: (tool) => specific.get(tool) ?? [],
    commands: (head) => byAnyHead.get(head) ?? headless,
    allCommands,
    paths,
  }
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

/** The field of a tool that its rules speak about; `Tool(field:value)` on it is ignored. */
const mainFields: readonly string[] = ['command', 'file_path', 'path', 'notebook_path', 'url']

/** `param:value` rules, for deny and ask: what the rule says of this input, undefined where it is no such rule. */
export const matchesParameter = (rule: AnchoredRule, input: JsonObject): boolean | undefined => {
  const [, name, value] = /^([A-Za-z_]\w*):([^]*)$/.exec(rule.specifier ?? '') ?? []
  if (name === undefined || value === undefined) return undefined
  if (mainFields.includes(name)) return false
  if (!Object.hasOwn(input, name)) return undefined
  const given = input[name]
  if (!['string', 'number', 'boolean'].includes(typeof given)) return false
  return matchesPieces(value.split('*'), String(given))
}
