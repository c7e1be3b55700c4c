import { writtenRule, type Behavior, type PermissionRule, type Source } from '@raider/contracts'

/** A rule text taken apart. */
export interface RuleText {
  /** Tool name, which may hold stars. */
  readonly tool: string
  /** Text between the parentheses; absent for a rule on the whole tool, which `Tool(*)` and `Tool()` are too. */
  readonly specifier?: string
}

const form = /^([A-Za-z0-9_*.:-]+)(?:\(([^]*)\))?$/
const aliases: ReadonlyMap<string, string> = new Map([
  ['Task', 'Agent'],
  ['KillShell', 'TaskStop'],
])

/** The name that rules and calls use for a tool of several names. */
export const canonicalTool = (name: string): string => aliases.get(name) ?? name

/** Takes `Tool` or `Tool(specifier)` apart; undefined where the text is neither. */
export const parseRule = (text: string): RuleText | undefined => {
  const [, tool, specifier] = form.exec(text.trim()) ?? []
  if (tool === undefined) return undefined
  const whole = specifier === undefined || specifier === '' || specifier === '*'
  return { tool: canonicalTool(tool), ...(!whole && { specifier: unescaped(specifier) }) }
}

/** The text of a rule, as it would stand in a settings file. */
export const ruleText = ({ tool, specifier }: RuleText): string =>
  writtenRule({ toolName: tool, ...(specifier !== undefined && { ruleContent: specifier }) })

/** The reverse of what `writtenRule` does to the content of a rule. */
const unescaped = (specifier: string): string => specifier.replace(/\\([\\()])/g, '$1')

/** A rule with the folder that its `/x` paths are anchored at. */
export interface AnchoredRule extends PermissionRule {
  /** Absolute. */
  readonly anchor: string
}

/** Makes a rule of a text; undefined where it is malformed. */
export const createRule = (
  behavior: Behavior,
  text: string,
  origin: Omit<Source, 'kind' | 'name'> & { readonly anchor: string },
): AnchoredRule | undefined => {
  const parsed = parseRule(text)
  if (parsed === undefined || (behavior === 'allow' && isLoose(text, parsed))) return undefined
  const { anchor, ...place } = origin
  return { behavior, ...parsed, anchor, source: { kind: 'rule', name: text.trim(), ...place } }
}

/**
 * Blanks around it or nothing between the parentheses: the reference program takes such a rule for none (2.1.332, seen). A restriction
 * is better kept, but nobody gets a permission by a slip. Tools of servers have no specifier at all.
 */
const isLoose = (text: string, { tool }: RuleText): boolean =>
  text !== text.trim() || text.endsWith('()') || (tool.startsWith('mcp__') && text.endsWith(')'))

/** `mcp__server__` with more behind it: the only tool names that an allow rule may have stars in. */
const mcpStar = /^mcp__[^*]+__[^]*\*/

/** Why a well-formed rule would never do anything; undefined where it may. */
export const uselessness = (rule: AnchoredRule): string | undefined =>
  rule.behavior === 'allow' && rule.tool.includes('*') && !mcpStar.test(rule.tool)
    ? 'an allow rule may have a star in the tool name only behind mcp__<server>__'
    : undefined
